"""UNO's dialect: names, lobbies and chat (UNO 10, 11.4).

Lobbies are the public UNO tables of this server. A table is listed under its own name where that
can be written in this dialect and is not taken, otherwise as ``match-NUMBER``. ``main`` is always
listed; its table exists while people sit there.
"""

from itertools import islice
from typing import NamedTuple

import messages
from messages.registry import AnyClientMessage
from messages.text import name_key
from messages.uno.actions import UNO_MODES
from server.dialects.base import Refused, Screen, public_rooms, require
from server.dialects.lines import line
from server.dialects.uno import wire
from server.dialects.uno.peer import UnoPeer
from server.dialects.uno.wire import Code
from server.rooms.room import Room
from server.state import MAX_LISTED, ServerState

MAIN = "main"


class LobbyEntry(NamedTuple):
    """A lobby; only ``main`` may have no table."""

    name: str
    room: Room | None

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        return self.room is not None and self.room.match is not None

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return self.room is not None and (self.room.is_full or self.room.free_seats <= 0)


def lobbies(state: ServerState) -> dict[str, LobbyEntry]:
    """All lobbies by their key, ``main`` first."""
    rooms = public_rooms(state, "uno")
    main = next((r for r in rooms if r.setup.standing and name_key(r.setup.name) == MAIN), None)
    found = {MAIN: LobbyEntry(MAIN, main)}
    for room in rooms:
        name = wire.maybe_lobby_name(room.setup.name)
        if name is not None:
            found.setdefault(name_key(name), LobbyEntry(name, room))
    named = {lobby.room.number for lobby in found.values() if lobby.room}
    for room in rooms:
        if room.number not in named:
            name = f"match-{room.number}"
            found.setdefault(name, LobbyEntry(name, room))
    return found


def maybe_lobby(state: ServerState, name: str) -> LobbyEntry | None:
    """The lobby of this name, in any letter case."""
    return lobbies(state).get(name_key(name))


def list_of_lobbies(state: ServerState) -> str:
    """LOL: every lobby with the number of those who sit there."""
    listed = islice(lobbies(state).values(), MAX_LISTED)
    counts = [f"{name}:{len(room.members) if room else 0}" for name, room in listed]
    return line("LOL", ";".join(counts))


async def make_handshake(peer: UnoPeer, name: str, kind: str) -> None:
    """MH. A client that calls itself a computer player is a client like any other."""
    wanted = require(wire.maybe_name(name), Code.BAD_NAME)
    if kind not in wire.TYPES:
        raise Refused(Code.INVALID)
    await peer.act(messages.ChooseNickname(wanted))
    peer.log_in(wanted)
    peer.say("AH")
    await list_lobbies(peer)
    try:
        await _move(peer, lobbies(peer.shared.state)[MAIN], "BPJ")
    except Refused as refused:
        # The handshake is valid; the client is in the hall and told why.
        peer.say(line("ERR", refused.reason))


async def list_lobbies(peer: UnoPeer) -> None:
    """LOL."""
    peer.say(list_of_lobbies(peer.shared.state))


async def create_lobby(peer: UnoPeer, text: str) -> None:
    """CL: everybody who is not playing is told of the new lobby, its creator too."""
    name = require(wire.maybe_lobby_name(text), Code.INVALID)
    _check_free_to_move(peer)
    if maybe_lobby(peer.shared.state, name) is not None:
        raise Refused(Code.INVALID)
    await _open(peer, name, "")
    for other in list(peer.shared.peers.values()):
        if other.screen is not Screen.GAME:
            other.say(line("BCL", name))


async def join_lobby(peer: UnoPeer, text: str) -> None:
    """JL: into another lobby, if that one does not play and has a seat."""
    name = require(wire.maybe_lobby_name(text), Code.INVALID)
    _check_free_to_move(peer)
    lobby = require(maybe_lobby(peer.shared.state, name), Code.INVALID)
    if lobby.room is not None and lobby.room is peer.room:
        raise Refused(Code.INVALID)
    await _move(peer, lobby, "BJL")


async def add_computer(peer: UnoPeer, name: str, strategy: str = "") -> None:
    """ACP: without a strategy it is the usual one of this server."""
    wanted = require(wire.maybe_name(name), Code.BAD_NAME)
    known = peer.shared.state.strategies.get("uno", ())
    if not known or (strategy and strategy not in known):
        raise Refused(Code.INVALID)
    await peer.act(messages.AddComputerPlayer(strategy, wanted))


async def start_game(peer: UnoPeer, mode: str) -> None:
    """SG."""
    if mode not in UNO_MODES:
        raise Refused(Code.INVALID)
    await peer.act(messages.StartMatch({"mode": mode}))


async def leave_game(peer: UnoPeer) -> None:
    """LG."""
    peer.leave(lost=False)


async def send_message(peer: UnoPeer, *texts: str) -> None:
    """SM: whatever is wrong with a text has one code of its own (UNO 10.5)."""
    if not texts:
        raise Refused(Code.MISSING)
    text = wire.one_argument(texts[0])
    if len(texts) > 1 or not 0 < len(text) <= wire.CHAT_LENGTH or peer.screen is Screen.MENU:
        raise Refused(Code.CHAT)
    if await peer.maybe_error(messages.SendChat(text)):
        raise Refused(Code.CHAT)


def _check_free_to_move(peer: UnoPeer) -> None:
    """Nobody walks away from a game; LG is for that (UNO 10.1)."""
    if peer.screen is Screen.GAME or (peer.room and peer.room.match):
        raise Refused(Code.INVALID)


def _standing_up(peer: UnoPeer) -> list[AnyClientMessage]:
    return [messages.LeaveMatch()] if peer.room else []


async def _move(peer: UnoPeer, lobby: LobbyEntry, arrival: str) -> None:
    """Leave one lobby for another, or raise Refused and stay."""
    if lobby.playing:
        raise Refused(Code.PLAYING)
    if lobby.full:
        raise Refused(Code.FULL)
    if lobby.room is None:
        await _open(peer, lobby.name, arrival)
    else:
        peer.arrival = arrival
        await peer.request(*_standing_up(peer), messages.SelectMatch(lobby.room.number))


async def _open(peer: UnoPeer, name: str, arrival: str) -> None:
    """Create a lobby and move there; if no more tables fit, the client ends in the hall."""
    settings = peer.shared.settings
    peer.arrival = arrival
    table = messages.SelectModeAndPlayers(
        settings.seats,
        game="uno",
        name=name,
        standing=True,
        clock=settings.turn_limit,
        absent="forfeit",
        options=settings.options,
    )
    if await peer.maybe_error(*_standing_up(peer), messages.SelectMatch(0), table):
        await peer.request(messages.LeaveMatch())
        raise Refused(Code.FULL)
