"""Draw the ring of islands: twelve cells with fixed places, clockwise from the upper left corner.

A small ring has two rows of six cells. A large ring has five columns and three rows, and the clouds
and characters inside. Unified islands have no border between their cells; the first tile has the
towers and students of the whole group.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from client.games.boxes import Area, Run, draw_grid
from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Span,
    change_sign,
    frame_role,
    key_label,
    pad,
    width,
    wrap,
)
from client.games.eriantys.forecast import island_at
from client.games.eriantys.pieces import (
    color_chip,
    influence_line,
    influence_ratio,
    island_pieces,
    island_zone,
    student_chips,
    student_squares,
)
from messages.eriantys.actions import MoveStudent, UseCharacterCard
from messages.eriantys.table import EriantysView, IslandView

TILES = 12


class Cell(NamedTuple):
    """The size of the content of a cell."""

    columns: int
    lines: int


SMALL = Cell(12, 2)
SMALL_WITH_INFLUENCE = Cell(12, 3)
MEDIUM_LINES = 3
LARGE = Cell(23, 5)
MIN_SMALL_RING_LINES = 2 * (SMALL.lines + 1) + 2
"""Minimum number of lines of a small ring with the clouds below."""
STEPS_WIDTH = 3
"""Columns of ``▲+2``; mother nature moves at most seven steps."""


def draw_small(view: EriantysView, marks: Marks, cell: Cell) -> Drawing:
    """Return the ring with two rows of six cells.

    Arrows in the border show the direction of mother nature.
    """
    runs = _runs(view, marks, cell)
    lines = draw_grid([runs[:6], runs[:5:-1]], cell.columns)
    return _with_arrows(lines, cell)


def draw_large(view: EriantysView, marks: Marks, cell: Cell, inside: Drawing) -> Drawing:
    """Return the ring with five columns and three rows around the lines ``inside``.

    Arrows in the border show the direction of mother nature.
    """
    runs = _runs(view, marks, cell)
    middle = Run(Area("inside"), inside, 3)
    rows = [runs[:5], [runs[11], middle, runs[5]], runs[10:5:-1]]
    return _with_arrows(draw_grid(rows, cell.columns), cell)


def min_large_ring_lines(cell: Cell) -> int:
    """Return the minimum number of lines of a large ring; what is inside may need more."""
    return 3 * (cell.lines + 1) + 1


def inner_columns(cell: Cell) -> int:
    """Return the number of columns inside a large ring."""
    return 3 * cell.columns + 2


def _with_arrows(lines: Drawing, cell: Cell) -> Drawing:
    """Return the ring with the direction of mother nature in its upper and lower border."""
    column = cell.columns // 2 + 1
    last = width(lines[0]) - 1 - column
    return [_with_sign(lines[0], last, "▶"), *lines[1:-1], _with_sign(lines[-1], column, "◀")]


def _with_sign(line: Line, column: int, sign: str) -> Line:
    """Return a line of narrow letters with the one in this column replaced."""
    spans: list[Span] = []
    start = 0
    for span in line:
        end = start + len(span.text)
        if start <= column < end:
            at = column - start
            span = span._replace(text=span.text[:at] + sign + span.text[at + 1 :])
        spans.append(span)
        start = end
    return tuple(spans)


# --- cells ----------------------------------------------------------------------------------------


def _runs(view: EriantysView, marks: Marks, cell: Cell) -> list[Run]:
    """Return the twelve cells in the order of their tiles."""
    blocks: dict[int, Drawing] = {}
    areas: dict[int, Area] = {}
    for island in view.islands:
        zone = island_zone(island)
        rank = 2 if zone == marks.cursor else int(zone in marks.legal)
        area = Area(zone[1], rank, frame_role(zone, marks), zone)
        areas.update(dict.fromkeys(island.tiles, area))
        blocks.update(zip(island.tiles, _island_blocks(view, island, marks, cell), strict=True))
    return [Run(areas[tile], blocks[tile]) for tile in range(TILES)]


def _island_blocks(
    view: EriantysView, island: IslandView, marks: Marks, cell: Cell
) -> list[Drawing]:
    """Return the content of each cell of an island; students continue in the next cell.

    The first cell has mother nature, towers and no-entry tiles, the others begin with their number.
    The influence is added where there is space.
    """
    lines = cell.lines - 1 if cell.lines == SMALL.lines else cell.lines - 2
    rows = _student_rows(island, marks, cell.columns, lines, len(island.tiles))
    blocks = [[_first_line(view, island, marks, cell), *rows[:lines]]]
    for number, tile in enumerate(island.tiles[1:], start=1):
        head: Line = (Span(f" {tile}", "muted"),)
        blocks.append([head, *rows[number * lines : (number + 1) * lines]])
    _add_influence(view, island, marks, cell, blocks)
    return blocks


def _first_line(view: EriantysView, island: IslandView, marks: Marks, cell: Cell) -> Line:
    """Return the first line of an island: tile, mother nature, towers and no-entry tiles.

    They have spaces between them only in a large cell with room for that.
    """
    zone = island_zone(island)
    key = key_label(zone[1], zone, marks)
    if key.role == "muted":
        key = key._replace(role="text+bold")
    pieces = island_pieces(view, island)
    spaced: Line = (key._replace(text=key.text.rstrip()), *_separated(pieces))
    room = cell.columns - 1 if cell.lines > SMALL.lines else 0
    return spaced if width(spaced) <= room else (key, *pieces)


def _separated(pieces: Iterable[Span]) -> Iterator[Span]:
    """Yield the pieces with a space before each."""
    for piece in pieces:
        yield Span(" ")
        yield piece


def _student_rows(
    island: IslandView, marks: Marks, columns: int, lines: int, cells: int
) -> list[Line]:
    """Return the students in rows of a cell: squares if they fit, otherwise chips with numbers.

    The student that the selected action would move there is the last one. Chips are written without
    spaces if the rows of all cells do not suffice.
    """
    preview = _arriving_student(island, marks)
    squares = wrap([*student_squares(island.students), *preview], columns, separator=" ")
    if lines > 1 and len(squares) <= lines * cells:
        return squares
    chips = [*student_chips(island.students), *preview]
    for indent, separator in ((" ", " "), (" ", "")):
        rows = wrap(chips, columns, indent, separator)
        if len(rows) <= lines * cells:
            return rows
    return wrap(chips, columns, "", "")


def _arriving_student(island: IslandView, marks: Marks) -> list[Line]:
    """Return the student that the selected action would move to the island, as a preview.

    The list has one part, or none if the action moves no student there.
    """
    action = marks.preview
    if not isinstance(action, MoveStudent | UseCharacterCard) or action.color is None:
        return []
    if action.island_position not in island.tiles:
        return []
    return [(Span("‹", "accent"), color_chip(action.color), Span("›", "accent"))]


# --- influence ------------------------------------------------------------------------------------


def _add_influence(
    view: EriantysView, island: IslandView, marks: Marks, cell: Cell, blocks: list[Drawing]
) -> None:
    """Add the sign of a change and the influence of each party to the blocks of an island.

    In cells of two lines the influence is a ratio at the end of the first line with space. In
    larger ones it has a line, which also has the steps of mother nature to a legal island.
    """
    first = blocks[0]
    changed = change_sign(island_zone(island), marks)
    if cell.lines > SMALL.lines:
        first[0] = _at_right(first[0], (changed,), cell.columns)
        first += [()] * (cell.lines - 1 - len(first))
        strengths = (Span(" "), *influence_line(view, island))
        gap = min(2, cell.columns - width(strengths) - STEPS_WIDTH) if len(strengths) > 1 else 0
        first.append((*strengths, Span(" " * gap), *_steps(view, island, marks)))
        return
    ratio: Line = (changed, influence_ratio(view, island))
    if changed.text == " " and width(first[0]) + width(ratio) > cell.columns:
        ratio = ratio[1:]
    if width(first[0]) + width(ratio) <= cell.columns:
        first[0] = _at_right(first[0], ratio, cell.columns)
        return
    if changed.text != " ":
        first[0] = _at_right(first[0], (changed,), cell.columns)
    _add_to_any_line(blocks, ratio[-1:], cell.columns)


def _add_to_any_line(blocks: Sequence[Drawing], addition: Line, columns: int) -> None:
    """Add a text at the right of the first line that has space for it; do nothing without one.

    The text is never added to the first line of the first block.
    """
    for number, block in enumerate(blocks):
        for index, line in enumerate(block):
            is_first_line = number == index == 0
            if not is_first_line and width(line) + width(addition) < columns:
                block[index] = _at_right(line, addition, columns)
                return


def _at_right(line: Line, addition: Line, columns: int) -> Line:
    """Return the line with an addition that ends in the last column."""
    return (*pad(line, columns - width(addition)), *addition)


def _steps(view: EriantysView, island: IslandView, marks: Marks) -> Line:
    """Return the steps of mother nature to an island where she may stop, such as ``▲+2``.

    Empty for other islands, for one beyond the maximum number of steps, and in other phases.
    """
    if view.phase != "MOTHER_NATURE" or island_zone(island) not in marks.legal:
        return ()
    count = len(view.islands)
    start = view.islands.index(island_at(view, view.mother_nature))
    steps = (view.islands.index(island) - start) % count or count
    if steps > view.max_steps:
        return ()
    return (Span(f"▲+{steps}", "legal"),)
