"""What is dimmed in My Shelfie, and the reason beside it."""

from msgspec.structs import replace

from client.games.shelfie.commands_closed import closed
from messages.shelfie.actions import PlaceShelfieTiles, TakeShelfieTiles
from messages.shelfie.table import ShelfieView
from tests.client.games.shelfie.tables import placing_view, shelfie_view


def with_shelf(*rows: str) -> ShelfieView:
    view = placing_view()
    assert view.seat is not None
    players = list(view.players)
    players[view.seat] = replace(players[view.seat], shelf=rows)
    return replace(view, players=tuple(players))


def test_columns_say_how_much_room_they_have() -> None:
    view = with_shelf(".C...", ".CC..", *(("CCC..",) * 4))
    legal = [PlaceShelfieTiles(0), PlaceShelfieTiles(3), PlaceShelfieTiles(4)]
    assert closed(view, legal) == [("place 2", "it is full"), ("place 3", "it has room for 1")]


def test_while_tiles_are_taken_nothing_is_dimmed() -> None:
    assert closed(shelfie_view(), [TakeShelfieTiles((13,))]) == []
