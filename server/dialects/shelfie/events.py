"""My Shelfie's dialect: translate server messages to messages of the protocol (B.4).

Messages without a function here are ignored.
"""

from collections.abc import Callable
from typing import Any

import messages
from messages.registry import GameView, UpdateMessage
from messages.shelfie import table
from messages.text import name_key
from server.dialects.base import Screen, on_error, on_generic_message, on_match_suspended
from server.dialects.lines import line
from server.dialects.shelfie import replies
from server.dialects.shelfie.peer import ShelfiePeer
from server.dialects.shelfie.views import GOAL_NAMES, RoomInfo, item_codes, to_json
from server.dialects.shelfie.wire import sanitize_text

STATUS_TEXTS = {"gone": replies.LEFT_MATCH, "absent": replies.SUSPENDED, "present": replies.IS_BACK}


def send_pending(peer: ShelfiePeer) -> None:
    """Send unsent changes, unless a request of the client is active and sends them at its end.

    Nothing is sent to a client that has left.
    """
    if not peer.is_busy and not peer.has_left:
        peer.send_unsent(caused_by_client=False)


# --- rooms --------------------------------------------------------------------------------------


def _on_match_list(peer: ShelfiePeer, message: messages.ChooseMatch) -> None:
    """Return to the menu and forget the room chat and, unless its end is unsent, the match.

    If the match was closed without a request of the client, send notifyGoToMenu, and make the
    server view due. The list of matches is sent only to clients without a seat.
    """
    match_was_closed = (
        peer.screen is not Screen.MENU and not peer.must_send_end and not peer.is_busy
    )
    peer.screen, peer.must_send_wait = Screen.MENU, False
    peer.room_chat.clear()
    if not peer.must_send_end:
        peer.view = None
    if match_was_closed:
        peer.send("notifyGoToMenu")
        peer.must_send_server_view = True


def _on_room_update(peer: ShelfiePeer, message: messages.RoomUpdate) -> None:
    """Store the room, and announce new members to a client that was there before.

    notifyWait becomes due if the client enters, or if the host or the number of seats changed. For
    a client that was there before, changes also make the server view due.
    """
    room, before = message.room, peer.room_info
    entering = peer.screen is not Screen.ROOM
    peer.screen = Screen.ROOM
    peer.room_info = RoomInfo(room.match, room.host, room.number_of_players, room.players, ())
    changed = (room.host, room.number_of_players) != (before.host, before.seats)
    peer.must_send_wait |= entering or changed
    peer.must_send_server_view |= changed and not entering
    for name in () if entering else room.players:
        if name not in before.names:
            peer.send_text(replies.JOINED, name=name, room=room.match)
            peer.must_send_server_view = True


def _on_player_status(peer: ShelfiePeer, message: messages.PlayerStatus) -> None:
    """Send a text if a member of the room left, was suspended or is back; ignore other statuses.

    A member whose session has ended has left the game, not only the match. In an open room, a new
    server view becomes due too. Players who are not in the room are ignored.
    """
    text = STATUS_TEXTS.get(message.status)
    if message.status == "gone" and name_key(message.nickname) not in peer.shared.state.sessions:
        text = replies.LEFT_GAME
    if text and message.nickname in peer.room_info.names:
        peer.send_text(text, name=message.nickname)
        peer.must_send_server_view |= peer.screen is Screen.ROOM


# --- the match ----------------------------------------------------------------------------------


def _on_players_info(peer: ShelfiePeer, message: messages.PlayersInfo) -> None:
    """Store the room and names of a match that starts or that the client has returned to.

    The start becomes due; the state of the turn and other unsent parts are reset.
    """
    room = peer.room
    if room is not None:
        seats = room.setup.number_of_players
        peer.room_info = RoomInfo(room.number, room.host.name, seats, (), ())
    peer.room_info = peer.room_info._replace(names=message.player_nicknames)
    peer.screen, peer.must_send_start = Screen.GAME, True
    peer.has_confirmed, peer.inserted_column = False, None
    peer.must_send_wait = peer.must_send_server_view = False


def _on_game_view(peer: ShelfiePeer, message: GameView) -> None:
    """Store the view, which is the last message of each event of a match."""
    assert isinstance(message.view, table.ShelfieView)
    peer.view = message.view


def _on_update(peer: ShelfiePeer, message: UpdateMessage) -> None:
    """Call the function for the change, if there is one, with the name of its seat.

    Any change except sorting makes the match due to be sent.
    """
    change: Any = message.change
    seat = getattr(change, "seat", None)
    is_own = peer.view is not None and seat == peer.view.seat
    handle = _CHANGE_HANDLERS.get(type(change))
    if handle is not None:
        handle(peer, change, "" if seat is None else peer.room_info.names[seat], is_own)
    peer.must_send_match |= not isinstance(change, table.ShelfieTilesSorted)


def _on_tiles_marked(
    peer: ShelfiePeer, change: table.ShelfieTilesMarked, name: str, is_own: bool
) -> None:
    """Announce the cells that another player has marked, counted from 1, or that none is marked."""
    cells = ", ".join(f"({cell // 10 + 1},{cell % 10 + 1})" for cell in change.cells)
    if not is_own:
        text = replies.HAS_SELECTED if cells else replies.HAS_DESELECTED
        peer.send_text(text, name=name, items=cells)


def _on_tiles_taken(
    peer: ShelfiePeer, change: table.ShelfieTilesTaken, name: str, is_own: bool
) -> None:
    """Announce the tiles that another player took; nothing for the client's own."""
    if not is_own:
        peer.send_text(replies.HAS_SELECTED, name=name, items=", ".join(item_codes(change.hand)))


def _on_tiles_sorted(
    peer: ShelfiePeer, change: table.ShelfieTilesSorted, name: str, is_own: bool
) -> None:
    """Send the sorted hand of the player on turn, also to the client that sorted it."""
    peer.send(line("virtualHand", to_json(item_codes(change.hand))))


def _on_tiles_placed(
    peer: ShelfiePeer, change: table.ShelfieTilesPlaced, name: str, is_own: bool
) -> None:
    """Record the seat, whose turn now ends; announce the column of another player, from 1."""
    peer.placing_seat = change.seat
    if not is_own:
        peer.send_text(replies.HAS_INSERTED, name=name, column=change.column + 1)


def _on_turn_started(
    peer: ShelfiePeer, change: table.ShelfieTurnStarted, name: str, is_own: bool
) -> None:
    """Reset the state of the turn; announce the end of the turn of another player who placed tiles.

    If the new turn is the client's own, announce it too and let the client redraw.
    """
    peer.has_confirmed, peer.inserted_column = False, None
    before, peer.placing_seat = peer.placing_seat, None
    if before is not None and peer.view is not None and before != peer.view.seat:
        peer.send_text(replies.TURN_ENDED, name=peer.room_info.names[before])
    if is_own:
        peer.send_text(replies.YOUR_TURN, name=name)
        peer.send(line("notifyUpdate", 0))


def _on_game_ended(
    peer: ShelfiePeer, change: table.ShelfieGameEnded, name: str, is_own: bool
) -> None:
    """Make the end of the match due instead of its start, and reset the state of the turn."""
    peer.must_send_end, peer.must_send_start, peer.placing_seat = True, False, None
    peer.has_confirmed, peer.inserted_column = False, None


_CHANGE_HANDLERS: dict[type[messages.Change], Callable[[ShelfiePeer, Any, str, bool], None]] = {
    table.ShelfieTilesMarked: _on_tiles_marked,
    table.ShelfieTilesTaken: _on_tiles_taken,
    table.ShelfieTilesSorted: _on_tiles_sorted,
    table.ShelfieTilesPlaced: _on_tiles_placed,
    table.ShelfieTokenTaken: lambda peer, change, name, is_own: peer.send_text(
        replies.ACHIEVED, name=name, goal=GOAL_NAMES[change.goal], points=change.points
    ),
    table.ShelfieEndTokenTaken: lambda peer, _, name, is_own: peer.send_text(
        replies.END_TOKEN, name=name
    ),
    table.ShelfieBoardRefilled: lambda peer, _, name, is_own: peer.send_text(replies.REFILLED),
    table.ShelfieTurnLost: lambda peer, _, name, is_own: peer.send_text(
        replies.TURN_LOST, name=name
    ),
    table.ShelfieTurnStarted: _on_turn_started,
    table.ShelfieGameEnded: _on_game_ended,
}


# --- texts --------------------------------------------------------------------------------------


def _on_chat_message(peer: ShelfiePeer, message: messages.ChatMessage) -> None:
    """Clean a chat text and send it; in the menu only private ones.

    A public text is added to the room chat, which is sent whole. A notification follows if the text
    is from another player: the client shows the chat that it has when a notification arrives. While
    a session is resumed, the room chat is not sent here, and only texts that the client has not
    received cause notifications.
    """
    text = sanitize_text(message.text)
    if message.to:
        _on_private_chat(peer, message, text)
    elif peer.screen is not Screen.MENU:
        peer.add_room_line(f"{message.sender}: {text}")
        if not peer.is_resuming:
            peer.send_room_chat()
        is_own = message.sender == peer.name
        if not is_own and not peer.take_received_line("", peer.room_chat[-1]):
            peer.send_chat_notice(replies.SAYS, message.sender, text)


def _on_private_chat(peer: ShelfiePeer, message: messages.ChatMessage, text: str) -> None:
    """Add a text to the private chat with the other person; notify the client of texts of others.

    The server view, which has the private chats, is sent before the notification. It only becomes
    due after a text of the client itself and while a session is resumed.
    """
    is_own, chat_line = message.sender == peer.name, f"{message.sender}: {text}"
    peer.add_private_line(message.to if is_own else message.sender, chat_line)
    if is_own or peer.is_resuming:
        peer.must_send_server_view = True
    else:
        peer.send_people()
    if not is_own and not peer.take_received_line(message.sender, chat_line):
        peer.send_chat_notice(replies.WHISPERS, message.sender, text)


def _on_match_resumed(peer: ShelfiePeer, message: messages.MatchResumed) -> None:
    """Tell the player that somebody is back."""
    peer.send_text(replies.BACK)


EVENTS: dict[type[messages.Message], Callable[[ShelfiePeer, Any], None]] = {
    messages.ChooseMatch: _on_match_list,
    messages.RoomUpdate: _on_room_update,
    messages.PlayerStatus: _on_player_status,
    messages.PlayersInfo: _on_players_info,
    GameView: _on_game_view,
    UpdateMessage: _on_update,
    messages.ChatMessage: _on_chat_message,
    messages.GenericMessage: on_generic_message,
    messages.MatchSuspended: on_match_suspended,
    messages.MatchResumed: _on_match_resumed,
    messages.Error: on_error,
}
