"""Helpers for mirrors, which keep a client's view up to date.

The view of a seat and the changes after it always give the view that the server would send. A
mirror knows where pieces go, not what is allowed.
"""

from typing import Any, TypeVar, cast

from msgspec.structs import replace

from messages.base import Seat, View

T = TypeVar("T")
V = TypeVar("V", bound=View)


def replace_at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at this index."""
    return (*items[:index], item, *items[index + 1 :])


def replace_player(view: V, seat: Seat, **fields: Any) -> V:
    """Return a view with some fields of one of its ``players`` changed."""
    players = cast(Any, view).players
    player = replace(players[seat], **fields)
    return replace(view, players=replace_at(players, seat, player))
