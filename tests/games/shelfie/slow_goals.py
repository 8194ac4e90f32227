"""A slow and simple implementation of the common goals, directly from the text of A.11.

A shelf is a grid of letters; nothing is shared with games/shelfie.
"""

from collections.abc import Callable
from itertools import combinations

Grid = list[list[str]]
Place = tuple[int, int]

PLACES: list[Place] = [(row, column) for row in range(6) for column in range(5)]
KINDS = "CBGFTP"


def tile_at(grid: Grid, place: Place) -> str:
    return grid[place[0]][place[1]]


def are_adjacent(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def groups(grid: Grid) -> list[set[Place]]:
    """Merge single tiles as long as two groups of one type touch."""
    found = [{place} for place in PLACES if tile_at(grid, place) != "."]
    while True:
        for one, other in combinations(found, 2):
            same = tile_at(grid, min(one)) == tile_at(grid, min(other))
            if same and any(are_adjacent(p, q) for p in one for q in other):
                found.remove(other)
                one |= other
                break
        else:
            return found


def is_one_type(grid: Grid, places: list[Place]) -> bool:
    return any(all(tile_at(grid, place) == kind for place in places) for kind in KINDS)


def squares(grid: Grid) -> list[list[Place]]:
    corners = [(row, column) for row in range(5) for column in range(4)]
    blocks = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in corners]
    return [block for block in blocks if is_one_type(grid, block)]


def pairs_of_squares(grid: Grid) -> list[tuple[list[Place], list[Place]]]:
    return [(a, b) for a, b in combinations(squares(grid), 2) if not set(a) & set(b)]


def columns(grid: Grid) -> list[list[str]]:
    return [[grid[row][column] for row in range(6)] for column in range(5)]


def full_with(lines: list[list[str]], least: int, most: int) -> int:
    return sum("." not in line and least <= len(set(line)) <= most for line in lines)


def diagonals() -> list[list[Place]]:
    down_right = [[(row + n, n) for n in range(5)] for row in (0, 1)]
    down_left = [[(row + n, 4 - n) for n in range(5)] for row in (0, 1)]
    return down_right + down_left


def crosses() -> list[list[Place]]:
    centres = [(row, column) for row in range(1, 5) for column in range(1, 4)]
    return [
        [(r, c), (r - 1, c - 1), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c + 1)] for r, c in centres
    ]


def heights(grid: Grid) -> list[int]:
    return [sum(tile != "." for tile in column) for column in columns(grid)]


SLOW: dict[str, Callable[[Grid], bool]] = {
    "PAIRS": lambda grid: sum(len(group) >= 2 for group in groups(grid)) >= 6,
    "FOURS": lambda grid: sum(len(group) >= 4 for group in groups(grid)) >= 4,
    "CORNERS": lambda grid: is_one_type(grid, [(0, 0), (0, 4), (5, 0), (5, 4)]),
    "SQUARES": lambda grid: bool(pairs_of_squares(grid)),
    "COLS3": lambda grid: full_with(columns(grid), 1, 3) >= 3,
    "EIGHT": lambda grid: any(sum(row.count(kind) for row in grid) >= 8 for kind in KINDS),
    "DIAG": lambda grid: any(is_one_type(grid, line) for line in diagonals()),
    "ROWS3": lambda grid: full_with(grid, 1, 3) >= 4,
    "COLS6": lambda grid: full_with(columns(grid), 6, 6) >= 2,
    "ROWS5": lambda grid: full_with(grid, 5, 5) >= 2,
    "X": lambda grid: any(is_one_type(grid, cross) for cross in crosses()),
    "STAIRS": lambda grid: (
        heights(grid) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6], [5, 4, 3, 2, 1], [6, 5, 4, 3, 2])
    ),
}


def slow_same_squares(grid: Grid) -> bool:
    """SQUARES with ``squares_same_type``."""
    return any(tile_at(grid, a[0]) == tile_at(grid, b[0]) for a, b in pairs_of_squares(grid))
