"""A form for a new match. What comes out is the line that could have been typed."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from client.tui.commands.games import PLAYABLE
from client.tui.phrases import full
from messages import SelectModeAndPlayers


class FormScreen(ModalScreen[str]):
    """Dismissed with a ``new ...`` line; empty when it was cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel", full.FORM_CANCEL)]

    def __init__(self, last: SelectModeAndPlayers) -> None:
        super().__init__()
        self._last = last

    def compose(self) -> ComposeResult:
        """One row for each setting, filled in as the last match was."""
        last = self._last
        options = " ".join(f"{k}={str(v).lower()}" for k, v in last.options.items())
        with VerticalScroll(id="form"):
            yield Static(full.FORM_TITLE, markup=False)
            games = [(game, game) for game in PLAYABLE]
            yield Select(games, value=last.game, allow_blank=False, id="game", compact=True)
            yield from _number("players", full.FORM_PLAYERS, last.number_of_players)
            yield from _number("bots", full.FORM_BOTS, last.bots)
            yield _either("mode", full.FORM_MODES, last.mode)
            yield _either("private", full.FORM_DOORS, last.private)
            yield from _number("clock", full.FORM_CLOCK, last.clock)
            yield Label(full.FORM_OPTIONS, markup=False)
            yield Input(options, id="options", compact=True, max_length=200)
            with Horizontal(id="buttons"):
                yield Button(full.FORM_MAKE, id="make", variant="primary", compact=True)
                yield Button(full.FORM_CANCEL, id="cancel", compact=True)

    def on_mount(self) -> None:
        """Enter alone makes the match."""
        self.query_one("#make").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Make it, or not."""
        self.dismiss(self.line() if event.button.id == "make" else "")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a field makes it, too."""
        self.dismiss(self.line())

    def action_cancel(self) -> None:
        """Nothing was meant."""
        self.dismiss("")

    def line(self) -> str:
        """The settings as words."""
        fields = {name: self.query_one(f"#{name}", Input).value for name in NUMBERS}
        game = self.query_one("#game", Select).value
        expert = self.query_one("#mode", Select).value
        private = self.query_one("#private", Select).value
        words = [
            *("new", str(game), fields["players"] or "2"),
            *("expert" if expert else "base", "private" if private else "public"),
            *("bots", fields["bots"] or "0", "clock", fields["clock"] or "0"),
            self.query_one("#options", Input).value,
        ]
        return " ".join(words).strip()


NUMBERS = ("players", "bots", "clock")


def _number(name: str, label: str, value: int) -> ComposeResult:
    with Horizontal(classes="number"):
        yield Label(label, markup=False)
        yield Input(str(value), id=name, type="integer", max_length=4, compact=True)


def _either(name: str, words: tuple[str, str], value: bool) -> Select[bool]:
    options = [(word, bool(place)) for place, word in enumerate(words)]
    return Select(options, value=value, allow_blank=False, id=name, compact=True)
