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
from client.games.codex.text import sign
from messages.codex.area import CodexArea, CodexPlaced, CodexSpot
from messages.codex.cards import CODEX_CARDS, LETTERS

ACROSS, DOWN = 4, 2
"""Columns and lines from a card to its neighbour."""
WIDE = 2
"""Columns to each side of the middle of a card or a spot."""
STEP = 3
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

    def shows(self, line: int, column: int) -> bool:
        """Return True if a card or a spot with this middle is completely in the window."""
        left, right = column - WIDE, column + WIDE
        return line in self.lines and left in self.columns and right in self.columns


def draw_area(
    area: CodexArea,
    size: Size,
    at: Point | None = None,
    *,
    numbers: bool = True,
    chosen: Point | None = None,
) -> tuple[list[str], str]:
    """Return the area around a place, and a count of what lies beyond: ``←2 ↓14``."""
    cards = [placed for placed in area.placed if placed.card in CODEX_CARDS]
    spots = area.spots if numbers else ()
    if not cards and not spots:
        return [], ""
    middles = [*map(_middle, cards), *map(_middle, spots)]
    window = _window(middles, size, at or chosen or _last(area))
    canvas: Canvas = {}
    for placed in cards:
        _draw_card(canvas, placed)
    for number, spot in enumerate(spots, start=1):
        if window.shows(*_middle(spot)):  # half a number would be another one
            _draw_spot(canvas, spot, f"<{number}>" if (spot.x, spot.y) == chosen else str(number))
    return _lines(canvas, window), _beyond(window, middles)


def step(area: CodexArea, size: Size, at: Point | None, way: Point) -> Point:
    """Return a place some cards further in a direction.

    It starts from the middle of the window, which may differ from the place that was asked for.
    """
    middles = [*map(_middle, area.placed), *map(_middle, area.spots)] or [(0, 0)]
    columns, lines = _window(middles, size, at or _last(area))
    x = (columns[0] + len(columns) // 2) // ACROSS + STEP * way[0]
    return x, -(lines[0] + len(lines) // 2) // DOWN + STEP * way[1]


def _last(area: CodexArea) -> Point:
    return (area.placed[-1].x, area.placed[-1].y) if area.placed else (0, 0)


def _middle(thing: CodexPlaced | CodexSpot) -> Point:
    """Return the line and the column of the middle of a card or a spot."""
    return -DOWN * thing.y, ACROSS * thing.x


def _draw_card(canvas: Canvas, placed: CodexPlaced) -> None:
    top_left, top_right, low_left, low_right = map(sign, placed.face.corners)
    line, column = _middle(placed)
    _write(canvas, line - 1, column - WIDE, f"{top_left}---{top_right}")
    _write(canvas, line, column - WIDE, f"|{centre(placed)}|")
    _write(canvas, line + 1, column - WIDE, f"{low_left}---{low_right}")


def centre(placed: CodexPlaced) -> str:
    """Return the three signs in the middle of a card."""
    card = CODEX_CARDS[placed.card]
    if card.kind == "STARTER":
        return f"{''.join(LETTERS[s] for s in placed.face.centre) or 's':^3}"
    letter = LETTERS[card.kingdom]
    if placed.side == "BACK":
        return f"({letter})"
    return f"*{letter.lower()}*" if card.kind == "GOLD" else f" {letter.lower()} "


def _draw_spot(canvas: Canvas, spot: CodexSpot, text: str) -> None:
    line, column = _middle(spot)
    _write(canvas, line, column - WIDE, f"{text:^{2 * WIDE + 1}}")


def _write(canvas: Canvas, line: int, column: int, text: str) -> None:
    for offset, character in enumerate(text):
        if character != " " or (line, column + offset) not in canvas:
            canvas[line, column + offset] = character


def _window(middles: Sequence[Point], size: Size, at: Point) -> Window:
    """Everything if there is room, otherwise the part around a place."""
    lines, columns = zip(*middles, strict=True)
    return Window(
        _span(min(columns) - WIDE, max(columns) + WIDE, size.width, ACROSS * at[0]),
        _span(min(lines) - 1, max(lines) + 1, size.height, -DOWN * at[1]),
    )


def _span(first: int, last: int, room: int, around: int) -> range:
    start = max(first, min(around - room // 2, last - room + 1))
    return range(start, min(start + room, last + 1))


def _lines(canvas: Canvas, window: Window) -> list[str]:
    """Without the empty lines above and below the outermost spots."""
    lines = [
        "".join(canvas.get((line, column), " ") for column in window.columns).rstrip()
        for line in window.lines
    ]
    shown = [number for number, line in enumerate(lines) if line]
    return lines[shown[0] : shown[-1] + 1] if shown else []


def _beyond(window: Window, middles: Sequence[Point]) -> str:
    """Count the cards and spots outside the window, or partly outside, in each direction."""
    columns, lines = window
    counts = {
        "←": sum(column - WIDE < columns[0] for _, column in middles),
        "→": sum(column + WIDE > columns[-1] for _, column in middles),
        "↑": sum(line < lines[0] for line, _ in middles),
        "↓": sum(line > lines[-1] for line, _ in middles),
    }
    return " ".join(f"{arrow}{number}" for arrow, number in counts.items() if number)
