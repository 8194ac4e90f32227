"""The messages that a client receives before its first turn."""

from typing import Any

from msgspec.structs import replace

from messages import (
    ChooseMatch,
    PlayersInfo,
    RequestNickname,
    RoomInfo,
    RoomUpdate,
    SelectWizard,
    ServerMessage,
    SessionOpened,
)
from messages.eriantys.table import EriantysView
from messages.registry import GameView
from tests.client.games.eriantys.tables import NAMES, full_view


def room(**fields: Any) -> RoomInfo:
    """Return an open room with one player."""
    info = RoomInfo(
        match=7,
        game="eriantys",
        mode=True,
        options={},
        players=("bob",),
        number_of_players=2,
        bots=0,
        host="bob",
        private=False,
        state="open",
    )
    return replace(info, **fields)


def table_messages(view: EriantysView | None = None, clock: int = 0) -> list[ServerMessage]:
    """Return all messages before the first turn of ``ada`` in a match with ``bob``.

    ``clock`` is the time for a decision in seconds; 0 means no limit.
    """
    return [
        RequestNickname(),
        SessionOpened("ada", "secret"),
        ChooseMatch((), (room(),)),
        RoomUpdate(room(players=("bob", "ada"))),
        SelectWizard(("KING", "WITCH")),
        PlayersInfo(NAMES[::-1] if view is None else NAMES, 2, match=7, clock=clock),
        GameView(view or full_view(seat=1, turn=1), seq=10),
    ]
