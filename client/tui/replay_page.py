"""The pages of a replay as data: the steps, and the position among them."""

from dataclasses import dataclass
from typing import NamedTuple

from client.games.drawing import Drawing, Marks, Size, plain
from client.games.registry import ui_of
from client.tui import display
from client.tui.text import replay
from messages.registry import AnyView
from messages.text import visible


class ReplayStep(NamedTuple):
    """One step of a match: the lines that describe it, and the view and names after it."""

    lines: tuple[str, ...]
    view: AnyView | None
    names: tuple[str, ...]


@dataclass
class ReplayPosition:
    """The steps of a match, and the index of the one that is shown."""

    steps: list[ReplayStep]
    index: int = 0

    def move(self, steps: int) -> None:
        """Go forward, or back with a negative number, at most to the last or first step."""
        self.index = max(0, min(len(self.steps) - 1, self.index + steps))

    @property
    def title(self) -> str:
        """The number of the step and how many there are."""
        return replay.TITLE.format(step=self.index + 1, steps=len(self.steps))

    def draw_board(self, size: Size) -> Drawing:
        """Return the board after the step as the game draws it, or its text without a drawing."""
        step = self.steps[self.index]
        drawing = ui_of(step.view).drawing if step.view is not None else None
        if step.view is None or drawing is None:
            return [plain(visible(line)) for line in self._text]
        return drawing.draw(step.view, step.names, size, Marks())

    @property
    def _text(self) -> list[str]:
        """The board after the step as text; one sentence before the match has started."""
        step = self.steps[self.index]
        if step.view is None:
            return [replay.BEFORE_START]
        return display.render(step.view, step.names)

    @property
    def events(self) -> list[str]:
        """The sentences of the step, without the board that a narration includes."""
        board = set(self._text)
        return [line for line in self.steps[self.index].lines if line and line not in board]
