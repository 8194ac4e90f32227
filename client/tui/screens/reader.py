"""A screen to read: pages of help, the rules and the recap, above the match."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from client.games.drawing import Line, Span
from client.tui.screens.board import DrawingView
from client.tui.text import help as phrases

MAX_COLUMNS = 100
FRAME_COLUMNS = 6
"""Columns of the border, the padding and the scroll bar."""

Pages = Mapping[str, Sequence[str | Line]]
"""The lines of each page by its name."""


class ReaderScreen(ModalScreen[None]):
    """Shows one of several pages; Left, Right and Tab turn the pages, Esc closes the screen.

    It begins with the page ``first``, or with the first page if there is no such name.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark,f1,f4", "dismiss", show=False),
        Binding("right,tab", "turn(1)", show=False, priority=True),
        Binding("left,shift+tab", "turn(-1)", show=False, priority=True),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self, pages: Pages, first: str) -> None:
        super().__init__()
        self._pages = dict(pages)
        self._page_name = first if first in self._pages else next(iter(self._pages))

    @property
    def page(self) -> str:
        """The name of the page that is shown."""
        return self._page_name

    @property
    def text(self) -> str:
        """The text of the page that is shown."""
        return self.query_one("#reader-text", DrawingView).text

    def compose(self) -> ComposeResult:
        """Create empty widgets for the names of the pages, the text and the keys."""
        with Vertical(id="reader"):
            yield DrawingView(id="reader-tabs", ground="panel")
            yield DrawingView(id="reader-text", ground="panel")
            yield DrawingView(id="reader-keys", ground="panel")

    def on_mount(self) -> None:
        """Show the keys and the first page."""
        self.query_one("#reader-keys", DrawingView).show([(Span(phrases.FOOTER, "muted"),)])
        self._show_page()

    def _show_page(self) -> None:
        """Show the current page from its first line, and all names with its own marked."""
        tabs: list[Span] = []
        for name in self._pages:
            is_open = name == self._page_name
            tabs.append(
                Span(f"▶{name}◀", "accent+bold", (name,))
                if is_open
                else Span(f"[{name}]", "legal", (name,))
            )
            tabs.append(Span("  "))
        self.query_one("#reader-tabs", DrawingView).show([tuple(tabs)])
        text = self.query_one("#reader-text", DrawingView)
        text.show(self._pages[self._page_name])
        text.scroll_home(animate=False)

    def action_turn(self, step: int) -> None:
        """Show the next (1) or previous (-1) page; after the last one follows the first."""
        names = list(self._pages)
        self._page_name = names[(names.index(self._page_name) + step) % len(names)]
        self._show_page()

    def action_scroll(self, lines: int) -> None:
        """Scroll the text down by some lines; up if the number is negative."""
        self.query_one("#reader-text", DrawingView).scroll_relative(y=lines, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Open the page whose name was clicked; a click outside the frame closes the screen."""
        if not self.query_one("#reader").region.contains(event.screen_x, event.screen_y):
            self.dismiss()
            return
        tabs = self.query_one("#reader-tabs", DrawingView)
        zone = tabs.zone_at(event.screen_offset - tabs.region.offset)
        name = zone[0] if zone else ""
        if name in self._pages:
            self._page_name = name
            self._show_page()
