"""UNO's dialect: login, lobbies and chat (UNO 10, 11.4).

Lobbies are the public UNO rooms of this server. A room is listed under its own name if that is a
legal and unused lobby name, otherwise as ``match-NUMBER``. The lobby ``main`` is always listed; its
room exists only while it has members.
"""

from typing import NamedTuple

import messages
from messages.registry import AnyClientMessage
from messages.text import name_key
from messages.uno.actions import UNO_MODES
from server.dialects.base import MAX_LISTED, Screen, public_rooms
from server.dialects.lines import line
from server.dialects.requests import Refused, require
from server.dialects.uno import wire
from server.dialects.uno.peer import UnoPeer
from server.dialects.uno.wire import Code
from server.rooms.room import Room
from server.state import ServerState

MAIN_LOBBY = "main"


class LobbyEntry(NamedTuple):
    """A lobby and its room; only ``main`` may have no room."""

    name: str
    room: Room | None

    @property
    def is_playing(self) -> bool:
        """Return whether a match is in progress."""
        return self.room is not None and self.room.match is not None

    @property
    def is_full(self) -> bool:
        """Return whether no seat is free for a person; False without a room."""
        return self.room is not None and (self.room.is_full or self.room.free_seats <= 0)


def lobbies_by_key(state: ServerState) -> dict[str, LobbyEntry]:
    """Return all lobbies by the key of their name, ``main`` first, even without a room.

    Of rooms with the same name the oldest has it. Rooms whose name is not legal or already used are
    named ``match-NUMBER``.
    """
    rooms = sorted(public_rooms(state, "uno"), key=lambda room: room.number)
    main = next(
        (r for r in rooms if r.setup.standing and name_key(r.setup.name) == MAIN_LOBBY), None
    )
    lobbies = {MAIN_LOBBY: LobbyEntry(MAIN_LOBBY, main)}
    for room in rooms:
        name = wire.maybe_lobby_name(room.setup.name)
        if name is not None:
            lobbies.setdefault(name_key(name), LobbyEntry(name, room))
    named = {lobby.room.number for lobby in lobbies.values() if lobby.room}
    for room in rooms:
        if room.number not in named:
            name = f"match-{room.number}"
            lobbies.setdefault(name, LobbyEntry(name, room))
    return lobbies


def maybe_lobby(state: ServerState, name: str) -> LobbyEntry | None:
    """Return the lobby of this name, in any letter case; None if there is none."""
    return lobbies_by_key(state).get(name_key(name))


def lobby_list_line(state: ServerState) -> str:
    """Return LOL: at most ``MAX_LISTED`` lobbies with their members, 0 for one without a room.

    ``main`` is the first; the others are in the fair order of the list of rooms.
    """
    main, *others = lobbies_by_key(state).values()
    by_room = {lobby.room: lobby for lobby in others}
    ordered = [by_room[room] for room in public_rooms(state, "uno") if room in by_room]
    listed = [main, *ordered][:MAX_LISTED]
    counts = [f"{name}:{len(room.members) if room else 0}" for name, room in listed]
    return line("LOL", ";".join(counts))


async def make_handshake(peer: UnoPeer, name: str, kind: str) -> None:
    """MH: choose a nickname, list the lobbies and join ``main``.

    ``kind`` is the type of client, which is checked but has no effect. Raises Refused for a bad or
    taken name or an unknown type. If ``main`` cannot be joined, the client receives ERR and stays
    without a lobby.
    """
    nickname = require(wire.maybe_name(name), Code.BAD_NAME)
    if kind not in wire.CLIENT_TYPES:
        raise Refused(Code.INVALID)
    await peer.act(messages.ChooseNickname(nickname))
    peer.log_in(nickname)
    peer.send("AH")
    await list_lobbies(peer)
    try:
        await _move_to_lobby(peer, lobbies_by_key(peer.shared.state)[MAIN_LOBBY], "BPJ")
    except Refused as refused:
        # The handshake was accepted, so the client stays connected without a lobby.
        peer.send(line("ERR", refused.reason))


async def list_lobbies(peer: UnoPeer) -> None:
    """LOL: send the list of lobbies."""
    peer.send(lobby_list_line(peer.shared.state))


async def create_lobby(peer: UnoPeer, text: str) -> None:
    """CL: leave the current lobby, create one and move there; announce it to all outside a game.

    The creator receives the announcement too. Raises Refused, without leaving, for a bad or used
    name, for a muted client and during a game. Raises Refused if no more rooms fit; then the client
    is in no lobby.
    """
    name = require(wire.maybe_lobby_name(text), Code.INVALID)
    _check_free_to_move(peer)
    state = peer.shared.state
    if maybe_lobby(state, name) is not None or state.bans.is_muted(peer.name):
        raise Refused(Code.INVALID)
    await _open_lobby(peer, name, "")
    for other in list(peer.shared.peers.values()):
        if other.screen is not Screen.GAME:
            other.send(line("BCL", name))


async def join_lobby(peer: UnoPeer, text: str) -> None:
    """JL: move to another lobby that has a free seat and no game.

    Raises Refused for an unknown lobby, the client's own, a full or playing one, one whose host has
    removed the client, and during a game.
    """
    name = require(wire.maybe_lobby_name(text), Code.INVALID)
    _check_free_to_move(peer)
    lobby = require(maybe_lobby(peer.shared.state, name), Code.INVALID)
    if lobby.room is not None and lobby.room is peer.room:
        raise Refused(Code.INVALID)
    await _move_to_lobby(peer, lobby, "BJL")


async def add_computer(peer: UnoPeer, name: str, strategy: str = "") -> None:
    """ACP: add a computer player; without a strategy, with the default one of the settings.

    If the server does not have that default, it uses the first of its strategies. Raises Refused
    for a bad name, an unknown strategy, or if the handler does not allow it.
    """
    nickname = require(wire.maybe_name(name), Code.BAD_NAME)
    known = peer.shared.state.strategies.get("uno", ())
    if not known or (strategy and strategy not in known):
        raise Refused(Code.INVALID)
    default = peer.shared.settings.default_strategy
    chosen = strategy or (default if default in known else "")
    await peer.act(messages.AddComputerPlayer(chosen, nickname))


async def start_game(peer: UnoPeer, mode: str) -> None:
    """SG: start the game in this mode.

    Raises Refused for an unknown mode or if the handler does not allow it.
    """
    if mode not in UNO_MODES:
        raise Refused(Code.INVALID)
    await peer.act(messages.StartMatch({"mode": mode}))


async def leave_game(peer: UnoPeer) -> None:
    """LG: leave the server, not only the game; the others are not told of a disconnection."""
    peer.leave(disconnected=False)


async def send_message(peer: UnoPeer, *texts: str) -> None:
    """SM: send a chat text, sanitized, to the lobby.

    Raises Refused with E003 without an argument. Every other refusal has the code of the chat:
    outside a lobby, for an empty or too long text, for more arguments, and if the handler refuses
    (UNO 10.5).
    """
    if not texts:
        raise Refused(Code.MISSING)
    text = wire.sanitize_argument(texts[0])
    if len(texts) > 1 or not 0 < len(text) <= wire.MAX_CHAT_LENGTH or peer.screen is Screen.MENU:
        raise Refused(Code.CHAT)
    if await peer.maybe_error(messages.SendChat(text)):
        raise Refused(Code.CHAT)


def _check_free_to_move(peer: UnoPeer) -> None:
    """Raise Refused during a game, which only LG leaves (UNO 10.1)."""
    if peer.screen is Screen.GAME or (peer.room and peer.room.match):
        raise Refused(Code.INVALID)


def _leave_messages(peer: UnoPeer) -> list[AnyClientMessage]:
    """Return the message that leaves the current room; none without a room."""
    return [messages.LeaveMatch()] if peer.room else []


async def _move_to_lobby(peer: UnoPeer, lobby: LobbyEntry, announcement_code: str) -> None:
    """Leave the current lobby and join another; open a lobby that has no room.

    Raises Refused, without leaving, if the lobby is full or playing, or its host has removed the
    client; later errors of the handler are ignored. ``announcement_code`` is the code that
    announces the client to the members.
    """
    if lobby.room is not None and peer.is_kicked_from(lobby.room):
        raise Refused(Code.INVALID)
    if lobby.is_playing:
        raise Refused(Code.PLAYING)
    if lobby.is_full:
        raise Refused(Code.FULL)
    if lobby.room is None:
        await _open_lobby(peer, lobby.name, announcement_code)
    else:
        peer.announcement_code = announcement_code
        await peer.request(*_leave_messages(peer), messages.SelectMatch(lobby.room.number))


async def _open_lobby(peer: UnoPeer, name: str, announcement_code: str) -> None:
    """Leave the current lobby, create one with this name and move there.

    Raises Refused if the server allows no more rooms; the client is then in no lobby. An empty
    ``announcement_code`` announces nothing.
    """
    settings = peer.shared.settings
    peer.announcement_code = announcement_code
    setup = messages.SelectModeAndPlayers(
        settings.seats,
        game="uno",
        name=name,
        standing=True,
        clock=settings.turn_limit,
        absent="forfeit",
        options=settings.options,
    )
    if await peer.maybe_error(*_leave_messages(peer), messages.SelectMatch(0), setup):
        await peer.request(messages.LeaveMatch())
        raise Refused(Code.FULL)
