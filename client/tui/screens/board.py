"""Widgets that show drawings: any drawing, and the board of a game, on which zones are chosen.

Zones are found by coordinates. Only lines that have changed are drawn again.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer

from client.games.drawing import Drawing, Line, Marks, Zone, block_width, plain, to_text
from client.tui import selection
from client.tui.screens.looks import palette_of
from client.tui.themes import PALETTES, style_of


@lru_cache(maxsize=2048)
def _strip(line: Line, theme: str, ground: str) -> Strip:
    """Return a line as segments with the styles of a theme; results are cached.

    A drawing has many equal lines from one redraw to the next.
    """
    return Strip([Segment(span.text, style_of(theme, span.role, ground)) for span in line])


class DrawingView(ScrollView, can_focus=False):
    """Shows a drawing; it scrolls if the drawing is larger. ``ground`` is a ground of the theme."""

    def __init__(self, *, id: str, ground: str = "background") -> None:
        super().__init__(id=id)
        self._ground = ground
        self.drawing: Drawing = []

    @property
    def text(self) -> str:
        """The text of the drawing, without roles."""
        return "\n".join(to_text(self.drawing))

    def show(self, drawing: Sequence[str | Line]) -> None:
        """Replace the drawing and refresh the visible lines that differ.

        Strings are lines without role. A drawing that fits into the widget has no scroll bars.
        """
        before = self.drawing
        self.drawing = [plain(line) if isinstance(line, str) else line for line in drawing]
        size = Size(block_width(self.drawing), len(self.drawing))
        if size.width <= self.outer_size.width and size.height <= self.outer_size.height:
            size = Size(1, 1)  # it needs no scroll bars, and a constant size needs no new layout
        if size != self.virtual_size:
            self.virtual_size = size
        top = round(self.scroll_y)
        for y in range(top, top + self.size.height):
            old = before[y] if y < len(before) else None
            new = self.drawing[y] if y < len(self.drawing) else None
            if old != new:
                self.refresh(Region(0, y - top, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """Return a visible line of the drawing, in the theme of the application.

        Below the drawing it is blank.
        """
        theme = palette_of(self)
        ground = getattr(PALETTES[theme], self._ground)
        left, top = self.scroll_offset
        index = y + top
        line = self.drawing[index] if index < len(self.drawing) else ()
        strip = _strip(line, theme, ground).crop(left, left + self.size.width)
        return strip.extend_cell_length(self.size.width, style_of(theme, "text", ground))

    def zone_at(self, offset: Offset) -> Zone | None:
        """Return the zone at a position of the widget; None if there is none."""
        x, y = offset + self.scroll_offset
        return selection.zone_at(self.drawing, x, y)


class Board(DrawingView, can_focus=True):
    """The board of a game: arrow keys and the mouse point at zones, Enter and clicks choose."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"jump('{key}')", show=False) for key in ("left", "right", "up", "down")),
        Binding("enter", "take", show=False),
    ]

    class Pointed(Message):
        """Posted when the mouse or an arrow key points at another zone."""

        def __init__(self, zone: Zone) -> None:
            super().__init__()
            self.zone = zone

    class Chosen(Message):
        """Posted when a zone is clicked, or taken with Enter (``is_final``)."""

        def __init__(self, zone: Zone, *, is_final: bool) -> None:
            super().__init__()
            self.zone = zone
            self.is_final = is_final

    class Scrolled(Message):
        """Posted when the mouse wheel turns; the direction is that of the view."""

        def __init__(self, direction: str) -> None:
            super().__init__()
            self.direction = direction

    class Typed(Message):
        """Posted when a printable key is pressed."""

        def __init__(self, character: str) -> None:
            super().__init__()
            self.character = character

    def __init__(self) -> None:
        super().__init__(id="page")
        self.marks = Marks()
        self._hovered: Zone | None = None

    def show_marked(self, drawing: Sequence[str | Line], marks: Marks) -> None:
        """Replace the drawing and its marks; scroll to a cursor that has moved."""
        is_moved = marks.cursor != self.marks.cursor
        self.marks = marks
        self.show(drawing)
        if is_moved and marks.cursor is not None:
            self._show_cursor(marks.cursor)

    def _show_cursor(self, zone: Zone) -> None:
        """Scroll to a zone; do nothing if the drawing does not have it.

        If the board has the focus, the terminal's cursor is moved there, for screen readers.
        """
        place = selection.positions(self.drawing).get(zone)
        if place is None:
            return
        x, y = round(place.x), round(place.y)
        self.scroll_to_region(Region(x, max(0, y - 1), 1, 3), animate=False)
        if self.has_focus:
            here = self.content_region.offset + Offset(x, y) - self.scroll_offset
            self.app.cursor_position = here

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post ``Pointed`` when the mouse has moved to another zone; do nothing without a zone."""
        zone = self.zone_at(event.offset)
        if zone != self._hovered:
            self._hovered = zone
            if zone is not None:
                self.post_message(self.Pointed(zone))

    def on_leave(self) -> None:
        """Clear the zone under the mouse, so that returning to it is reported again."""
        self._hovered = None

    def on_click(self, event: events.Click) -> None:
        """Post ``Chosen``, not final, for the zone under the mouse; do nothing without a zone."""
        zone = self.zone_at(event.offset)
        if zone is not None:
            self.post_message(self.Chosen(zone, is_final=False))

    def action_jump(self, direction: str) -> None:
        """Post ``Pointed`` with the nearest zone in a direction that can be chosen.

        If there is none, it is the zone of the cursor. Do nothing if no zone can be chosen.
        """
        places = selection.positions(self.drawing)
        zone = selection.nearest(places, self.marks.legal, self.marks.cursor, direction)
        if zone is not None:
            self.post_message(self.Pointed(zone))

    def action_take(self) -> None:
        """Post ``Chosen``, as final, for the zone of the cursor; do nothing without a cursor."""
        if self.marks.cursor is not None:
            self.post_message(self.Chosen(self.marks.cursor, is_final=True))

    def on_key(self, event: events.Key) -> None:
        """Post ``Typed`` for a printable key; a command can be typed at any time.

        Other keys are ignored.
        """
        if event.character and event.is_printable:
            event.stop()
            self.post_message(self.Typed(event.character))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Post ``Scrolled`` for up, or with Shift for left."""
        self._scroll_by_wheel(event, "left" if event.shift else "up")

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Post ``Scrolled`` for down, or with Shift for right."""
        self._scroll_by_wheel(event, "right" if event.shift else "down")

    def _scroll_by_wheel(self, event: events.MouseEvent, direction: str) -> None:
        """Post ``Scrolled`` and prevent that Textual scrolls the widget itself."""
        event.stop()
        event.prevent_default()
        self.post_message(self.Scrolled(direction))


class Overlay(DrawingView, can_focus=True):
    """A drawing on top of the screen that any key or click closes."""

    def __init__(self) -> None:
        super().__init__(id="overlay", ground="panel")
        self._timer: Timer | None = None

    class Closed(Message):
        """Posted when the overlay was closed by the user or by its timer."""

    def open(self, drawing: Drawing, seconds: float) -> None:
        """Show a drawing in the middle of the screen, focus it, and close it after ``seconds``.

        An overlay that is open already is replaced, and its time starts again.
        """
        space = self.screen.size
        columns, lines = min(block_width(drawing) + 4, space.width), len(drawing) + 2
        rows = min(lines, space.height)
        self.styles.width, self.styles.height = columns, rows
        self.styles.offset = (space.width - columns) // 2, (space.height - rows) // 2
        self.display = True
        self.show(drawing)
        self.focus()
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(seconds, self.close)

    def close(self) -> None:
        """Hide the overlay and post ``Closed``; do nothing if it is hidden."""
        if self.display:
            self.display = False
            self.post_message(self.Closed())

    def on_key(self, event: events.Key) -> None:
        """Close the overlay; the key has no other effect."""
        event.stop()
        event.prevent_default()
        self.close()

    def on_click(self, event: events.Click) -> None:
        """Close the overlay."""
        event.stop()
        self.close()
