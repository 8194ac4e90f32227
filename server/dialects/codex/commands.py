"""Codex Naturalis' dialect: every request and its checks (digest 2, 4, 7; rules digest 11).

The first client is the creator of a lobby and says how many play. Then the lobby sits down at a
table of this server, where clients of other transports may sit too. Where a table of this game is
open already, a new client is seated there.
"""

from collections.abc import Callable
from typing import Any

import messages
from messages.codex import actions
from server.dialects.base import NAME_LENGTH, Refused, Work, require
from server.dialects.codex import wire
from server.dialects.codex.objects import CARDS_BY_FACES
from server.dialects.codex.peer import CodexPeer
from server.dialects.codex.wire import EVERYONE, SOURCES, maybe_name

SIZES = range(2, 5)
CHAT_LENGTH = 300


async def connect(peer: CodexPeer, request: wire.Connect) -> None:
    """CONNECT: a new name, the name of a lost connection, or another game."""
    if peer.name:
        await _connect_again(peer, request)
        return
    name = maybe_name(request.sender)
    if name is None:
        text = f"A name has 1 to {NAME_LENGTH} letters, digits, _ - or . and is not Everyone."
        peer.answer_login(request.sender, text)
    elif peer.shared.state.can_return_by_name(name, peer.dialect.name):
        await _come_back(peer, name)
    elif len(peer.shared.lobby) >= SIZES[-1]:
        peer.answer_login(name, "The lobby is full; try again when its game has begun.")
    else:
        await _choose_name(peer, name)


async def _connect_again(peer: CodexPeer, request: wire.Connect) -> None:
    """Let a client whose game is over play another one."""
    if request.sender != peer.name or peer.room or peer in peer.shared.lobby:
        raise Refused(f"You are connected already, as {peer.name}.")
    await _enter(peer)


async def _come_back(peer: CodexPeer, name: str) -> None:
    """Take back the seat of a lost connection; the game itself is sent by events.py."""
    peer.returning = True
    if error := await peer.maybe_error(messages.Reconnect(name, "")):
        peer.returning = False
        peer.answer_login(name, error.message)


async def _choose_name(peer: CodexPeer, name: str) -> None:
    if error := await peer.maybe_error(messages.ChooseNickname(name)):
        peer.answer_login(name, error.message)
    else:
        await _enter(peer)


# --- the lobby ----------------------------------------------------------------------------------


async def _enter(peer: CodexPeer) -> None:
    """Accept a login: into the lobby, to an open table, or as the creator of a new lobby."""
    peer.answer_login(peer.name)
    lobby, table = peer.shared.lobby, peer.shared.maybe_table()
    if not lobby and table is not None:
        await _sit_down(peer, table.number)
        return
    lobby.append(peer)
    if len(lobby) == 1:
        peer.say("UPDATE_CREATOR")
    peer.shared.send_lobby()


async def _sit_down(peer: CodexPeer, table: int) -> None:
    """Join a table; a client that is too late for the last seat is disconnected."""
    if await peer.maybe_error(messages.SelectMatch(table)):
        _reject_surplus(peer)


def _reject_surplus(peer: CodexPeer) -> None:
    peer.say("EXCEEDING_PLAYER")
    peer.leave()


async def set_player_number(peer: CodexPeer, request: wire.SetPlayerNumber) -> None:
    """SET_PLAYER_NUMBER: only the creator, and once; after a refusal it may be tried again."""
    lobby, number = peer.shared.lobby, request.num_players
    if not lobby or peer is not lobby[0]:
        raise Refused("Only the creator of a lobby says how many play, and only once.")
    if number not in SIZES:
        raise Refused(f"Between {SIZES[0]} and {SIZES[-1]} players can play.")
    peer.expected = min(number, len(lobby))
    table = messages.SelectModeAndPlayers(number, game="codex")
    if error := await peer.maybe_error(messages.SelectMatch(0), table):
        peer.refuse(error.message)
        await peer.request(messages.LeaveMatch())
    elif peer.room is not None:
        _seat_lobby(peer, peer.room.number, number)


def _seat_lobby(creator: CodexPeer, table: int, number: int) -> None:
    """Let the lobby join the creator's table; those without a seat are disconnected."""
    lobby, creator.shared.lobby = creator.shared.lobby, []
    for place, peer in enumerate(lobby):
        peer.expected = min(number, len(lobby))
        if place >= number:
            _reject_surplus(peer)
        elif peer is not creator:
            peer.start(_sit_down(peer, table))


# --- the game -----------------------------------------------------------------------------------


async def place_starter(peer: CodexPeer, request: wire.PlaceStarter) -> None:
    """PLACE_STARTER."""
    await peer.act(actions.PlaceCodexStarter(request.side))


async def choose_color(peer: CodexPeer, request: wire.ChooseColor) -> None:
    """CHOOSE_COLOR."""
    color = next((color for color in actions.CODEX_COLORS if color == request.color), None)
    reason = f"This colour is for the first player; choose {', '.join(actions.CODEX_COLORS)}."
    await peer.act(actions.ChooseCodexColor(require(color, reason)))


async def place_objective(peer: CodexPeer, request: wire.PlaceObjective) -> None:
    """PLACE_OBJECTIVE: one of the two offered, which are in the first view of the game."""
    offer = peer.view.offer if peer.view else ()
    if peer.playing and request.chosen_objective not in range(2):
        raise Refused("Choose objective 0 or 1.")
    await peer.act(actions.ChooseCodexObjective(offer[request.chosen_objective] if offer else ""))


async def place_card(peer: CodexPeer, request: wire.PlaceCard) -> None:
    """PLACE_CARD."""
    card = CARDS_BY_FACES.get((request.front_id, request.back_id))
    known = require(card, "There is no card with these two faces.")
    place = request.position
    await peer.act(actions.PlaceCodexCard(known, request.side, place.x, place.y))


async def draw(peer: CodexPeer, request: wire.Draw) -> None:
    """DRAW."""
    if request.id_to_draw not in range(len(SOURCES)):
        raise Refused("Draw from 0 to 5: four visible cards, the gold deck, the resource deck.")
    await peer.act(actions.DrawCodexCard(SOURCES[request.id_to_draw]))


async def chat(peer: CodexPeer, request: wire.SendChatMessage) -> None:
    """SEND_CHAT_MESSAGE: to everyone or to one player of the game (rules digest 11)."""
    message = request.message
    everyone = message.is_broadcast or message.receiver == EVERYONE
    if message.sender != peer.name:
        raise Refused("The author of a message must be its sender.")
    if not peer.playing:
        raise Refused("The chat opens when the game begins.")
    if not everyone and message.receiver not in peer.names:
        raise Refused(f"Write to {EVERYONE} or to one of {', '.join(peer.names)}.")
    if not 0 < len(message.content) <= CHAT_LENGTH:
        raise Refused(f"Write 1 to {CHAT_LENGTH} signs.")
    await peer.act(messages.SendChat(message.content, to="" if everyone else message.receiver))


async def disconnect(peer: CodexPeer, request: wire.Disconnect) -> None:
    """DISCONNECT."""
    peer.wire.close()


async def heartbeat(peer: CodexPeer, request: wire.Heartbeat) -> None:
    """HEARTBEAT: only those sent with the client's name count (digest 5)."""
    if peer.name and request.sender == peer.name:
        peer.heartbeat_at = peer.shared.state.now


COMMANDS: dict[type[wire.Request], Callable[[CodexPeer, Any], Work]] = {
    wire.Connect: connect,
    wire.SetPlayerNumber: set_player_number,
    wire.PlaceStarter: place_starter,
    wire.ChooseColor: choose_color,
    wire.PlaceObjective: place_objective,
    wire.PlaceCard: place_card,
    wire.Draw: draw,
    wire.SendChatMessage: chat,
    wire.Disconnect: disconnect,
    wire.Heartbeat: heartbeat,
}


async def handle(peer: CodexPeer, text: str | None) -> None:
    """Carry out a line, or refuse it with an ERROR; None is one that cannot be read."""
    peer.unconfirmed = False
    if text is not None and not text.strip():
        return
    try:
        request = wire.read(text)
        _check_sender(peer, request)
        await COMMANDS[type(request)](peer, request)
    except Refused as refused:
        peer.refuse(refused.reason)


def _check_sender(peer: CodexPeer, request: wire.AnyRequest) -> None:
    if isinstance(request, wire.Connect | wire.Heartbeat | wire.Disconnect):
        return
    if not peer.name:
        raise Refused("Send CONNECT with your name first.")
    if request.sender != peer.name:
        raise Refused(f"You are {peer.name}, not {request.sender[:64]}.")
