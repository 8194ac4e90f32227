"""Grids of cells with light and heavy borders, for the boards of all games.

Neighbouring cells of one area have no border between them. A border is heavy if one of its two
areas can be chosen. The signs where borders meet are looked up by the weights of their four arms.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from client.games.drawing import Drawing, Line, Span, Zone, cut, in_zone, pad

NONE, LIGHT, HEAVY = range(3)
_WEIGHTS = {"LIGHT": LIGHT, "HEAVY": HEAVY}
_ARMS = {
    "UP": ("UP",),
    "RIGHT": ("RIGHT",),
    "DOWN": ("DOWN",),
    "LEFT": ("LEFT",),
    "VERTICAL": ("UP", "DOWN"),
    "HORIZONTAL": ("RIGHT", "LEFT"),
}
Weights = tuple[int, int, int, int]
"""The weights of the arms up, right, down and left."""

# --- signs ----------------------------------------------------------------------------------------


def _weights_of(name: str) -> Weights | None:
    """Return the arms in the Unicode name of a box drawing sign; None if it is a dashed line.

    Any other word than weights, directions and ``AND`` gives None too. A weight before the first
    direction holds for all directions, otherwise each part of the name between ``AND`` has the
    weight behind its directions: ``DOWN LIGHT AND RIGHT HEAVY``.
    """
    words = name.removeprefix("BOX DRAWINGS ").split()
    if not set(words) <= {*_WEIGHTS, *_ARMS, "AND"}:
        return None
    arms: dict[str, int] = {}
    for part in " ".join(words).split(" AND "):
        weight = next((w for w in part.split() if w in _WEIGHTS), words[0])
        for word in part.split():
            arms.update(dict.fromkeys(_ARMS.get(word, ()), _WEIGHTS[weight]))
    return arms.get("UP", 0), arms.get("RIGHT", 0), arms.get("DOWN", 0), arms.get("LEFT", 0)


def _build_signs() -> dict[Weights, str]:
    """Return the sign for each combination of arms; light corners are round."""
    signs: dict[Weights, str] = {(NONE, NONE, NONE, NONE): " "}
    for code in range(0x2500, 0x254C):
        weights = _weights_of(unicodedata.name(chr(code)))
        if weights is not None:
            signs[weights] = chr(code)
    for sign, name in (("╭", "┌"), ("╮", "┐"), ("╰", "└"), ("╯", "┘")):
        weights = _weights_of(unicodedata.name(name))
        assert weights is not None
        signs[weights] = sign
    return signs


SIGNS = _build_signs()
"""The sign for each combination of the weights of the arms up, right, down and left."""


# --- grids ----------------------------------------------------------------------------------------


class Area(NamedTuple):
    """A part of a grid: cells with the same ``key``, which has no border inside.

    ``rank`` is 0 for an area that cannot be chosen, higher for a more important one; the area with
    the higher rank determines role and zone of a border.
    """

    key: str
    rank: int = 0
    role: str = "muted"
    zone: Zone | None = None


class Run(NamedTuple):
    """Neighbouring cells of a row with one content, which may cross the columns of the grid."""

    area: Area
    block: Drawing
    cells: int = 1


_OUTSIDE = Area("", -1)


class _Edge(NamedTuple):
    weight: int = NONE
    rank: int = -1
    role: str = "muted"
    zone: Zone | None = None


def _edge(a: Area, b: Area) -> _Edge:
    """Return the border between two areas; without weight if they are the same.

    It is heavy if one of them can be chosen. Role and zone are those of the area with the higher
    rank.
    """
    if a.key == b.key:
        return _Edge(zone=a.zone)
    stronger = a if a.rank >= b.rank else b
    return _Edge(HEAVY if stronger.rank else LIGHT, stronger.rank, stronger.role, stronger.zone)


class _Grid:
    """The areas of the cells; coordinates outside the grid have an area without a zone."""

    def __init__(self, rows: Sequence[Sequence[Run]]) -> None:
        self.areas = [[run.area for run in row for _ in range(run.cells)] for row in rows]

    def area(self, row: int, column: int) -> Area:
        """Return the area of a cell; ``_OUTSIDE`` for coordinates outside the grid."""
        inside = 0 <= row < len(self.areas) and 0 <= column < len(self.areas[row])
        return self.areas[row][column] if inside else _OUTSIDE

    def vertical(self, row: int, column: int) -> _Edge:
        """Return the border to the left of a cell."""
        return _edge(self.area(row, column - 1), self.area(row, column))

    def horizontal(self, row: int, column: int) -> _Edge:
        """Return the border above a cell."""
        return _edge(self.area(row - 1, column), self.area(row, column))

    def joint(self, row: int, column: int) -> Span:
        """Return the sign where the borders meet above and to the left of a cell."""
        edges = (
            self.vertical(row - 1, column),
            self.horizontal(row, column),
            self.vertical(row, column),
            self.horizontal(row, column - 1),
        )
        up, right, down, left = (edge.weight for edge in edges)
        strongest = max(edges, key=lambda edge: edge.rank)
        return Span(SIGNS[up, right, down, left], strongest.role, strongest.zone)


def draw_grid(rows: Sequence[Sequence[Run]], cell: int) -> Drawing:
    """Return a grid whose cells have ``cell`` columns; a row is as high as its highest content.

    All rows have the same number of cells. Content that is too wide is cut.
    """
    grid = _Grid(rows)
    lines: Drawing = []
    for row, runs in enumerate(rows):
        lines.append(tuple(_border(grid, row, cell)))
        height = max(len(run.block) for run in runs)
        sides = _sides(grid, row, runs)
        lines += [tuple(_content(sides, runs, cell, line)) for line in range(height)]
    return [merge_spans(line) for line in (*lines, tuple(_border(grid, len(rows), cell)))]


def _border(grid: _Grid, row: int, cell: int) -> Iterator[Span]:
    """Yield the border above a row; it is blank inside an area."""
    columns = len(grid.areas[0])
    for column in range(columns):
        yield grid.joint(row, column)
        edge = grid.horizontal(row, column)
        sign = SIGNS[NONE, edge.weight, NONE, edge.weight]
        yield Span(sign * cell, edge.role, edge.zone)
    yield grid.joint(row, columns)


def _sides(grid: _Grid, row: int, runs: Sequence[Run]) -> list[Span]:
    """Return the vertical borders of a row: before each run and after the last one."""
    columns = accumulate((run.cells for run in runs), initial=0)
    edges = [grid.vertical(row, column) for column in columns]
    return [Span(SIGNS[e.weight, NONE, e.weight, NONE], e.role, e.zone) for e in edges]


def _content(sides: Sequence[Span], runs: Sequence[Run], cell: int, number: int) -> Iterator[Span]:
    """Yield line ``number`` of the content of a row, cut or padded, with the vertical borders."""
    for side, run in zip(sides, runs, strict=False):
        yield side
        columns = run.cells * (cell + 1) - 1
        line = run.block[number] if number < len(run.block) else ()
        yield from in_zone(pad(cut(line, columns), columns), run.area.zone)
    yield sides[-1]


def merge_spans(line: Line) -> Line:
    """Return the line with neighbouring spans of the same role and zone joined."""
    merged: list[Span] = []
    for span in line:
        text, role, zone = span
        if merged and merged[-1].role == role and merged[-1].zone == zone:
            merged[-1] = Span(merged[-1].text + text, role, zone)
        else:
            merged.append(span)
    return tuple(merged)
