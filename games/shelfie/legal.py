"""My Shelfie: the active seat and its legal actions that make progress.

Marking tiles and sorting the hand are also legal, but they are not listed because they decide
nothing: choosing only among listed actions always reaches the end of the game. Tiles are listed in
one order, because placing them can change it.
"""

from functools import lru_cache
from itertools import permutations

from games.shelfie.shelf import COLUMNS, free_spaces, max_tiles
from games.shelfie.state import State
from games.shelfie.tiles import Run, takeable_runs
from messages.base import Seat
from messages.shelfie.actions import PlaceShelfieTiles, ShelfieAction, TakeShelfieTiles

_ONLY_SEAT = (*(frozenset((seat,)) for seat in range(4)), frozenset[Seat]())
"""Sets of one seat; the last one is empty, for NOBODY."""


def active(state: State) -> frozenset[Seat]:
    """Return the seat on turn; nobody when the game is over."""
    return _ONLY_SEAT[state.turn]


def legal(state: State, seat: Seat) -> tuple[ShelfieAction, ...]:
    """Return every pick, or every column with every order of the hand that makes a difference."""
    if seat != state.turn or state.step == "OVER":
        return ()
    shelf = state.shelves[seat]
    if state.step == "PICK":
        picks = takeable_runs(state.board, len(state.shelves), max_tiles(shelf))
        return tuple([_take_action(cells) for cells in picks])
    return tuple(
        [action for column in open_columns(state) for action in _place_actions(column, state.hand)]
    )


def open_columns(state: State) -> tuple[int, ...]:
    """Return the columns with room for the hand of the player on turn."""
    shelf, count = state.shelves[state.turn], len(state.hand)
    return tuple([column for column in range(COLUMNS) if free_spaces(shelf, column) >= count])


@lru_cache(maxsize=1024)
def _take_action(cells: Run) -> TakeShelfieTiles:
    """Return the action that takes the tiles of these cells; cached, because actions are shared."""
    return TakeShelfieTiles(cells=cells)


@lru_cache(maxsize=2048)
def _place_actions(column: int, hand: bytes) -> tuple[PlaceShelfieTiles, ...]:
    """Return one action per distinct order of the tiles; an unchanged hand has an empty order."""
    orders = {
        bytes([hand[place] for place in order]): order
        for order in reversed(list(permutations(range(len(hand)))))
    }
    same = tuple(range(len(hand)))
    return tuple(
        PlaceShelfieTiles(column=column, order=() if order == same else order)
        for order in reversed(orders.values())
    )
