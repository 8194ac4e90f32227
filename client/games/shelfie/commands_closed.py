"""What cannot be done now in My Shelfie though one might wish to, and why."""

from collections.abc import Sequence

from client.games.base import Unavailable
from client.games.shelfie.commands import text
from client.games.shelfie.text_typing import FULL, ROOM_FOR
from messages.shelfie.actions import PlaceShelfieTiles, ShelfieAction
from messages.shelfie.table import ShelfieView

COLUMNS = 5


def closed(view: ShelfieView, actions: Sequence[ShelfieAction]) -> list[Unavailable]:
    """Columns that are too full for the tiles in the hand."""
    open_ = {action.column for action in actions if isinstance(action, PlaceShelfieTiles)}
    if not open_ or view.seat is None:
        return []
    return [
        Unavailable(text(PlaceShelfieTiles(column)), _why(view, column))
        for column in range(COLUMNS)
        if column not in open_
    ]


def _why(view: ShelfieView, column: int) -> str:
    assert view.seat is not None
    room = sum(row[column] == "." for row in view.players[view.seat].shelf)
    return ROOM_FOR.format(count=room) if room else FULL
