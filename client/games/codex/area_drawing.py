"""Draw an area of Codex Naturalis as text, or the part of it inside a window.

A card has five columns and three lines. It shares its corners with its neighbours, where the newer
card is on top:

    F---.       corners: a symbol, . empty, x none
    | f |       lower case: kingdom of a front, * * around that of a gold card; (F): a back
    F---x

An open spot shows its number. The window is centred on the position scrolled to, or on the card
placed last.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client.games.codex.text import corner_sign
from client.games.drawing import Point
from messages.codex.area import CodexArea, CodexPlaced, CodexSpot
from messages.codex.cards import CODEX_CARDS, LETTERS

COLUMN_STEP, LINE_STEP = 4, 2
"""Distance from a card to its neighbour, in columns and lines."""
HALF_WIDTH = 2
"""Columns to each side of the centre of a card or spot."""

Canvas = dict[Point, str]
"""Characters by line and column; line numbers increase downwards."""


class Size(NamedTuple):
    """The space for an area in columns and lines."""

    width: int
    height: int


class Window(NamedTuple):
    """The columns and lines of a canvas that are shown."""

    columns: range
    lines: range

    def contains(self, line: int, column: int) -> bool:
        """Return whether a spot with this centre is inside the window with its full width."""
        left, right = column - HALF_WIDTH, column + HALF_WIDTH
        return line in self.lines and left in self.columns and right in self.columns


def draw_area(
    area: CodexArea,
    size: Size,
    center: Point | None = None,
    *,
    numbers: bool = True,
) -> tuple[list[str], str]:
    """Return the lines of the area around a centre, and counts of what is outside: ``←2 ↓14``.

    Without ``center`` the window shows the card placed last. Without ``numbers`` no spots are
    drawn. Unknown cards are left out; an area with nothing to draw gives no lines.
    """
    cards = [placed for placed in area.placed if placed.card in CODEX_CARDS]
    spots = area.spots if numbers else ()
    if not cards and not spots:
        return [], ""
    centers = [*map(_canvas_center, cards), *map(_canvas_center, spots)]
    window = _make_window(centers, size, center or _last_placed(area))
    canvas: Canvas = {}
    for placed in cards:
        _draw_card(canvas, placed)
    for number, spot in enumerate(spots, start=1):
        if window.contains(*_canvas_center(spot)):  # a cut number would be read as another one
            _draw_spot(canvas, spot, str(number))
    return _render_lines(canvas, window), _count_outside(window, centers)


def _last_placed(area: CodexArea) -> Point:
    """Return the position of the card placed last; (0, 0) in an empty area."""
    return (area.placed[-1].x, area.placed[-1].y) if area.placed else (0, 0)


def _canvas_center(item: CodexPlaced | CodexSpot) -> Point:
    """Return line and column of the centre of a card or spot, in this order."""
    return -LINE_STEP * item.y, COLUMN_STEP * item.x


def _draw_card(canvas: Canvas, placed: CodexPlaced) -> None:
    """Draw a card with its corners and centre on the canvas, over older cards."""
    top_left, top_right, low_left, low_right = map(corner_sign, placed.face.corners)
    line, column = _canvas_center(placed)
    _write(canvas, line - 1, column - HALF_WIDTH, f"{top_left}---{top_right}")
    _write(canvas, line, column - HALF_WIDTH, f"|{center_signs(placed)}|")
    _write(canvas, line + 1, column - HALF_WIDTH, f"{low_left}---{low_right}")


def center_signs(placed: CodexPlaced) -> str:
    """Return the three characters in the centre of a card.

    A starter has its central symbols or ``s``, a back ``(F)``, a gold front ``*f*``, another front
    `` f ``.
    """
    card = CODEX_CARDS[placed.card]
    if card.kind == "STARTER":
        return f"{''.join(LETTERS[s] for s in placed.face.centre) or 's':^3}"
    letter = LETTERS[card.kingdom]
    if placed.side == "BACK":
        return f"({letter})"
    return f"*{letter.lower()}*" if card.kind == "GOLD" else f" {letter.lower()} "


def _draw_spot(canvas: Canvas, spot: CodexSpot, text: str) -> None:
    """Write the text of an open spot on the canvas, centred on the spot."""
    line, column = _canvas_center(spot)
    _write(canvas, line, column - HALF_WIDTH, f"{text:^{2 * HALF_WIDTH + 1}}")


def _write(canvas: Canvas, line: int, column: int, text: str) -> None:
    """Write text on the canvas; spaces do not overwrite characters."""
    for offset, character in enumerate(text):
        if character != " " or (line, column + offset) not in canvas:
            canvas[line, column + offset] = character


def _make_window(card_centers: Sequence[Point], size: Size, focus: Point) -> Window:
    """Return a window on all cards if they fit, otherwise on the part around ``focus``.

    ``card_centers`` are lines and columns of the canvas, ``focus`` is a position in the area.
    """
    lines, columns = zip(*card_centers, strict=True)
    return Window(
        _visible_range(
            min(columns) - HALF_WIDTH,
            max(columns) + HALF_WIDTH,
            size.width,
            COLUMN_STEP * focus[0],
        ),
        _visible_range(min(lines) - 1, max(lines) + 1, size.height, -LINE_STEP * focus[1]),
    )


def _visible_range(first: int, last: int, length: int, center: int) -> range:
    """Return at most ``length`` numbers from ``first`` to ``last``, around ``center`` if possible.

    At an edge the range is moved inwards instead of shortened.
    """
    start = max(first, min(center - length // 2, last - length + 1))
    return range(start, min(start + length, last + 1))


def _render_lines(canvas: Canvas, window: Window) -> list[str]:
    """Return the lines of the window without empty ones at top and bottom."""
    lines = [
        "".join(canvas.get((line, column), " ") for column in window.columns).rstrip()
        for line in window.lines
    ]
    filled = [number for number, line in enumerate(lines) if line]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _count_outside(window: Window, centers: Sequence[Point]) -> str:
    """Return counts of the cards and spots outside the window in each direction: ``←2 ↓14``.

    Directions without any are left out.
    """
    columns, lines = window
    counts = {
        "←": sum(column - HALF_WIDTH < columns[0] for _, column in centers),
        "→": sum(column + HALF_WIDTH > columns[-1] for _, column in centers),
        "↑": sum(line < lines[0] for line, _ in centers),
        "↓": sum(line > lines[-1] for line, _ in centers),
    }
    return " ".join(f"{arrow}{number}" for arrow, number in counts.items() if number)
