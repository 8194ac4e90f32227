"""The classes of My Shelfie actions that are accepted but not listed, in the words of its page."""

from typing import Any

from games.shelfie.state import State
from messages.base import Seat
from messages.shelfie.actions import (
    MarkShelfieTiles,
    PlaceShelfieTiles,
    SortShelfieTiles,
    TakeShelfieTiles,
)
from tests.games.settings import Omission

Listed = frozenset[Any]


def _marks_or_sorts(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    return isinstance(action, MarkShelfieTiles | SortShelfieTiles)


def _other_order_of_cells(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    if not isinstance(action, TakeShelfieTiles):
        return False
    return any(sorted(other.cells) == sorted(action.cells) for other in listed)


def _same_tiles(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    if not isinstance(action, PlaceShelfieTiles):
        return False
    return any(
        other.column == action.column and _ordered(state, other) == _ordered(state, action)
        for other in listed
    )


def _ordered(state: State, action: PlaceShelfieTiles) -> bytes:
    """Return the tiles in the order in which they fall."""
    return bytes(state.hand[place] for place in action.order or range(len(state.hand)))


OMISSIONS = (
    Omission("`MarkShelfieTiles` and `SortShelfieTiles`", _marks_or_sorts),
    Omission("the same cells in another order", _other_order_of_cells),
    Omission("an order that gives the same column", _same_tiles),
)
