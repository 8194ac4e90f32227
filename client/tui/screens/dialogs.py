"""Screens that ask one thing: where to play, how to set up a match; and the help page."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from client.games.registry import PLAYABLE, ui
from client.tui.paint import painted
from client.tui.text import screen
from messages import SelectModeAndPlayers
from messages.text import clean

NUMBERS = ("players", "bots", "clock")
EITHER = {
    "mode": ("base", "expert"),
    "private": ("public", "private"),
    "unwatched": ("watched", "unwatched"),
}
"""Fields with two values, and the words for them in a line."""
WIDEST = 100
FRAME = 3
"""Columns of the border and the scroll bar."""


class ConnectScreen(Screen[str]):
    """Asks where to play. Dismissed with an address; an empty one means: here."""

    def __init__(self, addresses: tuple[str, ...], trouble: str = "") -> None:
        super().__init__()
        self._addresses = ("", *addresses)
        self._trouble = clean(trouble)

    def compose(self) -> ComposeResult:
        yield Static(screen.TITLE, id="title", markup=False)
        yield Static(self._trouble, id="trouble", markup=False)
        yield Static(screen.CONNECT, markup=False)
        options = [Option(painted(clean(a) or screen.PLAY_HERE)) for a in self._addresses]
        yield OptionList(*options, id="servers", markup=False)
        yield Static(screen.OTHER_SERVER, markup=False)
        yield Input(id="address", max_length=200)
        yield Static(screen.CONNECT_KEYS, id="connect-keys", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._addresses[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(event.value.strip())


class FormScreen(ModalScreen[str]):
    """A form for a new match.

    Dismissed with the line ``new ...`` that could have been typed; empty if it was cancelled.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss('')", screen.FORM_CANCEL),
        ("up", "app.focus_previous", ""),
        ("down", "app.focus_next", ""),
    ]

    def __init__(self, last: SelectModeAndPlayers) -> None:
        super().__init__()
        self._last = last
        self._game = last.game

    def compose(self) -> ComposeResult:
        """One row for each setting, filled in as the last match was."""
        last = self._last
        options = " ".join(f"{k}={str(v).lower()}" for k, v in last.options.items())
        with VerticalScroll(id="form", can_focus=False):
            yield Static(screen.FORM_TITLE, markup=False)
            games = [(game, game) for game in PLAYABLE]
            yield Select(games, value=last.game, allow_blank=False, id="game", compact=True)
            yield Static(id="about", markup=False)
            yield from _number("players", screen.FORM_PLAYERS, last.number_of_players)
            yield from _number("bots", screen.FORM_BOTS, last.bots)
            yield _either("mode", screen.FORM_MODES, last.mode)
            yield _either("private", screen.FORM_DOORS, last.private)
            yield _either("unwatched", screen.FORM_WATCHERS, not last.watchers)
            yield from _number("clock", screen.FORM_CLOCK, last.clock)
            yield Label(screen.FORM_OPTIONS, markup=False)
            yield Input(options, id="options", compact=True, max_length=200)
            with Horizontal(id="buttons"):
                yield Button(screen.FORM_MAKE, id="make", variant="primary", compact=True)
                yield Button(screen.FORM_CANCEL, id="cancel", compact=True)
            yield Static(screen.FORM_KEYS, id="form-keys", markup=False)

    def on_mount(self) -> None:
        """Enter alone makes the match."""
        self.query_one("#make").focus()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Another game has other options."""
        if event.select.id != "game":
            return
        game = str(event.value)
        self.query_one("#about", Static).update(ui(game).text.setup_hint)
        if game != self._game:
            self._game = game
            self.query_one("#options", Input).clear()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self.line() if event.button.id == "make" else "")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a field makes it, too."""
        self.dismiss(self.line())

    def line(self) -> str:
        """The settings as words."""
        fields = {name: self.query_one(f"#{name}", Input).value for name in NUMBERS}
        words = [
            *("new", str(self.query_one("#game", Select).value), fields["players"] or "2"),
            *(words[self._is_second(name)] for name, words in EITHER.items()),
            *("bots", fields["bots"] or "0", "clock", fields["clock"] or "0"),
            self.query_one("#options", Input).value,
        ]
        return " ".join(words).strip()

    def _is_second(self, name: str) -> bool:
        return self.query_one(f"#{name}", Select).value is True


def _number(name: str, label: str, value: int) -> ComposeResult:
    with Horizontal(classes="number"):
        yield Label(label, markup=False)
        yield Input(str(value), id=name, type="integer", max_length=4, compact=True)


def _either(name: str, words: tuple[str, str], value: bool) -> Select[bool]:
    options = [(word, bool(place)) for place, word in enumerate(words)]
    return Select(options, value=value, allow_blank=False, id=name, compact=True)


class HelpScreen(ModalScreen[None]):
    """The rules of the moment; ``lines`` returns them for a width. The usual keys close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,question_mark,f1", "dismiss", "close")
    ]

    def __init__(self, lines: Callable[[int], Sequence[str]]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        lines = self._lines(min(self.app.size.width, WIDEST) - FRAME)
        with VerticalScroll(id="help"):
            yield Static(painted("\n".join([screen.HELP_TITLE, "", *lines])), markup=False)
