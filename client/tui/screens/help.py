"""The rules page of the moment."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from client.tui.paint import painted
from client.tui.phrases import full

WIDEST = 100
FRAME = 3
"""Columns of the border and the scroll bar."""


class HelpScreen(ModalScreen[None]):
    """``lines`` knows them for any width. Any of the usual keys closes the page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,question_mark,f1", "dismiss", "close")
    ]

    def __init__(self, lines: Callable[[int], Sequence[str]]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """The lines, to be scrolled."""
        lines = self._lines(min(self.app.size.width, WIDEST) - FRAME)
        with VerticalScroll(id="help"):
            yield Static(painted("\n".join([full.HELP_TITLE, "", *lines])), markup=False)
