"""One area of Codex Naturalis as text.

A card has five columns and three lines and shares its corners with its neighbours, where the newer
card is on top:

    F---.       corners: a symbol, . empty, x none
    | f |       small: the kingdom of a front, * * around a gold one; (F): a back
    F---x

An open spot shows its number. What does not fit beside the left edge of the window is cut off.
"""

from client.tui.phrases.codex_cards import sign
from messages import CodexArea, CodexPlaced
from messages.codex_cards import CODEX_CARDS, LETTERS

WIDTH = 79
ACROSS, DOWN = 4, 2
"""Columns and lines from a card to its neighbour."""

Canvas = dict[tuple[int, int], str]
"""What stands where, by line and column; lines grow downwards."""


def draw_area(area: CodexArea, *, numbers: bool = True) -> list[str]:
    """The whole area, and the numbers of its open spots."""
    canvas: Canvas = {}
    for placed in area.placed:
        if placed.card in CODEX_CARDS:
            _draw_card(canvas, placed)
    for number, spot in enumerate(area.spots, start=1):
        _write(canvas, -DOWN * spot.y, ACROSS * spot.x - 1, f"{number:^3}" if numbers else "")
    return _lines(canvas)


def _draw_card(canvas: Canvas, placed: CodexPlaced) -> None:
    top_left, top_right, low_left, low_right = map(sign, placed.face.corners)
    line, column = -DOWN * placed.y, ACROSS * placed.x - 2
    _write(canvas, line - 1, column, f"{top_left}---{top_right}")
    _write(canvas, line, column, f"|{centre(placed)}|")
    _write(canvas, line + 1, column, f"{low_left}---{low_right}")


def centre(placed: CodexPlaced) -> str:
    """Three signs: what the middle of a card shows."""
    card = CODEX_CARDS[placed.card]
    if card.kind == "STARTER":
        return f"{''.join(LETTERS[s] for s in placed.face.centre) or 's':^3}"
    letter = LETTERS[card.kingdom]
    if placed.side == "BACK":
        return f"({letter})"
    return f"*{letter.lower()}*" if card.kind == "GOLD" else f" {letter.lower()} "


def _write(canvas: Canvas, line: int, column: int, text: str) -> None:
    for offset, character in enumerate(text):
        if character != " " or (line, column + offset) not in canvas:
            canvas[line, column + offset] = character


def _lines(canvas: Canvas) -> list[str]:
    if not canvas:
        return []
    rows, columns = [line for line, _ in canvas], [column for _, column in canvas]
    left, right = _window(min(columns), max(columns))
    return [
        "".join(canvas.get((line, column), " ") for column in range(left, right + 1)).rstrip()
        for line in range(min(rows), max(rows) + 1)
    ]


def _window(left: int, right: int) -> tuple[int, int]:
    """The columns to show: all, or those around the middle of the area."""
    if right - left < WIDTH:
        return left, right
    middle = (left + right) // 2
    return middle - WIDTH // 2, middle + WIDTH // 2
