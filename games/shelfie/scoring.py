"""My Shelfie: personal goals, common goals and final points (A.9, A.10, A.11)."""

from collections.abc import Callable, Container
from itertools import combinations

from games.shelfie.shelf import COLUMNS, ROWS, SIZE, regions, shelf_rows
from games.shelfie.state import State
from games.shelfie.tiles import EMPTY, TILES, parse_tiles
from messages.base import Seat
from messages.shelfie.actions import ShelfieGoal
from messages.shelfie.table import ShelfieResult

PERSONAL_GOALS = tuple(
    parse_tiles(text)
    for text in (
        "P.F.. ....C ...B. .G... ..... ..T..",
        "..... .P... C.G.. ....B ...T. ....F",
        "..... F..G. ..P.. .C..T ..... B....",
        "....G ..... T.F.. ...P. .BC.. .....",
        "..... .T... ..... .FB.. ....P G..C.",
        "..T.C ..... ...B. ..... .G.F. P....",
        "C.... ...F. .P... T.... ....G ..B..",
        "....F .C... ..T.. P.... ...B. ...G.",
        "..G.. ..... ..C.. ....B .T..P F....",
        "....T .G... B.... ...C. .F... ...P.",
        "..P.. .B... G.... ..F.. ....C ...T.",
        "..B.. .P... ..F.. ...T. ....G C....",
    )
)
"""The twelve personal goals as shelves; the printed number of a goal is its index plus one."""

PERSONAL_POINTS = (0, 1, 2, 4, 6, 9, 12)
"""Points by the number of places of the goal that hold the right tile."""
REGION_POINTS = (0, 0, 0, 2, 3, 5, 8)
"""Points by the size of a region; larger regions get the last value."""
END_POINT = 1


def personal_points(card: int, shelf: bytes) -> int:
    """Return the points for a personal goal; ``card`` is its index."""
    pairs = zip(PERSONAL_GOALS[card], shelf, strict=True)
    return PERSONAL_POINTS[sum(wanted == tile != EMPTY for wanted, tile in pairs)]


def adjacency_points(shelf: bytes) -> int:
    """Return the points for regions of equal tiles."""
    return sum(REGION_POINTS[min(size, len(REGION_POINTS) - 1)] for _, size in regions(shelf))


def result_of(state: State, seat: Seat) -> ShelfieResult:
    """Return all points of a seat; a seat that has left has none."""
    card, shelf = state.cards[seat], state.shelves[seat]
    common = personal = adjacency = end = 0
    if seat in state.seated:
        common = sum(state.tokens[seat])
        personal = personal_points(card, shelf)
        adjacency = adjacency_points(shelf)
        end = END_POINT if state.filler == seat else 0
    total = common + personal + adjacency + end
    return ShelfieResult(shelf_rows(PERSONAL_GOALS[card]), common, personal, adjacency, end, total)


# --- the twelve common goals: A.11 ----------------------------------------------------------------

CORNERS = (0, COLUMNS - 1, SIZE - COLUMNS, SIZE - 1)
RIGHT, LEFT = COLUMNS + 1, COLUMNS - 1
"""One step down and to a side."""
DIAGONALS = ((0, RIGHT), (5, RIGHT), (4, LEFT), (9, LEFT))
"""The start and the index offset of each diagonal of five."""
CENTRES = tuple(r * COLUMNS + c for r in range(1, ROWS - 1) for c in range(1, COLUMNS - 1))
BLOCKS = tuple(r * COLUMNS + c for r in range(ROWS - 1) for c in range(COLUMNS - 1))
"""The upper left places of all squares of four."""
STAIRS = frozenset({(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (6, 5, 4, 3, 2)})


def is_goal_met(goal: ShelfieGoal, shelf: bytes, squares_same_type: bool) -> bool:
    """Return whether the shelf meets a common goal."""
    if goal == "SQUARES" and squares_same_type:
        return _has_two_squares(shelf, same_type=True)
    return GOALS[goal](shelf)


GOALS: dict[ShelfieGoal, Callable[[bytes], bool]] = {
    "PAIRS": lambda shelf: _count_regions(shelf, 2) >= 6,
    "FOURS": lambda shelf: _count_regions(shelf, 4) >= 4,
    "CORNERS": lambda shelf: _is_one_type(bytes([shelf[place] for place in CORNERS])),
    "SQUARES": lambda shelf: _has_two_squares(shelf, same_type=False),
    "COLS3": lambda shelf: _count_full_lines(_columns(shelf), range(1, 4)) >= 3,
    "EIGHT": lambda shelf: any(shelf.count(tile) >= 8 for tile in TILES),
    "DIAG": lambda shelf: any(
        _is_one_type(shelf[start : start + 4 * step + 1 : step]) for start, step in DIAGONALS
    ),
    "ROWS3": lambda shelf: _count_full_lines(_rows(shelf), range(1, 4)) >= 4,
    "COLS6": lambda shelf: _count_full_lines(_columns(shelf), (ROWS,)) >= 2,
    "ROWS5": lambda shelf: _count_full_lines(_rows(shelf), (COLUMNS,)) >= 2,
    "X": lambda shelf: any(_is_one_type(_cross(shelf, centre)) for centre in CENTRES),
    "STAIRS": lambda shelf: tuple([ROWS - line.count(EMPTY) for line in _columns(shelf)]) in STAIRS,
}


def _count_regions(shelf: bytes, least: int) -> int:
    """Return the number of regions of at least ``least`` tiles."""
    return sum(size >= least for _, size in regions(shelf))


def _count_full_lines(lines: list[bytes], types: Container[int]) -> int:
    """Return the number of full lines whose number of tile types is in ``types``."""
    return sum(EMPTY not in line and len(set(line)) in types for line in lines)


def _columns(shelf: bytes) -> list[bytes]:
    """Return the columns of a shelf, left to right."""
    return [shelf[column::COLUMNS] for column in range(COLUMNS)]


def _rows(shelf: bytes) -> list[bytes]:
    """Return the rows of a shelf."""
    return [shelf[start : start + COLUMNS] for start in range(0, SIZE, COLUMNS)]


def _cross(shelf: bytes, centre: int) -> bytes:
    """Return the tiles of the two diagonals of three through the centre."""
    falling = shelf[centre - RIGHT : centre + RIGHT + 1 : RIGHT]
    return falling + shelf[centre - LEFT : centre + LEFT + 1 : LEFT]


def _is_one_type(tiles: bytes) -> bool:
    """Return whether no place is empty and all tiles are of one type."""
    return tiles[0] != EMPTY and tiles.count(tiles[0]) == len(tiles)


def _has_two_squares(shelf: bytes, *, same_type: bool) -> bool:
    """Return whether two squares of four equal tiles share no place.

    ``same_type`` requires both squares to be of one type, as in the Italian edition.
    """
    squares = [p for p in BLOCKS if _is_one_type(shelf[p : p + 2] + shelf[p + 5 : p + 7])]
    return any(
        _is_disjoint(one, other) and (shelf[one] == shelf[other] or not same_type)
        for one, other in combinations(squares, 2)
    )


def _is_disjoint(one: int, other: int) -> bool:
    """Return whether two squares of four, by their upper left places, share no place."""
    (row, column), (other_row, other_column) = divmod(one, COLUMNS), divmod(other, COLUMNS)
    return abs(row - other_row) >= 2 or abs(column - other_column) >= 2
