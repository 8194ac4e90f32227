"""The help page."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from client.tui.paint import colorize
from client.tui.text import screen

MAX_HELP_WIDTH = 100
FRAME_WIDTH = 3
"""Columns of the border and the scroll bar of the help page."""


class HelpScreen(ModalScreen[None]):
    """The help page; ``build_lines`` is called with the width in columns and returns the text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,question_mark,f1", "dismiss", "close")
    ]

    def __init__(self, build_lines: Callable[[int], Sequence[str]]) -> None:
        super().__init__()
        self._build_lines = build_lines

    def compose(self) -> ComposeResult:
        """Show the title and the lines, as wide as the terminal, but at most MAX_HELP_WIDTH."""
        lines = self._build_lines(min(self.app.size.width, MAX_HELP_WIDTH) - FRAME_WIDTH)
        with VerticalScroll(id="help"):
            yield Static(colorize("\n".join([screen.HELP_TITLE, "", *lines])), markup=False)
