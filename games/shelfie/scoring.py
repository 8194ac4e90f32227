"""My Shelfie: personal and common goals, and the points at the end (A.9, A.10, A.11)."""

from collections.abc import Callable

from games.shelfie.shelf import COLUMNS, ROWS, SIZE, regions, shelf_rows
from games.shelfie.state import State
from games.shelfie.tiles import EMPTY, TILES, read
from messages.base import Seat
from messages.shelfie.actions import ShelfieGoal
from messages.shelfie.table import ShelfieResult

CARDS = tuple(
    read(text)
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
"""The twelve personal goals, drawn on a shelf; the printed number is one more than the place."""

PERSONAL_POINTS = (0, 1, 2, 4, 6, 9, 12)
"""By how many places of the card hold the right tile."""
REGION_POINTS = (0, 0, 0, 2, 3, 5, 8)
"""By the size of a region; larger ones are worth no more."""
END_POINT = 1


def personal_points(card: int, shelf: bytes) -> int:
    """The points for a personal goal."""
    pairs = zip(CARDS[card], shelf, strict=True)
    return PERSONAL_POINTS[sum(wanted == tile != EMPTY for wanted, tile in pairs)]


def adjacency_points(shelf: bytes) -> int:
    """The points for equal tiles beside each other."""
    return sum(REGION_POINTS[min(size, len(REGION_POINTS) - 1)] for _, size in regions(shelf))


def result_of(state: State, seat: Seat) -> ShelfieResult:
    """All points of a seat; of one that is gone nothing counts."""
    card, shelf = state.cards[seat], state.shelves[seat]
    there = seat in state.seated
    common = sum(state.tokens[seat]) if there else 0
    personal = personal_points(card, shelf) if there else 0
    adjacency = adjacency_points(shelf) if there else 0
    end = END_POINT if there and state.filler == seat else 0
    return ShelfieResult(
        goal=shelf_rows(CARDS[card]),
        common=common,
        personal=personal,
        adjacency=adjacency,
        end=end,
        total=common + personal + adjacency + end,
    )


# --- the twelve common goals: A.11 ----------------------------------------------------------------
#
# Each is a question to a whole shelf. Full means without an empty place; more than what a goal asks
# for is always fine.

CORNERS = (0, COLUMNS - 1, SIZE - COLUMNS, SIZE - 1)
RIGHT, LEFT = COLUMNS + 1, COLUMNS - 1
"""One step down and to a side."""
DIAGONALS = ((0, RIGHT), (5, RIGHT), (4, LEFT), (9, LEFT))
"""Where the diagonals of five start and how they go on."""
CENTRES = tuple(r * COLUMNS + c for r in range(1, ROWS - 1) for c in range(1, COLUMNS - 1))
BLOCKS = tuple(r * COLUMNS + c for r in range(ROWS - 1) for c in range(COLUMNS - 1))
"""The upper left places of the squares of four."""
STAIRS = frozenset({(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (6, 5, 4, 3, 2)})


def met(goal: ShelfieGoal, shelf: bytes, squares_same_type: bool) -> bool:
    """Whether the shelf meets the goal now."""
    if goal == "SQUARES" and squares_same_type:
        return _same_squares(shelf)
    return GOALS[goal](shelf)


def _pairs(shelf: bytes) -> bool:
    return sum(size >= 2 for _, size in regions(shelf)) >= 6


def _fours(shelf: bytes) -> bool:
    return sum(size >= 4 for _, size in regions(shelf)) >= 4


def _corners(shelf: bytes) -> bool:
    return _one_type(bytes([shelf[place] for place in CORNERS]))


def _squares(shelf: bytes) -> bool:
    blocks = _blocks(shelf)
    return any(_apart(one, other) for one in blocks for other in blocks)


def _same_squares(shelf: bytes) -> bool:
    """The Italian edition wants both squares of one type."""
    blocks = _blocks(shelf)
    return any(
        _apart(one, other) and shelf[one] == shelf[other] for one in blocks for other in blocks
    )


def _cols3(shelf: bytes) -> bool:
    return sum(EMPTY not in line and len(set(line)) <= 3 for line in _columns(shelf)) >= 3


def _eight(shelf: bytes) -> bool:
    return any(shelf.count(tile) >= 8 for tile in TILES)


def _diag(shelf: bytes) -> bool:
    return any(_one_type(shelf[start : start + 4 * by + 1 : by]) for start, by in DIAGONALS)


def _rows3(shelf: bytes) -> bool:
    return sum(EMPTY not in line and len(set(line)) <= 3 for line in _rows(shelf)) >= 4


def _cols6(shelf: bytes) -> bool:
    return sum(EMPTY not in line and len(set(line)) == ROWS for line in _columns(shelf)) >= 2


def _rows5(shelf: bytes) -> bool:
    return sum(EMPTY not in line and len(set(line)) == COLUMNS for line in _rows(shelf)) >= 2


def _x(shelf: bytes) -> bool:
    return any(
        _one_type(shelf[c - RIGHT : c + RIGHT + 1 : RIGHT] + shelf[c - LEFT : c + LEFT + 1 : LEFT])
        for c in CENTRES
    )


def _stairs(shelf: bytes) -> bool:
    return tuple([ROWS - line.count(EMPTY) for line in _columns(shelf)]) in STAIRS


GOALS: dict[ShelfieGoal, Callable[[bytes], bool]] = {
    "PAIRS": _pairs,
    "FOURS": _fours,
    "CORNERS": _corners,
    "SQUARES": _squares,
    "COLS3": _cols3,
    "EIGHT": _eight,
    "DIAG": _diag,
    "ROWS3": _rows3,
    "COLS6": _cols6,
    "ROWS5": _rows5,
    "X": _x,
    "STAIRS": _stairs,
}


def _columns(shelf: bytes) -> list[bytes]:
    return [shelf[column::COLUMNS] for column in range(COLUMNS)]


def _rows(shelf: bytes) -> list[bytes]:
    return [shelf[start : start + COLUMNS] for start in range(0, SIZE, COLUMNS)]


def _one_type(tiles: bytes) -> bool:
    """No empty place, and all the same."""
    return tiles[0] != EMPTY and tiles.count(tiles[0]) == len(tiles)


def _blocks(shelf: bytes) -> list[int]:
    """The squares of four equal tiles."""
    return [at for at in BLOCKS if _one_type(shelf[at : at + 2] + shelf[at + 5 : at + 7])]


def _apart(one: int, other: int) -> bool:
    """Two squares that share no place."""
    (row, column), (other_row, other_column) = divmod(one, COLUMNS), divmod(other, COLUMNS)
    return abs(row - other_row) >= 2 or abs(column - other_column) >= 2
