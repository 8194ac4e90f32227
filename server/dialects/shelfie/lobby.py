"""My Shelfie's dialect: login, rooms and chat (B.3, B.7)."""

import messages
from messages.text import name_key
from server.dialects.base import Screen
from server.dialects.requests import Refused, require
from server.dialects.returning import split_code
from server.dialects.shelfie import replies
from server.dialects.shelfie.peer import ShelfiePeer
from server.dialects.shelfie.views import maybe_public_room
from server.dialects.shelfie.wire import maybe_name, maybe_number, return_line, sanitize_text

SEAT_COUNTS = range(2, 5)


async def login(peer: ShelfiePeer, name: str) -> None:
    """Log in, or resume the session of a seat that was kept; then greet the client.

    The server view is sent to the client and the others. Raises Refused for a bad or taken name,
    and if the handler refuses. For a taken name it has no text, because the client shows its own.
    """
    returning_name, code = split_code(name)
    if peer.is_returning_name(returning_name):
        missed = await _resume_session(peer, returning_name, code)
        _greet(peer)
        _send_resumed_match(peer, missed)
    else:
        await _open_session(peer, require(maybe_name(name), replies.BAD_NAME))
        _greet(peer)
        peer.send_server_view()
    peer.shared.send_server_view_to_others(peer)


def _greet(peer: ShelfiePeer) -> None:
    """Record the login and send its confirmation, which precedes all other messages."""
    peer.log_in(peer.name)
    peer.send_text(replies.LOGGED_IN)
    peer.send_text(replies.GREETING, name=peer.name)


def _send_resumed_match(peer: ShelfiePeer, missed: list[str]) -> None:
    """Send the match as at its start, then the room chat and the missed messages.

    Before notifyStart nothing lets the client redraw, because it would show its menu. Without a
    match, people and rooms are sent.
    """
    peer.must_send_server_view |= not peer.must_send_start
    peer.send_unsent(caused_by_client=True)
    if peer.room_chat:
        peer.send_room_chat()
    for message in missed:
        peer.send(message)


async def _open_session(peer: ShelfiePeer, name: str) -> None:
    """Request the nickname and store it. Raises Refused, without a text if the name is taken."""
    if error := await peer.maybe_error(messages.ChooseNickname(name)):
        is_taken = error.error is messages.ErrorCode.DUPLICATENICKNAME
        raise Refused("" if is_taken else error.message)
    peer.name = name


async def _resume_session(peer: ShelfiePeer, name: str, code: str) -> list[str]:
    """Resume the session of a disconnected player; return the messages that were held back.

    The code is needed from another address than before. Raises Refused with the text of the
    handler, and stays in the menu, if the handler refuses.
    """
    session = peer.shared.state.sessions[name_key(name)]
    peer.name, peer.screen = session.name, Screen.GAME
    peer.hold_messages(session.name)
    (answer,) = await peer.request(messages.Reconnect(session.name, code))
    missed = peer.release_messages()
    if isinstance(answer, messages.Error):
        peer.name, peer.screen = "", Screen.MENU
        raise Refused(answer.message)
    return missed


async def create_match(peer: ShelfiePeer, seats: str) -> None:
    """Create a room, of which the client becomes the host, and send the rooms to the others.

    Raises Refused for a bad number of seats, outside the menu, or for any error of the handler;
    then the client is in no room.
    """
    seat_count = require(maybe_number(seats), replies.BAD_SEATS)
    if seat_count not in SEAT_COUNTS:
        raise Refused(replies.BAD_SEATS)
    _check_in_menu(peer)
    options = peer.shared.settings.options
    setup = messages.SelectModeAndPlayers(seat_count, game="shelfie", options=options)
    if await peer.maybe_error(messages.SelectMatch(0), setup):
        await peer.request(messages.LeaveMatch())
        raise Refused(replies.NO_MORE_ROOMS)
    peer.send_wait()
    peer.send_server_view()
    peer.send_text(replies.CREATED, seats=seat_count, room=peer.room_info.number)
    peer.shared.send_server_view_to_others(peer)


async def join(peer: ShelfiePeer, room_id: str) -> None:
    """Join a public room and send the rooms to the others; the match starts with the last seat.

    Raises Refused outside the menu, for an unknown or full room, for one with a match, and if the
    handler refuses.
    """
    _check_in_menu(peer)
    number = require(maybe_number(room_id), replies.NO_SUCH_ROOM)
    room = require(maybe_public_room(peer.shared.state, number), replies.NO_SUCH_ROOM)
    if room.match is not None:
        raise Refused(replies.NOT_A_MEMBER)
    if room.is_full or room.free_seats <= 0:
        raise Refused(replies.ROOM_FULL)
    await peer.act(messages.SelectMatch(room.number))
    peer.send_text(replies.FOUND, room=room.number)
    peer.send_text(replies.JOINED, name=peer.name, room=room.number)
    peer.must_send_server_view = not peer.must_send_start
    peer.shared.send_server_view_to_others(peer)


async def change_seats(peer: ShelfiePeer, seats: str) -> None:
    """Change the number of seats of the client's open room; the handler starts a full room.

    The change is confirmed, and the other clients receive the rooms. Raises Refused outside an open
    room, for a bad number, and for any client but the host.
    """
    seat_count = require(maybe_number(seats), replies.BAD_SEATS)
    room = require(peer.room, replies.NOT_NOW)
    if peer.screen is not Screen.ROOM or seat_count not in SEAT_COUNTS:
        raise Refused(replies.BAD_SEATS if peer.screen is Screen.ROOM else replies.NOT_NOW)
    if room.host is not peer.session:
        raise Refused(replies.HOST_ONLY)
    await peer.act(messages.ChangeSeats(seat_count))
    peer.send_text(replies.SEATS_CHANGED, seats=seat_count)
    peer.shared.send_server_view_to_others(peer)


async def leave_match(peer: ShelfiePeer) -> None:
    """Leave the room or match, return to the menu and update everyone's list of rooms.

    Raises Refused in the menu.
    """
    if peer.screen is Screen.MENU:
        raise Refused(replies.NOT_NOW)
    await peer.act(messages.LeaveMatch())
    peer.send_text(replies.YOU_LEFT)
    peer.send("notifyGoToMenu")
    peer.send_server_view()
    peer.shared.send_server_view_to_others(peer)


async def exit_game(peer: ShelfiePeer) -> None:
    """Send a farewell and the result of the request, and leave the server.

    The nickname is released.
    """
    peer.send_text(replies.FAREWELL)
    peer.send(return_line("exitGame", True))
    peer.leave()


def _check_in_menu(peer: ShelfiePeer) -> None:
    """Raise Refused if the client is in a room or match."""
    if peer.screen is not Screen.MENU or peer.room:
        raise Refused(replies.ALREADY_IN_ROOM)


async def send_public_message(peer: ShelfiePeer, text: str) -> None:
    """Send a chat text to everyone in the room; it is cleaned and cut.

    Raises Refused in the menu, for an empty text and if the handler refuses.
    """
    chat_text = sanitize_text(text)
    if peer.screen is Screen.MENU or not chat_text:
        raise Refused(replies.NOT_SENT)
    await peer.act(messages.SendChat(chat_text))


async def send_private_message(peer: ShelfiePeer, text: str, receiver: str) -> None:
    """Send a chat text to one connected player, in a room or not, and confirm it.

    The text is cleaned and cut. Raises Refused if the receiver is unknown, disconnected or the
    sender, for an empty text and if the handler refuses.
    """
    chat_text, name = sanitize_text(text), sanitize_text(receiver)
    other = peer.shared.state.sessions.get(name_key(name))
    if other is None:
        raise Refused(replies.NO_SUCH_PLAYER.format(name=name))
    if other.peer is None:
        raise Refused(replies.OFFLINE.format(name=name))
    if other is peer.session or not chat_text:
        raise Refused(replies.NOT_DELIVERED.format(name=name))
    await peer.act(messages.SendChat(chat_text, to=other.name))
    peer.send_text(replies.SENT_TO, name=other.name)
