"""My Shelfie's dialect: messages of the server as lines (B.4).

Messages that have no function here are ignored.
"""

from collections.abc import Callable
from typing import Any

import messages
from messages.registry import GameView, UpdateMessage
from messages.shelfie import table
from server.dialects.base import Screen, show_error, show_suspended, show_text
from server.dialects.lines import line
from server.dialects.shelfie import replies
from server.dialects.shelfie.peer import ShelfiePeer
from server.dialects.shelfie.views import GOAL_NAMES, Table, as_json, items
from server.dialects.shelfie.wire import person_text

STATUS = {"gone": replies.LEFT_MATCH, "absent": replies.SUSPENDED, "present": replies.IS_BACK}


def send_pending(peer: ShelfiePeer) -> None:
    """Show what others did, unless a request of the client will show it at its end."""
    if not peer.busy and not peer.has_left:
        peer.send_changes(own=False)


# --- rooms --------------------------------------------------------------------------------------


def _list(peer: ShelfiePeer, message: messages.ChooseMatch) -> None:
    """The list of matches is sent to clients without a seat."""
    broken_off = peer.screen is not Screen.MENU and not peer.over and not peer.busy
    peer.screen, peer.waiting = Screen.MENU, False
    peer.chat.clear()
    if not peer.over:
        peer.view = None
    if broken_off:
        peer.say("notifyGoToMenu")
        peer.rooms_stale = True


def _room(peer: ShelfiePeer, message: messages.RoomUpdate) -> None:
    """A newcomer waits, the others are told of the newcomer."""
    room, before = message.room, peer.table
    entering = peer.screen is not Screen.ROOM
    peer.screen = Screen.ROOM
    peer.table = Table(room.match, room.host, room.number_of_players, room.players, ())
    changed = (room.host, room.number_of_players) != (before.admin, before.seats)
    peer.waiting |= entering or changed
    peer.rooms_stale |= changed and not entering
    for name in () if entering else room.players:
        if name not in before.names:
            peer.message(replies.JOINED, name=name, room=room.match)
            peer.rooms_stale = True


def _status(peer: ShelfiePeer, message: messages.PlayerStatus) -> None:
    text = STATUS.get(message.status)
    if text and message.nickname in peer.table.names:
        peer.message(text, name=message.nickname)
        peer.rooms_stale |= peer.screen is Screen.ROOM


# --- the match ----------------------------------------------------------------------------------


def _players(peer: ShelfiePeer, message: messages.PlayersInfo) -> None:
    room = peer.room
    if room is not None:
        seats = room.setup.number_of_players
        peer.table = Table(room.number, room.host.name, seats, (), ())
    peer.table = peer.table._replace(names=message.player_nicknames)
    peer.screen, peer.starting = Screen.GAME, True
    peer.confirmed, peer.inserted = False, None
    peer.waiting = peer.rooms_stale = False


def _view(peer: ShelfiePeer, message: GameView) -> None:
    """A view ends every event of a match."""
    assert isinstance(message.view, table.ShelfieView)
    peer.view = message.view


def _update(peer: ShelfiePeer, message: UpdateMessage) -> None:
    change: Any = message.change
    seat = getattr(change, "seat", None)
    own = peer.view is not None and seat == peer.view.seat
    tell = _CHANGES.get(type(change))
    if tell is not None:
        tell(peer, change, "" if seat is None else peer.table.names[seat], own)
    peer.stale |= not isinstance(change, table.ShelfieTilesSorted)


def _marked(peer: ShelfiePeer, change: table.ShelfieTilesMarked, name: str, own: bool) -> None:
    """People count rows and columns from 1."""
    cells = ", ".join(f"({cell // 10 + 1},{cell % 10 + 1})" for cell in change.cells)
    if not own:
        text = replies.HAS_SELECTED if cells else replies.HAS_DESELECTED
        peer.message(text, name=name, items=cells)


def _taken(peer: ShelfiePeer, change: table.ShelfieTilesTaken, name: str, own: bool) -> None:
    if not own:
        peer.message(replies.HAS_SELECTED, name=name, items=", ".join(items(change.hand)))


def _sorted(peer: ShelfiePeer, change: table.ShelfieTilesSorted, name: str, own: bool) -> None:
    peer.say(line("virtualHand", as_json(items(change.hand))))


def _placed(peer: ShelfiePeer, change: table.ShelfieTilesPlaced, name: str, own: bool) -> None:
    peer.placed = change.seat
    if not own:
        peer.message(replies.HAS_INSERTED, name=name, column=change.column + 1)


def _turn(peer: ShelfiePeer, change: table.ShelfieTurnStarted, name: str, own: bool) -> None:
    """Forget what was begun in the turn before."""
    peer.confirmed, peer.inserted = False, None
    before, peer.placed = peer.placed, None
    if before is not None and peer.view is not None and before != peer.view.seat:
        peer.message(replies.TURN_ENDED, name=peer.table.names[before])
    if own:
        peer.message(replies.YOUR_TURN, name=name)
        peer.say(line("notifyUpdate", 0))


def _ended(peer: ShelfiePeer, change: table.ShelfieGameEnded, name: str, own: bool) -> None:
    peer.over, peer.starting, peer.placed = True, False, None
    peer.confirmed, peer.inserted = False, None


_CHANGES: dict[type[messages.Change], Callable[[ShelfiePeer, Any, str, bool], None]] = {
    table.ShelfieTilesMarked: _marked,
    table.ShelfieTilesTaken: _taken,
    table.ShelfieTilesSorted: _sorted,
    table.ShelfieTilesPlaced: _placed,
    table.ShelfieTokenTaken: lambda peer, change, name, own: peer.message(
        replies.ACHIEVED, name=name, goal=GOAL_NAMES[change.goal], points=change.points
    ),
    table.ShelfieEndTokenTaken: lambda peer, _, name, own: peer.message(
        replies.END_TOKEN, name=name
    ),
    table.ShelfieBoardRefilled: lambda peer, _, name, own: peer.message(replies.REFILLED),
    table.ShelfieTurnLost: lambda peer, _, name, own: peer.message(replies.TURN_LOST, name=name),
    table.ShelfieTurnStarted: _turn,
    table.ShelfieGameEnded: _ended,
}


# --- texts --------------------------------------------------------------------------------------


def _chat(peer: ShelfiePeer, message: messages.ChatMessage) -> None:
    """The chat of the room, or a private one, which works everywhere; the menu has none."""
    text = person_text(message.text)
    if message.to:
        _private(peer, message, text)
    elif peer.screen is not Screen.MENU:
        peer.chat.append(f"{message.sender}: {text}")
        if message.sender != peer.name:
            peer.say(line("chatNotification", peer.chat[-1]))
        peer.say(line("publicChat", as_json(list(peer.chat))))


def _private(peer: ShelfiePeer, message: messages.ChatMessage, text: str) -> None:
    mine = message.sender == peer.name
    peer.add_private_line(message.to if mine else message.sender, f"{message.sender}: {text}")
    if not mine:
        said = replies.SAYS.format(name=message.sender, text=text)
        peer.say(line("chatNotification", said))
    peer.rooms_stale = True


def _resumed(peer: ShelfiePeer, message: messages.MatchResumed) -> None:
    peer.message(replies.BACK)


EVENTS: dict[type[messages.Message], Callable[[ShelfiePeer, Any], None]] = {
    messages.ChooseMatch: _list,
    messages.RoomUpdate: _room,
    messages.PlayerStatus: _status,
    messages.PlayersInfo: _players,
    GameView: _view,
    UpdateMessage: _update,
    messages.ChatMessage: _chat,
    messages.GenericMessage: show_text,
    messages.MatchSuspended: show_suspended,
    messages.MatchResumed: _resumed,
    messages.Error: show_error,
}
