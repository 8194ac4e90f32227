"""Views of a My Shelfie table, for the tests of boards, commands and phrases."""

from typing import Any

from msgspec.structs import replace

from games.shelfie.view import view
from messages.shelfie.table import ShelfieView
from tests.games.shelfie.tables import NONE, A, do, table, take

NAMES = ("ada", "bob", "carol", "dave")
SHELF = "..... ..... ..... C.... BT... CG.P."
TOP = (13, 14, 23, 24, 25)
ON = {13: "C", 14: "B", 23: "G", 24: "F", 25: "T"}


def shelfie_view(**fields: Any) -> ShelfieView:
    """Ada, who is on turn, looks at a living room of five tiles."""
    state = table(SHELF, NONE, cells=TOP, on=ON, goals=("X", "SQUARES"), bag=50)
    return replace(view(state, A), **fields)


def placing_view() -> ShelfieView:
    """She holds a cat and a book."""
    state = table(SHELF, NONE, cells=TOP, on=ON, goals=("X",), bag=50)
    return view(do(state, take(13, 14)).state, A)
