"""UNO's old dialect: what guests say about themselves and their lobbies (UNO 10, 11.4)."""

from messages import (
    AddComputerPlayer,
    ChooseNickname,
    Error,
    LeaveMatch,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    StartMatch,
)
from messages.registry import AnyClientMessage
from messages.uno.actions import UNO_MODES
from server.dialects.base import Refused, require
from server.dialects.uno.lobbies import MAIN, LobbyEntry, list_of_lobbies, lobbies, maybe_lobby
from server.dialects.uno.peer import Screen, UnoPeer
from server.dialects.uno.wire import (
    CHAT_LENGTH,
    TYPES,
    Code,
    line,
    maybe_lobby_name,
    maybe_name,
    one_argument,
)


async def make_handshake(peer: UnoPeer, name: str, kind: str) -> None:
    """MH. A client that calls itself a computer player is a guest like any other."""
    wanted = require(maybe_name(name), Code.BAD_NAME)
    if kind not in TYPES:
        raise Refused(Code.INVALID)
    await peer.act(ChooseNickname(wanted))
    peer.name = wanted
    peer.shared.peers[wanted] = peer
    peer.say("AH")
    await list_lobbies(peer)
    try:
        await _move(peer, lobbies(peer.shared.state)[MAIN], "BPJ")
    except Refused as refused:
        # The handshake stands; the guest is in the hall and told why.
        peer.say(line("ERR", refused.reason))


async def list_lobbies(peer: UnoPeer) -> None:
    """LOL."""
    peer.say(list_of_lobbies(peer.shared.state))


async def create_lobby(peer: UnoPeer, text: str) -> None:
    """CL: everybody who is not playing is told of the new lobby, its maker included."""
    name = require(maybe_lobby_name(text), Code.INVALID)
    _check_free_to_move(peer)
    if maybe_lobby(peer.shared.state, name) is not None:
        raise Refused(Code.INVALID)
    await _open(peer, name, "")
    for other in list(peer.shared.peers.values()):
        if other.screen is not Screen.GAME:
            other.say(line("BCL", name))


async def join_lobby(peer: UnoPeer, text: str) -> None:
    """JL: into another lobby, if that one does not play and has a seat."""
    name = require(maybe_lobby_name(text), Code.INVALID)
    _check_free_to_move(peer)
    lobby = require(maybe_lobby(peer.shared.state, name), Code.INVALID)
    if lobby.room is not None and lobby.room is peer.room:
        raise Refused(Code.INVALID)
    await _move(peer, lobby, "BJL")


async def add_computer(peer: UnoPeer, name: str, strategy: str = "") -> None:
    """ACP: without a strategy it is the usual one of this server."""
    wanted = require(maybe_name(name), Code.BAD_NAME)
    known = peer.shared.state.strategies.get("uno", ())
    if not known or (strategy and strategy not in known):
        raise Refused(Code.INVALID)
    await peer.act(AddComputerPlayer(strategy, wanted))


async def start_game(peer: UnoPeer, mode: str) -> None:
    """SG."""
    if mode not in UNO_MODES:
        raise Refused(Code.INVALID)
    await peer.act(StartMatch({"mode": mode}))


async def leave_game(peer: UnoPeer) -> None:
    """LG."""
    peer.leave(lost=False)


async def send_message(peer: UnoPeer, *texts: str) -> None:
    """SM: whatever is wrong with a text has one code of its own (UNO 10.5)."""
    if not texts:
        raise Refused(Code.MISSING)
    text = one_argument(texts[0])
    if len(texts) > 1 or not 0 < len(text) <= CHAT_LENGTH or peer.screen is Screen.HALL:
        raise Refused(Code.CHAT)
    (answer,) = await peer.request(SendChat(text))
    if isinstance(answer, Error):
        raise Refused(Code.CHAT)


# --- moving -------------------------------------------------------------------------------------


def _check_free_to_move(peer: UnoPeer) -> None:
    """Nobody walks away from a game; LG is for that (UNO 10.1)."""
    if peer.screen is Screen.GAME or (peer.room and peer.room.match):
        raise Refused(Code.INVALID)


def _standing_up(peer: UnoPeer) -> list[AnyClientMessage]:
    return [LeaveMatch()] if peer.room else []


async def _move(peer: UnoPeer, lobby: LobbyEntry, arrival: str) -> None:
    """Leave one lobby for another in one go, or raise Refused and stay."""
    if lobby.playing:
        raise Refused(Code.PLAYING)
    if lobby.full:
        raise Refused(Code.FULL)
    if lobby.room is None:
        await _open(peer, lobby.name, arrival)
    else:
        peer.arrival = arrival
        await peer.request(*_standing_up(peer), SelectMatch(lobby.room.number))


async def _open(peer: UnoPeer, name: str, arrival: str) -> None:
    """Make a lobby and move there; where no more tables fit the guest ends up in the hall."""
    settings = peer.shared.settings
    peer.arrival = arrival
    table = SelectModeAndPlayers(
        settings.seats,
        game="uno",
        name=name,
        standing=True,
        clock=settings.turn_limit,
        absent="forfeit",
        options=settings.options,
    )
    answers = await peer.request(*_standing_up(peer), SelectMatch(0), table)
    if isinstance(answers[-1], Error):
        await peer.request(LeaveMatch())
        raise Refused(Code.FULL)
