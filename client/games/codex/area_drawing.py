"""One area of Codex Naturalis as text, or the part of it that a window shows.

A card has five columns and three lines and shares its corners with its neighbours, where the newer
card is on top:

    F---.       corners: a symbol, . empty, x none
    | f |       small: the kingdom of a front, * * around a gold one; (F): a back
    F---x

An open spot shows its number, in <> if it is about to be chosen. The middle of a window is the last
card placed, the spot about to be chosen, or where somebody scrolled to.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client.games.base import Point
from client.games.codex.text import corner_sign
from messages.codex.area import CodexArea, CodexPlaced, CodexSpot
from messages.codex.cards import CODEX_CARDS, LETTERS

COLUMN_STEP, LINE_STEP = 4, 2
"""Columns and lines from a card to its neighbour."""
HALF_WIDTH = 2
"""Columns to each side of the middle of a card or a spot."""
SCROLL_STEP = 3
"""Cards by which the window moves at once."""

Canvas = dict[Point, str]
"""Characters by line and column; lines grow downwards."""


class Size(NamedTuple):
    """Columns and lines that there is room for."""

    width: int
    height: int


class Window(NamedTuple):
    """The columns and the lines of a canvas that are shown."""

    columns: range
    lines: range

    def contains(self, line: int, column: int) -> bool:
        """Return True if a card or a spot with this middle is completely in the window."""
        left, right = column - HALF_WIDTH, column + HALF_WIDTH
        return line in self.lines and left in self.columns and right in self.columns


def draw_area(
    area: CodexArea,
    size: Size,
    center: Point | None = None,
    *,
    numbers: bool = True,
    chosen: Point | None = None,
) -> tuple[list[str], str]:
    """Return the area around a place, and a count of what lies beyond: ``←2 ↓14``."""
    cards = [placed for placed in area.placed if placed.card in CODEX_CARDS]
    spots = area.spots if numbers else ()
    if not cards and not spots:
        return [], ""
    centers = [*map(_canvas_center, cards), *map(_canvas_center, spots)]
    window = _make_window(centers, size, center or chosen or _last_placed(area))
    canvas: Canvas = {}
    for placed in cards:
        _draw_card(canvas, placed)
    for number, spot in enumerate(spots, start=1):
        if window.contains(*_canvas_center(spot)):  # half a number would be another one
            _draw_spot(canvas, spot, f"<{number}>" if (spot.x, spot.y) == chosen else str(number))
    return _render_lines(canvas, window), _count_outside(window, centers)


def scroll_center(area: CodexArea, size: Size, center: Point | None, direction: Point) -> Point:
    """Return a place some cards further in a direction.

    It starts from the middle of the window, which may differ from the place that was asked for.
    """
    centers = [*map(_canvas_center, area.placed), *map(_canvas_center, area.spots)] or [(0, 0)]
    columns, lines = _make_window(centers, size, center or _last_placed(area))
    x = (columns[0] + len(columns) // 2) // COLUMN_STEP + SCROLL_STEP * direction[0]
    return x, -(lines[0] + len(lines) // 2) // LINE_STEP + SCROLL_STEP * direction[1]


def _last_placed(area: CodexArea) -> Point:
    return (area.placed[-1].x, area.placed[-1].y) if area.placed else (0, 0)


def _canvas_center(item: CodexPlaced | CodexSpot) -> Point:
    """Return the line and the column of the middle of a card or a spot."""
    return -LINE_STEP * item.y, COLUMN_STEP * item.x


def _draw_card(canvas: Canvas, placed: CodexPlaced) -> None:
    top_left, top_right, low_left, low_right = map(corner_sign, placed.face.corners)
    line, column = _canvas_center(placed)
    _write(canvas, line - 1, column - HALF_WIDTH, f"{top_left}---{top_right}")
    _write(canvas, line, column - HALF_WIDTH, f"|{center_signs(placed)}|")
    _write(canvas, line + 1, column - HALF_WIDTH, f"{low_left}---{low_right}")


def center_signs(placed: CodexPlaced) -> str:
    """Return the three signs in the middle of a card."""
    card = CODEX_CARDS[placed.card]
    if card.kind == "STARTER":
        return f"{''.join(LETTERS[s] for s in placed.face.centre) or 's':^3}"
    letter = LETTERS[card.kingdom]
    if placed.side == "BACK":
        return f"({letter})"
    return f"*{letter.lower()}*" if card.kind == "GOLD" else f" {letter.lower()} "


def _draw_spot(canvas: Canvas, spot: CodexSpot, text: str) -> None:
    line, column = _canvas_center(spot)
    _write(canvas, line, column - HALF_WIDTH, f"{text:^{2 * HALF_WIDTH + 1}}")


def _write(canvas: Canvas, line: int, column: int, text: str) -> None:
    for offset, character in enumerate(text):
        if character != " " or (line, column + offset) not in canvas:
            canvas[line, column + offset] = character


def _make_window(centers: Sequence[Point], size: Size, center: Point) -> Window:
    """Everything if there is room, otherwise the part around a place."""
    lines, columns = zip(*centers, strict=True)
    return Window(
        _visible_range(
            min(columns) - HALF_WIDTH,
            max(columns) + HALF_WIDTH,
            size.width,
            COLUMN_STEP * center[0],
        ),
        _visible_range(min(lines) - 1, max(lines) + 1, size.height, -LINE_STEP * center[1]),
    )


def _visible_range(first: int, last: int, length: int, center: int) -> range:
    start = max(first, min(center - length // 2, last - length + 1))
    return range(start, min(start + length, last + 1))


def _render_lines(canvas: Canvas, window: Window) -> list[str]:
    """Without the empty lines above and below the outermost spots."""
    lines = [
        "".join(canvas.get((line, column), " ") for column in window.columns).rstrip()
        for line in window.lines
    ]
    filled = [number for number, line in enumerate(lines) if line]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _count_outside(window: Window, centers: Sequence[Point]) -> str:
    """Count the cards and spots outside the window, or partly outside, in each direction."""
    columns, lines = window
    counts = {
        "←": sum(column - HALF_WIDTH < columns[0] for _, column in centers),
        "→": sum(column + HALF_WIDTH > columns[-1] for _, column in centers),
        "↑": sum(line < lines[0] for line, _ in centers),
        "↓": sum(line > lines[-1] for line, _ in centers),
    }
    return " ".join(f"{arrow}{number}" for arrow, number in counts.items() if number)
