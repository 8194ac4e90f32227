"""The classes of Eriantys actions that are accepted but not listed, in the words of its page."""

from typing import Any

from msgspec.structs import replace

from games.eriantys.state import State, island_tiles
from messages.base import Seat
from messages.eriantys.actions import COLORS, MoveStudent, UseCharacterCard
from tests.games.settings import Omission

Listed = frozenset[Any]


def _other_tile(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    if not isinstance(action, MoveStudent | UseCharacterCard) or action.island_position is None:
        return False
    island = state.ring[action.island_position]
    return replace(action, island_position=island_tiles(state.ring)[island][0]) in listed


def _other_order(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    if not isinstance(action, UseCharacterCard) or not action.taken:
        return False
    taken, given = (tuple(sorted(side, key=COLORS.index)) for side in (action.taken, action.given))
    return replace(action, taken=taken, given=given) in listed


def _same_color(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    return isinstance(action, UseCharacterCard) and not {*action.taken}.isdisjoint(action.given)


OMISSIONS = (
    Omission("another tile of the same island", _other_tile),
    Omission("the colours of a swap in another order", _other_order, rare=True),
    Omission("swaps with one colour on both sides", _same_color, rare=True),
)
