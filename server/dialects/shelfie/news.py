"""My Shelfie's old dialect: our messages to a guest, as lines (B.4).

One small function for each message that means something in this dialect; others are passed over.
"""

from collections.abc import Callable
from typing import Any

from messages import (
    Change,
    ChatMessage,
    ChooseMatch,
    Error,
    GenericMessage,
    MatchResumed,
    MatchSuspended,
    Message,
    PlayersInfo,
    PlayerStatus,
    RoomUpdate,
)
from messages.registry import GameView, UpdateMessage
from messages.shelfie.table import (
    ShelfieBoardRefilled,
    ShelfieEndTokenTaken,
    ShelfieGameEnded,
    ShelfieTilesMarked,
    ShelfieTilesPlaced,
    ShelfieTilesSorted,
    ShelfieTilesTaken,
    ShelfieTokenTaken,
    ShelfieTurnLost,
    ShelfieTurnStarted,
    ShelfieView,
)
from server.dialects.shelfie import words as words
from server.dialects.shelfie.guest import Place, ShelfieGuest
from server.dialects.shelfie.views import GOAL_NAMES, Table, as_json, items
from server.dialects.shelfie.wire import line, one_argument, person_text

STATUS = {"gone": words.LEFT_MATCH, "absent": words.SUSPENDED, "present": words.IS_BACK}


def hear(guest: ShelfieGuest, message: Message) -> None:
    """The server told the guest something that is not an answer."""
    news = _NEWS.get(type(message))
    if news is not None:
        news(guest, message)


# --- rooms --------------------------------------------------------------------------------------


def _list(guest: ShelfieGuest, message: ChooseMatch) -> None:
    """The list of matches is for those who sit nowhere."""
    broken_off = guest.place is not Place.MENU and not guest.over and not guest.asking
    guest.place, guest.waiting = Place.MENU, False
    guest.chat.clear()
    if not guest.over:
        guest.view = None
    if broken_off:
        guest.say("notifyGoToMenu")
        guest.rooms_stale = True


def _room(guest: ShelfieGuest, message: RoomUpdate) -> None:
    """Who is here now. A newcomer waits, the others are told of the newcomer."""
    room, before = message.room, guest.table
    entering = guest.place is not Place.ROOM
    guest.place = Place.ROOM
    guest.table = Table(room.match, room.host, room.number_of_players, room.players, ())
    changed = (room.host, room.number_of_players) != (before.admin, before.seats)
    guest.waiting |= entering or changed
    guest.rooms_stale |= changed and not entering
    for name in () if entering else room.players:
        if name not in before.names:
            guest.message(words.JOINED, name=name, room=room.match)
            guest.rooms_stale = True


def _status(guest: ShelfieGuest, message: PlayerStatus) -> None:
    text = STATUS.get(message.status)
    if text and message.nickname in guest.table.names:
        guest.message(text, name=message.nickname)
        guest.rooms_stale |= guest.place is Place.ROOM


# --- the match ----------------------------------------------------------------------------------


def _players(guest: ShelfieGuest, message: PlayersInfo) -> None:
    room = guest.room
    if room is not None:
        seats = room.asked.number_of_players
        guest.table = Table(room.number, room.host.name, seats, (), ())
    guest.table = guest.table._replace(names=message.player_nicknames)
    guest.place, guest.starting = Place.GAME, True
    guest.confirmed, guest.inserted = False, None
    guest.waiting = guest.rooms_stale = False


def _view(guest: ShelfieGuest, message: GameView) -> None:
    """A view ends every event of a match."""
    assert isinstance(message.view, ShelfieView)
    guest.view = message.view


def _update(guest: ShelfieGuest, message: UpdateMessage) -> None:
    change: Any = message.change
    seat = getattr(change, "seat", None)
    own = guest.view is not None and seat == guest.view.seat
    tell = _CHANGES.get(type(change))
    if tell is not None:
        tell(guest, change, "" if seat is None else guest.table.names[seat], own)
    guest.stale |= not isinstance(change, ShelfieTilesSorted)


def _marked(guest: ShelfieGuest, change: ShelfieTilesMarked, name: str, own: bool) -> None:
    """People count rows and columns from 1."""
    cells = ", ".join(f"({cell // 10 + 1},{cell % 10 + 1})" for cell in change.cells)
    if not own:
        text = words.HAS_SELECTED if cells else words.HAS_DESELECTED
        guest.message(text, name=name, items=cells)


def _taken(guest: ShelfieGuest, change: ShelfieTilesTaken, name: str, own: bool) -> None:
    if not own:
        guest.message(words.HAS_SELECTED, name=name, items=", ".join(items(change.hand)))


def _sorted(guest: ShelfieGuest, change: ShelfieTilesSorted, name: str, own: bool) -> None:
    guest.say(line("virtualHand", as_json(items(change.hand))))


def _placed(guest: ShelfieGuest, change: ShelfieTilesPlaced, name: str, own: bool) -> None:
    guest.placed = change.seat
    if not own:
        guest.message(words.HAS_INSERTED, name=name, column=change.column + 1)


def _token(guest: ShelfieGuest, change: ShelfieTokenTaken, name: str, own: bool) -> None:
    goal = GOAL_NAMES[change.goal]
    guest.message(words.ACHIEVED, name=name, goal=goal, points=change.points)


def _end_token(guest: ShelfieGuest, change: ShelfieEndTokenTaken, name: str, own: bool) -> None:
    guest.message(words.END_TOKEN, name=name)


def _refilled(guest: ShelfieGuest, change: ShelfieBoardRefilled, name: str, own: bool) -> None:
    guest.message(words.REFILLED)


def _lost(guest: ShelfieGuest, change: ShelfieTurnLost, name: str, own: bool) -> None:
    guest.message(words.TURN_LOST, name=name)


def _turn(guest: ShelfieGuest, change: ShelfieTurnStarted, name: str, own: bool) -> None:
    """Whatever was begun in the turn before is over."""
    guest.confirmed, guest.inserted = False, None
    before, guest.placed = guest.placed, None
    if before is not None and guest.view is not None and before != guest.view.seat:
        guest.message(words.TURN_ENDED, name=guest.table.names[before])
    if own:
        guest.message(words.YOUR_TURN, name=name)
        guest.say(line("notifyUpdate", 0))


def _ended(guest: ShelfieGuest, change: ShelfieGameEnded, name: str, own: bool) -> None:
    guest.over, guest.starting, guest.placed = True, False, None
    guest.confirmed, guest.inserted = False, None


_CHANGES: dict[type[Change], Callable[[ShelfieGuest, Any, str, bool], None]] = {
    ShelfieTilesMarked: _marked,
    ShelfieTilesTaken: _taken,
    ShelfieTilesSorted: _sorted,
    ShelfieTilesPlaced: _placed,
    ShelfieTokenTaken: _token,
    ShelfieEndTokenTaken: _end_token,
    ShelfieBoardRefilled: _refilled,
    ShelfieTurnLost: _lost,
    ShelfieTurnStarted: _turn,
    ShelfieGameEnded: _ended,
}


# --- texts --------------------------------------------------------------------------------------


def _chat(guest: ShelfieGuest, message: ChatMessage) -> None:
    """The chat of the room, or a private one, which works everywhere; the menu has none."""
    text = person_text(message.text)
    if message.to:
        _private(guest, message, text)
    elif guest.place is not Place.MENU:
        guest.chat.append(f"{message.sender}: {text}")
        if message.sender != guest.name:
            guest.say(line("chatNotification", guest.chat[-1]))
        guest.say(line("publicChat", as_json(list(guest.chat))))


def _private(guest: ShelfieGuest, message: ChatMessage, text: str) -> None:
    mine = message.sender == guest.name
    guest.keep(message.to if mine else message.sender, f"{message.sender}: {text}")
    if not mine:
        said = words.SAYS.format(name=message.sender, text=text)
        guest.say(line("chatNotification", said))
    guest.rooms_stale = True


def _text(guest: ShelfieGuest, message: GenericMessage) -> None:
    """A text that nobody asked for; welcomes have words of their own here."""
    if not guest.asking:
        guest.say(line("message", one_argument(message.msg)))


def _suspended(guest: ShelfieGuest, message: MatchSuspended) -> None:
    guest.message(words.ALONE, seconds=message.seconds_left)


def _resumed(guest: ShelfieGuest, message: MatchResumed) -> None:
    guest.message(words.BACK)


def _error(guest: ShelfieGuest, message: Error) -> None:
    """Something failed that was no fault of the guest's."""
    guest.say(line("message", one_argument(message.message)))


_NEWS: dict[type[Message], Callable[[ShelfieGuest, Any], None]] = {
    ChooseMatch: _list,
    RoomUpdate: _room,
    PlayerStatus: _status,
    PlayersInfo: _players,
    GameView: _view,
    UpdateMessage: _update,
    ChatMessage: _chat,
    GenericMessage: _text,
    MatchSuspended: _suspended,
    MatchResumed: _resumed,
    Error: _error,
}
