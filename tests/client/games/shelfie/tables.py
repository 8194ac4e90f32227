"""Views of a My Shelfie match for tests."""

from typing import Any

from msgspec.structs import replace

from games.shelfie.view import view
from messages.shelfie.table import ShelfieView
from tests.games.shelfie.tables import NONE, A, do, table, take

NAMES = ("ada", "bob", "carol", "dave")
SHELF = "..... ..... ..... C.... BT... CG.P."
CELLS = (13, 14, 23, 24, 25)
TILES = {13: "C", 14: "B", 23: "G", 24: "F", 25: "T"}


def shelfie_view(**fields: Any) -> ShelfieView:
    """Return a view of ada, who is on turn, with five tiles in the living room."""
    state = table(SHELF, NONE, cells=CELLS, on=TILES, goals=("X", "SQUARES"), bag=50)
    return replace(view(state, A), **fields)


def placing_view() -> ShelfieView:
    """Return a view in which ada has taken a cat and a book and must place them."""
    state = table(SHELF, NONE, cells=CELLS, on=TILES, goals=("X",), bag=50)
    return view(do(state, take(13, 14)).state, A)
