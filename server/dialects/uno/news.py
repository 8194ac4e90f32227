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
from server.dialects.uno.events import change_lines, maybe_news
from server.dialects.uno.peer import Screen, UnoPeer
from server.dialects.uno.wire import Code, fold, line, one_argument

REMOVED = "You did not play for too long and have left the game."


def on_event(peer: UnoPeer) -> None:
    """After a step of the game: BGI, or the question that came up (UNO 11.5)."""
    if peer.removed and not peer.has_left:
        peer.say(line("BGM", REMOVED))
        peer.leave(lost=True)
    elif peer.table_changed and not peer.removed:
        peer.table_changed = False
        news = maybe_news(peer.game, peer.names) if peer.game else None
        if news is not None:
            peer.say(news)


# --- lobbies ------------------------------------------------------------------------------------


def _list(peer: UnoPeer, message: ChooseMatch) -> None:
    """The list of matches is for those who sit nowhere."""
    peer.screen, peer.admin, peer.roster = Screen.HALL, False, []
    peer.absent.clear()


def _room(peer: UnoPeer, message: RoomUpdate) -> None:
    """Who is here now. A newcomer is told of everybody, the others of the newcomer (UNO 11.5)."""
    entering = peer.screen is Screen.HALL
    peer.screen = Screen.LOBBY
    if entering:
        peer.send_admin()
    for name in map(fold, message.room.players):
        if name not in peer.roster:
            other = peer.shared.peers.get(name)
            peer.roster.append(name)
            word = peer.arrival if entering else other.arrival if other else "BPJ"
            if word:
                peer.say(line(word, name))


def _status(peer: UnoPeer, message: PlayerStatus) -> None:
    """In a game its rules say what leaving means, and only then the guest is told."""
    name = fold(message.nickname)
    if message.status == "absent":
        peer.absent.add(name)
    elif message.status == "present":
        peer.absent.discard(name)
    elif message.status == "gone" and not (peer.screen is Screen.GAME and name in peer.roster):
        _left(peer, name, lost=name in peer.absent)


def _left(peer: UnoPeer, name: str, *, lost: bool) -> None:
    """BLG, with more around it for who went without LG (UNO 10.3); a new admin is told."""
    peer.absent.discard(name)
    if name in peer.roster:
        peer.roster.remove(name)
        if lost:
            peer.say(line("ERR", Code.DISCONNECTED))
        peer.say(line("BLG", name))
        if lost:
            peer.say(line("BM", f"server:Player {name} has disconnected"))
    peer.send_admin()


# --- the game -----------------------------------------------------------------------------------


def _players(peer: UnoPeer, message: PlayersInfo) -> None:
    peer.names = tuple(fold(name) for name in message.player_nicknames)
    peer.queued_start_lines = []


def _view(peer: UnoPeer, message: GameView) -> None:
    """The first view of a game, or one after an event. GST comes before all else (UNO 11.5)."""
    assert isinstance(message.view, UnoView)
    peer.view = message.view
    if peer.queued_start_lines is not None:
        for text in (line("GST", message.view.mode), *peer.queued_start_lines):
            peer.say(text)
        peer.screen, peer.queued_start_lines, peer.table_changed = Screen.GAME, None, True


def _update(peer: UnoPeer, message: UpdateMessage) -> None:
    change = message.change
    lines = change_lines(change, peer.names)
    if peer.queued_start_lines is not None:
        peer.queued_start_lines += lines
        return
    for text in lines:
        peer.say(text)
    match change:
        case UnoStepStarted():
            peer.table_changed = True
        case UnoSeatGone(seat, reason):
            _seat_gone(peer, peer.names[seat], idle=reason == "IDLE")
        case UnoGameEnded():
            peer.screen, peer.table_changed = Screen.LOBBY, False


def _seat_gone(peer: UnoPeer, name: str, *, idle: bool) -> None:
    """Somebody left the game, or was taken out of it; that may be the peer."""
    if name == peer.name:
        peer.removed = True
    else:
        _left(peer, name, lost=idle or name in peer.absent)


def _reminder(peer: UnoPeer, message: TurnReminder) -> None:
    peer.say(line("RP", message.seconds_left))


# --- texts --------------------------------------------------------------------------------------


def _chat(peer: UnoPeer, message: ChatMessage) -> None:
    """The chat of the lobby, or a private word from another route; the hall has no chat."""
    if peer.screen is not Screen.HALL or message.to:
        private = "(private) " if message.to else ""
        text = one_argument(f"{private}{message.text}")
        peer.say(line("BM", f"{fold(message.sender)}:{text}"))


def _text(peer: UnoPeer, message: GenericMessage) -> None:
    """A text that nobody asked for; welcomes have codes of their own here."""
    if not peer.busy:
        peer.say(line("BGM", one_argument(message.msg)))


def _suspended(peer: UnoPeer, message: MatchSuspended) -> None:
    text = f"Everybody else is away; you win if nobody is back in {message.seconds_left} seconds."
    peer.say(line("BGM", text))


def _resumed(peer: UnoPeer, message: MatchResumed) -> None:
    peer.say(line("BGM", "Somebody is back; the game goes on."))


def _error(peer: UnoPeer, message: Error) -> None:
    """Something failed that was no fault of the guest's: no code covers it."""
    peer.say(line("BGM", one_argument(message.message)))


EVENTS: dict[type[Message], Callable[[UnoPeer, Any], None]] = {
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
