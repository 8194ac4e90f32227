"""Screens with one purpose each: choose a server, set up a new room."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from client.games.registry import PLAYABLE, ui
from client.tui.text import screen
from messages import SelectModeAndPlayers
from messages.text import clean

NUMBER_FIELDS = ("players", "bots", "clock")
BOOLEAN_FIELDS = {
    "mode": ("base", "expert"),
    "private": ("public", "private"),
    "unwatched": ("watched", "unwatched"),
}
"""The words for False and True of each field in a typed command."""


class ConnectScreen(Screen[str]):
    """Asks where to play. The result is an address; empty for a server in this process.

    ``offers`` are texts that are listed first; the result may be one of them.
    """

    def __init__(
        self, addresses: tuple[str, ...], error: str = "", offers: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self._addresses = (*offers, "", *addresses)
        self._error = clean(error)

    def compose(self) -> ComposeResult:
        """Show the error, an entry to play here, the last addresses and a field for another one."""
        yield Static(screen.TITLE, id="title", markup=False)
        yield Static(self._error, id="error", markup=False)
        yield Static(screen.CONNECT, markup=False)
        options = [Option(clean(a) or screen.PLAY_HERE) for a in self._addresses]
        yield OptionList(*options, id="servers", markup=False)
        yield Static(screen.OTHER_SERVER, markup=False)
        yield Input(id="address", max_length=200)
        yield Static(screen.CONNECT_KEYS, id="connect-keys", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close the screen with the chosen address, which is empty for a server in this process."""
        self.dismiss(self._addresses[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the screen with the typed address, stripped; do nothing if it is empty."""
        if event.value.strip():
            self.dismiss(event.value.strip())


class NewRoomScreen(ModalScreen[str]):
    """A form for the set-up of a new room.

    The result is the command ``new ...`` with the values of the form; empty if it was cancelled.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss('')", screen.FORM_CANCEL),
        ("up", "app.focus_previous", ""),
        ("down", "app.focus_next", ""),
    ]

    def __init__(self, last_setup: SelectModeAndPlayers) -> None:
        super().__init__()
        self._last_setup = last_setup
        self._game = last_setup.game

    def compose(self) -> ComposeResult:
        """Show a row for each setting, filled in with the last set-up."""
        last = self._last_setup
        options = " ".join(f"{k}={str(v).lower()}" for k, v in last.options.items())
        with VerticalScroll(id="form", can_focus=False):
            yield Static(screen.FORM_TITLE, markup=False)
            games = [(game, game) for game in PLAYABLE]
            yield Select(games, value=last.game, allow_blank=False, id="game", compact=True)
            yield Static(id="about", markup=False)
            yield from _number_row("players", screen.FORM_PLAYERS, last.number_of_players)
            yield from _number_row("bots", screen.FORM_BOTS, last.bots)
            yield _boolean_select("mode", screen.FORM_MODES, last.mode)
            yield _boolean_select("private", screen.FORM_PRIVACY, last.private)
            yield _boolean_select("unwatched", screen.FORM_SPECTATORS, not last.watchers)
            yield from _number_row("clock", screen.FORM_CLOCK, last.clock)
            yield Label(screen.FORM_OPTIONS, markup=False)
            yield Input(options, id="options", compact=True, max_length=200)
            with Horizontal(id="buttons"):
                yield Button(screen.FORM_OPEN, id="open", variant="primary", compact=True)
                yield Button(screen.FORM_CANCEL, id="cancel", compact=True)
            yield Static(screen.FORM_KEYS, id="form-keys", markup=False)

    def on_mount(self) -> None:
        """Focus the button that submits the form, so that Enter alone creates the room."""
        self.query_one("#open").focus()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Show the hint of the selected game; clear the options if it is another game than before.

        Other selections are ignored.
        """
        if event.select.id != "game":
            return
        game = str(event.value)
        self.query_one("#about", Static).update(ui(game).text.setup_hint)
        if game != self._game:
            self._game = game
            self.query_one("#options", Input).clear()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close the form with the command; any button but ``open`` closes it with an empty text."""
        self.dismiss(self.build_command() if event.button.id == "open" else "")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the form with the command, on Enter in any field."""
        self.dismiss(self.build_command())

    def build_command(self) -> str:
        """Return the values of the form as a command that begins with ``new``.

        An empty field means 2 players, 0 bots or no clock. The options are added as typed.
        """
        fields = {name: self.query_one(f"#{name}", Input).value for name in NUMBER_FIELDS}
        words = [
            *("new", str(self.query_one("#game", Select).value), fields["players"] or "2"),
            *(words[self._is_true(name)] for name, words in BOOLEAN_FIELDS.items()),
            *("bots", fields["bots"] or "0", "clock", fields["clock"] or "0"),
            self.query_one("#options", Input).value,
        ]
        return " ".join(words).strip()

    def _is_true(self, name: str) -> bool:
        return self.query_one(f"#{name}", Select).value is True


def _number_row(name: str, label: str, value: int) -> ComposeResult:
    """Yield a label and a field for a number of up to 4 digits; ``name`` is the id of the field."""
    with Horizontal(classes="number"):
        yield Label(label, markup=False)
        yield Input(str(value), id=name, type="integer", max_length=4, compact=True)


def _boolean_select(name: str, labels: tuple[str, str], value: bool) -> Select[bool]:
    """Return a selection with a label for False and one for True; ``name`` is its id."""
    options = [(label, bool(index)) for index, label in enumerate(labels)]
    return Select(options, value=value, allow_blank=False, id=name, compact=True)
