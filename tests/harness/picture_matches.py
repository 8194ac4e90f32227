"""The matches and messages that the pictures of docs/pictures show; bots with fixed seeds play."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from client.bots import GreedyBot
from messages import (
    ChatMessage,
    ChooseMatch,
    FinalScores,
    ListActions,
    RequestNickname,
    RequestView,
    RoomInfo,
    RoomUpdate,
    SelectModeAndPlayers,
    SendChat,
    ServerMessage,
    SessionOpened,
)
from messages.registry import Action, GameView, LegalActions
from server.effects import PeerId
from tests.harness.handler import HandlerHarness
from tests.harness.table_messages import room

OPENING: tuple[ServerMessage, ...] = (RequestNickname(), SessionOpened("ada", "token"))


class PictureMatch(NamedTuple):
    """A match, and the number of decisions before the picture; 0 for the end of the match."""

    setup: SelectModeAndPlayers
    decisions: int
    players: tuple[str, ...]


MATCHES = {
    "eriantys": PictureMatch(
        SelectModeAndPlayers(4, mode=True), 74, ("ada", "ugo", "Bianca", "Lia")
    ),
    "uno": PictureMatch(
        SelectModeAndPlayers(5, game="uno"), 106, ("ada", "Italo", "Lia", "Marco", "Nora")
    ),
    "codex": PictureMatch(SelectModeAndPlayers(3, game="codex"), 51, ("ada", "Bianca", "ugo")),
    "shelfie": PictureMatch(
        SelectModeAndPlayers(4, game="shelfie"), 49, ("ada", "Bianca", "ugo", "Lia")
    ),
    "rummy500": PictureMatch(
        SelectModeAndPlayers(3, game="rummy500"), 60, ("ada", "Bianca", "ugo")
    ),
    "result": PictureMatch(
        SelectModeAndPlayers(4, game="shelfie"), 0, ("ada", "Bianca", "ugo", "Lia")
    ),
}
CHAT = (("ugo", "anybody for eriantys?"), ("quin", "uno first, then yes"))
"""The chat of the lobby."""
TABLE_CHAT = "good luck, have fun"


@lru_cache
def play_match(name: str) -> tuple[tuple[ServerMessage, ...], LegalActions]:
    """Play a match until it is ada's turn, or to its end; return her messages and legal actions."""
    match = MATCHES[name]
    harness = HandlerHarness()
    peers = harness.start_match(*match.players, setup=match.setup)
    actions = play_until_picture(harness, peers, match.decisions)
    return _received(harness, peers[0]), LegalActions(actions)


def play_until_picture(
    harness: HandlerHarness,
    peers: list[PeerId],
    decisions: int,
    before_decision: Callable[[int], None] = lambda _: None,
) -> tuple[Action, ...]:
    """Play until it is the turn of the first peer after so many decisions; return its actions.

    With 0 decisions, play to the end of the match. ``before_decision`` gets the number of each.
    """
    harness.send(peers[1], SendChat(TABLE_CHAT))
    bots = {peer: GreedyBot(seed) for seed, peer in enumerate(peers)}
    decided = 0
    while not harness.received(peers[0], FinalScores):
        peer, actions = _active_peer(harness, peers)
        if decisions and decided >= decisions and peer == peers[0]:
            return actions
        before_decision(decided)
        view = harness.send(peer, RequestView())
        assert isinstance(view, GameView)
        harness.send(peer, bots[peer].choose(view.view, actions) or actions[0])
        decided += 1
    return ()


def _received(harness: HandlerHarness, peer: PeerId) -> tuple[ServerMessage, ...]:
    return tuple(m for m in harness.inboxes[peer] if isinstance(m, ServerMessage))


def _active_peer(harness: HandlerHarness, peers: list[PeerId]) -> tuple[PeerId, tuple[Action, ...]]:
    """Return the first peer with legal actions, and these actions."""
    for peer in peers:
        listed = harness.send(peer, ListActions())
        if isinstance(listed, LegalActions) and listed.actions:
            return peer, listed.actions
    raise AssertionError("no peer has legal actions")


def lobby_messages() -> tuple[ServerMessage, ...]:
    """Return the messages of a lobby with open tables, matches under way and a chat."""
    tables = (
        room(players=("ugo", "Lia"), number_of_players=4, clock=60, host="ugo"),
        _table(9, "uno", 6, "quin", "Pia", "Remo"),
        _table(11, "rummy500", 2, "rob", private=True),
    )
    playing = (
        _table(3, "codex", 2, "cleo", "Bianca", state="playing"),
        _table(5, "shelfie", 3, "nan", "Olmo", "Tito", state="playing", watchers=False),
    )
    said = (ChatMessage(sender, text) for sender, text in CHAT)
    return (*OPENING, ChooseMatch((), tables, playing=playing), *said)


def _table(number: int, game: str, seats: int, *names: str, **fields: Any) -> RoomInfo:
    """Return a table of a game; its first player hosts it."""
    fields = {"mode": False, "players": names, "host": names[0], **fields}
    return room(match=number, game=game, number_of_players=seats, **fields)


def waiting_messages() -> tuple[ServerMessage, ...]:
    """Return the messages of a table for four, with a free seat, that ada hosts."""
    table = room(
        match=12,
        players=("ada", "Bianca", "ugo"),
        number_of_players=4,
        bots=1,
        host="ada",
        wizards={"ada": "KING", "Bianca": "DRUID"},
        free_wizards=("WITCH", "SAGE"),
        teams=(("ada", "ugo"), ("Bianca",)),
    )
    return (*OPENING, ChooseMatch((), ()), RoomUpdate(table), ChatMessage("ugo", TABLE_CHAT))
