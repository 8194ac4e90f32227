"""UNO's old dialect: our messages to a guest, as lines (UNO 10.3, 11.3, 11.5).

One small function for each message that means something in this dialect; others are passed over.
"""

from collections.abc import Callable
from typing import Any

from messages import (
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
    TurnReminder,
)
from messages.registry import GameView, UpdateMessage
from messages.uno.table import UnoGameEnded, UnoSeatGone, UnoStepStarted, UnoView
from server.dialects.uno.events import change_lines
from server.dialects.uno.guest import Place, UnoGuest
from server.dialects.uno.wire import Code, fold, line, one_argument


def hear(guest: UnoGuest, message: Message) -> None:
    """The server told the guest something that is not an answer."""
    news = _NEWS.get(type(message))
    if news is not None:
        news(guest, message)


# --- lobbies ------------------------------------------------------------------------------------


def _list(guest: UnoGuest, message: ChooseMatch) -> None:
    """The list of matches is for those who sit nowhere."""
    guest.place, guest.admin, guest.roster = Place.HALL, False, []
    guest.absent.clear()


def _room(guest: UnoGuest, message: RoomUpdate) -> None:
    """Who is here now. A newcomer is told of everybody, the others of the newcomer (UNO 11.5)."""
    entering = guest.place is Place.HALL
    guest.place = Place.LOBBY
    if entering:
        guest.tell_admin()
    for name in map(fold, message.room.players):
        if name not in guest.roster:
            other = guest.house.guests.get(name)
            guest.roster.append(name)
            word = guest.arrival if entering else other.arrival if other else "BPJ"
            if word:
                guest.say(line(word, name))


def _status(guest: UnoGuest, message: PlayerStatus) -> None:
    """In a game its rules say what leaving means, and only then the guest is told."""
    name = fold(message.nickname)
    if message.status == "absent":
        guest.absent.add(name)
    elif message.status == "present":
        guest.absent.discard(name)
    elif message.status == "gone" and not (guest.place is Place.GAME and name in guest.roster):
        _left(guest, name, lost=name in guest.absent)


def _left(guest: UnoGuest, name: str, *, lost: bool) -> None:
    """BLG, with more around it for who went without LG (UNO 10.3); a new admin is told."""
    guest.absent.discard(name)
    if name in guest.roster:
        guest.roster.remove(name)
        if lost:
            guest.say(line("ERR", Code.DISCONNECTED))
        guest.say(line("BLG", name))
        if lost:
            guest.say(line("BM", f"server:Player {name} has disconnected"))
    guest.tell_admin()


# --- the game -----------------------------------------------------------------------------------


def _players(guest: UnoGuest, message: PlayersInfo) -> None:
    guest.names = tuple(fold(name) for name in message.player_nicknames)
    guest.held = []


def _view(guest: UnoGuest, message: GameView) -> None:
    """The first view of a game, or one after an event. GST comes before all else (UNO 11.5)."""
    assert isinstance(message.view, UnoView)
    guest.view = message.view
    if guest.held is not None:
        for text in (line("GST", message.view.mode), *guest.held):
            guest.say(text)
        guest.place, guest.held, guest.stepped = Place.GAME, None, True


def _update(guest: UnoGuest, message: UpdateMessage) -> None:
    change = message.change
    lines = change_lines(change, guest.names)
    if guest.held is not None:
        guest.held += lines
        return
    for text in lines:
        guest.say(text)
    match change:
        case UnoStepStarted():
            guest.stepped = True
        case UnoSeatGone(seat, reason):
            _seat_gone(guest, guest.names[seat], idle=reason == "IDLE")
        case UnoGameEnded():
            guest.place, guest.stepped = Place.LOBBY, False


def _seat_gone(guest: UnoGuest, name: str, *, idle: bool) -> None:
    """Somebody left the game, or was taken out of it; that may be the guest."""
    if name == guest.name:
        guest.idle = True
    else:
        _left(guest, name, lost=idle or name in guest.absent)


def _reminder(guest: UnoGuest, message: TurnReminder) -> None:
    guest.say(line("RP", message.seconds_left))


# --- texts --------------------------------------------------------------------------------------


def _chat(guest: UnoGuest, message: ChatMessage) -> None:
    """The chat of the lobby, or a private word from another route; the hall has no chat."""
    if guest.place is not Place.HALL or message.to:
        private = "(private) " if message.to else ""
        text = one_argument(f"{private}{message.text}")
        guest.say(line("BM", f"{fold(message.sender)}:{text}"))


def _text(guest: UnoGuest, message: GenericMessage) -> None:
    """A text that nobody asked for; welcomes have codes of their own here."""
    if not guest.asking:
        guest.say(line("BGM", one_argument(message.msg)))


def _suspended(guest: UnoGuest, message: MatchSuspended) -> None:
    text = f"Everybody else is away; you win if nobody is back in {message.seconds_left} seconds."
    guest.say(line("BGM", text))


def _resumed(guest: UnoGuest, message: MatchResumed) -> None:
    guest.say(line("BGM", "Somebody is back; the game goes on."))


def _error(guest: UnoGuest, message: Error) -> None:
    """Something failed that was no fault of the guest's: no code covers it."""
    guest.say(line("BGM", one_argument(message.message)))


_NEWS: dict[type[Message], Callable[[UnoGuest, Any], None]] = {
    ChooseMatch: _list,
    RoomUpdate: _room,
    PlayerStatus: _status,
    PlayersInfo: _players,
    GameView: _view,
    UpdateMessage: _update,
    TurnReminder: _reminder,
    ChatMessage: _chat,
    GenericMessage: _text,
    MatchSuspended: _suspended,
    MatchResumed: _resumed,
    Error: _error,
}
