"""My Shelfie: the personal goals and what everything is worth at the end (A.9, A.10)."""

from games.shelfie.shelf import regions, shelf_rows
from games.shelfie.state import State
from games.shelfie.tiles import EMPTY, read
from messages.base import Seat
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
