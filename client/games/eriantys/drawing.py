"""Draw the board of Eriantys for the full-screen client: ring, assistants and schools.

Each part takes the largest variant that fits. In a small window only the legal targets, the
reader's pieces and the towers are drawn.
"""

from collections.abc import Iterator

from client.games.drawing import Drawing, Marks, Names, Size, cut, pack
from client.games.eriantys import cards, ring, schools
from client.games.eriantys.folded import draw_folded
from messages.eriantys.table import EriantysView

FULL = Size(79, 12)
"""The smallest size for the whole board; a smaller one gets the folded board."""
LARGE_COLUMNS = 5 * (ring.LARGE.columns + 1) + 1
MEDIUM_COLUMNS = 81


def draw(view: EriantysView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Return the board for a size; a small window gets the folded board.

    Lines are cut at the width. The board is higher than the size if its lowest variants do not fit.
    """
    if size.columns < FULL.columns or size.lines < FULL.lines:
        return draw_folded(view, names, size, marks)
    parts = [
        _ring_variants(view, size, marks),
        _assistant_variants(view, names, size.columns, marks),
        _school_variants(view, names, size, marks),
    ]
    return [cut(line, size.columns) for line in pack(parts, size.lines)]


def _ring_variants(view: EriantysView, size: Size, marks: Marks) -> Iterator[Drawing]:
    """Yield the ring with clouds and characters, from large to small.

    The large ring is left out below ``LARGE_COLUMNS``, and the medium one if it cannot fit together
    with the table of the schools. Two small rings, with and without influence, always follow.
    """
    columns, lines = size.columns, size.lines - schools.table_lines(view)
    if columns >= LARGE_COLUMNS:
        inside = cards.draw_inside_large_ring(view, marks, ring.inner_columns(ring.LARGE))
        yield ring.draw_large(view, marks, ring.LARGE, inside)
    medium = ring.Cell((min(columns, MEDIUM_COLUMNS) - 6) // 5, ring.MEDIUM_LINES)
    if ring.min_large_ring_lines(medium) <= lines:
        inside = cards.draw_inside_medium_ring(view, marks, ring.inner_columns(medium))
        yield ring.draw_large(view, marks, medium, inside)
    below = cards.clouds_line(view, marks, columns) + cards.characters_lines(view, marks, columns)
    for cell in (ring.SMALL_WITH_INFLUENCE, ring.SMALL):
        yield ring.draw_small(view, marks, cell) + below


def _assistant_variants(
    view: EriantysView, names: Names, columns: int, marks: Marks
) -> Iterator[Drawing]:
    """Yield the reader's assistants in frames or in a line; empty outside the planning phase."""
    yield cards.assistants_boxes(view, names, marks, columns)
    yield cards.assistants_line(view, names, marks, columns)


def _school_variants(
    view: EriantysView, names: Names, size: Size, marks: Marks
) -> Iterator[Drawing]:
    """Yield the schools in frames with and without hands, then in a table.

    Frames are yielded only if they fit together with the lowest ring.
    """
    limit = LARGE_COLUMNS if size.columns >= LARGE_COLUMNS else MEDIUM_COLUMNS
    room = min(size.columns, limit)
    if size.lines >= ring.MIN_SMALL_RING_LINES + schools.BOX_LINES:
        yield schools.draw_boxes(view, names, marks, room, hands=True)
        yield schools.draw_boxes(view, names, marks, room)
    yield schools.draw_table(view, names, marks)
