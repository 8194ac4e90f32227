"""Codex Naturalis' dialect: handle each request (digest 2, 4, 7; rules digest 11).

The first client creates a lobby and chooses the number of players. Then the clients of the lobby
join a room, which is open to other transports too. If there is a room of this game with a free
seat and no lobby, a new client joins that room instead.
"""

from collections.abc import Callable
from typing import Any

import messages
from messages.codex import actions
from server.dialects.base import MAX_NAME_LENGTH
from server.dialects.codex import wire
from server.dialects.codex.objects import CARDS_BY_FACES
from server.dialects.codex.peer import CodexPeer
from server.dialects.codex.wire import EVERYONE, SOURCES, maybe_name
from server.dialects.requests import Refused, RequestCoroutine, require
from server.dialects.returning import split_code

PLAYER_COUNTS = range(2, 5)
MAX_CHAT_LENGTH = 300
LOGIN_REFUSALS = {
    messages.ErrorCode.DUPLICATENICKNAME: "This name or a similar one is in use; choose another.",
    messages.ErrorCode.SESSIONUNKNOWN: "This player cannot return; choose another name.",
}
"""Texts of refused logins; those of the handler suggest a token, which these clients lack."""


async def connect(peer: CodexPeer, request: wire.Connect) -> None:
    """CONNECT: open a session, resume one that lost its connection, or start another game.

    A bad name, a full lobby or an error of the handler is answered with a refused login. Raises
    Refused if the client is logged in and cannot start another game.
    """
    if peer.name:
        await _connect_again(peer, request)
        return
    name = maybe_name(request.sender)
    returning_name, code = split_code(request.sender)
    if peer.is_returning_name(returning_name):
        peer.login_text = request.sender
        await _resume_session(peer, returning_name, code)
    elif name is None:
        text = f"A name has 1 to {MAX_NAME_LENGTH} letters, digits, _ - or . and is not Everyone."
        peer.answer_login(request.sender, text)
    elif len(peer.shared.lobby) >= PLAYER_COUNTS[-1]:
        peer.answer_login(name, "The lobby is full; try again when its game has begun.")
    else:
        await _open_session(peer, name)


async def _connect_again(peer: CodexPeer, request: wire.Connect) -> None:
    """Enter a lobby or room again after a game.

    Raises Refused for another name, or if the client is in a room or the lobby.
    """
    if not peer.is_own_name(request.sender) or peer.room or peer in peer.shared.lobby:
        raise Refused(f"You are connected already, as {peer.name}.")
    await _enter_lobby_or_room(peer)


async def _resume_session(peer: CodexPeer, name: str, code: str) -> None:
    """Resume the session of a disconnected player; events.py then sends the game.

    The peer is marked as returning until then. The code is needed from another address than before.
    An error of the handler is answered with a refused login.
    """
    peer.is_returning = True
    if error := await peer.maybe_error(messages.Reconnect(name, code)):
        peer.is_returning = False
        peer.answer_login(name, LOGIN_REFUSALS.get(error.error, error.message))


async def _open_session(peer: CodexPeer, name: str) -> None:
    """Request the nickname and enter the lobby or a room; answer an error with a refused login."""
    if error := await peer.maybe_error(messages.ChooseNickname(name)):
        peer.answer_login(name, LOGIN_REFUSALS.get(error.error, error.message))
    else:
        await _enter_lobby_or_room(peer)


# --- the lobby ----------------------------------------------------------------------------------


async def _enter_lobby_or_room(peer: CodexPeer) -> None:
    """Accept a login; join the lobby, else an open room, else create a lobby.

    An earlier game is forgotten. All clients of the lobby receive its names, and a creator
    receives UPDATE_CREATOR.
    """
    peer.is_over = False
    peer.answer_login(peer.name)
    lobby, room = peer.shared.lobby, peer.shared.maybe_open_room(peer)
    if not lobby and room is not None:
        await _join_room(peer, room.number)
        return
    lobby.append(peer)
    if len(lobby) == 1:
        peer.send("UPDATE_CREATOR")
    peer.shared.send_lobby_members()


async def _join_room(peer: CodexPeer, room_number: int) -> None:
    """Join a room; if the handler refuses, send EXCEEDING_PLAYER and leave the server."""
    if await peer.maybe_error(messages.SelectMatch(room_number)):
        _reject_surplus(peer)


def _reject_surplus(peer: CodexPeer) -> None:
    """Send EXCEEDING_PLAYER and leave the server."""
    peer.send("EXCEEDING_PLAYER")
    peer.leave()


async def set_player_number(peer: CodexPeer, request: wire.SetPlayerNumber) -> None:
    """SET_PLAYER_NUMBER: create a room for this many players and seat the lobby there.

    The game has the options of the settings. Raises Refused for any client but the creator of the
    lobby, and for a bad number. If the handler allows no room, the client receives ERROR and the
    lobby stays.
    """
    lobby, player_count = peer.shared.lobby, request.num_players
    if not lobby or peer is not lobby[0]:
        raise Refused("Only the creator of a lobby says how many play, and only once.")
    if player_count not in PLAYER_COUNTS:
        raise Refused(f"Between {PLAYER_COUNTS[0]} and {PLAYER_COUNTS[-1]} players can play.")
    peer.expected_players = min(player_count, len(lobby))
    options = peer.shared.settings.options
    setup = messages.SelectModeAndPlayers(player_count, game="codex", options=options)
    if error := await peer.maybe_error(messages.SelectMatch(0), setup):
        peer.send_error(error.message)
        await peer.request(messages.LeaveMatch())
    elif peer.room is not None:
        _seat_lobby(peer, peer.room.number, player_count)


def _seat_lobby(creator: CodexPeer, room_number: int, player_count: int) -> None:
    """Empty the lobby: the first ``player_count`` clients join the creator's room.

    The others are disconnected. Each client is told the players of the room only when all who join
    are there.
    """
    lobby, creator.shared.lobby = creator.shared.lobby, []
    for index, peer in enumerate(lobby):
        peer.expected_players = min(player_count, len(lobby))
        if index >= player_count:
            _reject_surplus(peer)
        elif peer is not creator:
            peer.start(_join_room(peer, room_number))


# --- the game -----------------------------------------------------------------------------------


async def place_starter(peer: CodexPeer, request: wire.PlaceStarter) -> None:
    """PLACE_STARTER: place the starter card with this side up. Raises Refused outside a game.

    An error of the handler is sent as ERROR.
    """
    await peer.act(actions.PlaceCodexStarter(request.side))


async def choose_color(peer: CodexPeer, request: wire.ChooseColor) -> None:
    """CHOOSE_COLOR: choose a colour. Raises Refused for BLACK, and outside a game.

    An error of the handler, as for a colour that is taken, is sent as ERROR.
    """
    color = next((color for color in actions.CODEX_COLORS if color == request.color), None)
    reason = f"This colour is for the first player; choose {', '.join(actions.CODEX_COLORS)}."
    await peer.act(actions.ChooseCodexColor(require(color, reason)))


async def place_objective(peer: CodexPeer, request: wire.PlaceObjective) -> None:
    """PLACE_OBJECTIVE: choose one of the two objectives offered in the first view.

    Raises Refused for a number other than 0 or 1, and outside a game. Without an offer the handler
    answers with an error.
    """
    peer.check_playing()
    offer = peer.view.offer if peer.view else ()
    if request.chosen_objective not in range(2):
        raise Refused("Choose objective 0 or 1.")
    await peer.act(actions.ChooseCodexObjective(offer[request.chosen_objective] if offer else ""))


async def place_card(peer: CodexPeer, request: wire.PlaceCard) -> None:
    """PLACE_CARD: place a card, identified by the numbers of its faces.

    Raises Refused if no card has these faces, and outside a game.
    """
    card = CARDS_BY_FACES.get((request.front_id, request.back_id))
    known = require(card, "There is no card with these two faces.")
    position = request.position
    await peer.act(actions.PlaceCodexCard(known, request.side, position.x, position.y))


async def draw(peer: CodexPeer, request: wire.Draw) -> None:
    """DRAW: draw a visible card or the top of a deck.

    Raises Refused for an unknown source, and outside a game.
    """
    if request.id_to_draw not in range(len(SOURCES)):
        raise Refused("Draw from 0 to 5: four visible cards, the gold deck, the resource deck.")
    await peer.act(actions.DrawCodexCard(SOURCES[request.id_to_draw]))


async def chat(peer: CodexPeer, request: wire.SendChatMessage) -> None:
    """SEND_CHAT_MESSAGE: send a text to everyone or to one player (rules digest 11).

    Raises Refused for another author, outside a game, for an unknown receiver, and for an empty or
    too long text.
    """
    message = request.message
    everyone = message.is_broadcast or message.receiver == EVERYONE
    if not peer.is_own_name(message.sender):
        raise Refused("The author of a message must be its sender.")
    peer.check_playing("The chat opens when the game begins.")
    if not everyone and message.receiver not in peer.names:
        raise Refused(f"Write to {EVERYONE} or to one of {', '.join(peer.names)}.")
    if not 0 < len(message.content) <= MAX_CHAT_LENGTH:
        raise Refused(f"Write 1 to {MAX_CHAT_LENGTH} signs.")
    await peer.act(messages.SendChat(message.content, to="" if everyone else message.receiver))


async def disconnect(peer: CodexPeer, request: wire.Disconnect) -> None:
    """DISCONNECT: close the connection; a session in a game is kept as after a lost connection."""
    peer.wire.close()


async def record_heartbeat(peer: CodexPeer, request: wire.Heartbeat) -> None:
    """HEARTBEAT: record the time of its arrival (digest 5).

    Heartbeats before the login, or with the name of another sender, are ignored.
    """
    if peer.name and peer.is_own_name(request.sender):
        peer.last_heartbeat_at = peer.shared.state.now


COMMANDS: dict[type[wire.Request], Callable[[CodexPeer, Any], RequestCoroutine]] = {
    wire.Connect: connect,
    wire.SetPlayerNumber: set_player_number,
    wire.PlaceStarter: place_starter,
    wire.ChooseColor: choose_color,
    wire.PlaceObjective: place_objective,
    wire.PlaceCard: place_card,
    wire.Draw: draw,
    wire.SendChatMessage: chat,
    wire.Disconnect: disconnect,
    wire.Heartbeat: record_heartbeat,
}


async def handle(peer: CodexPeer, text: str | None) -> None:
    """Handle one line (None: an unreadable one); answer an illegal line with ERROR.

    Empty lines are ignored. Any line, even an empty one, confirms the result of the last game.
    """
    peer.is_result_unconfirmed = False
    if text is not None and not text.strip():
        return
    try:
        request = wire.decode(text)
        _check_sender(peer, request)
        await COMMANDS[type(request)](peer, request)
    except Refused as refused:
        peer.send_error(refused.reason)


def _check_sender(peer: CodexPeer, request: wire.AnyRequest) -> None:
    """Raise Refused before the login or for the name of another sender.

    CONNECT, HEARTBEAT and DISCONNECT are always allowed.
    """
    if isinstance(request, wire.Connect | wire.Heartbeat | wire.Disconnect):
        return
    if not peer.name:
        raise Refused("Send CONNECT with your name first.")
    if not peer.is_own_name(request.sender):
        raise Refused(f"You are {peer.name}, not {request.sender[:64]}.")
