"""What every game says during a match, and what is welcome in every phase."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from messages.base import (
    ClientMessage,
    Line,
    Message,
    MessageId,
    Number,
    Sequence,
    ServerMessage,
    Text,
    Word,
)
from messages.errors import ErrorCode

ChatText = Annotated[str, Meta(min_length=1, max_length=300)]


class ActionValid(ServerMessage, frozen=True):
    """What you asked for was done."""

    msg: Line


class Error(ServerMessage, frozen=True):
    """What you asked for was not done; `error` is for programs, `message` says what to do."""

    error: ErrorCode
    message: Text


class GenericMessage(ServerMessage, frozen=True):
    """A text for people. A `final` one is the last: the server ends and will not be back."""

    msg: Text
    final: bool = False


class YourTurn(ServerMessage, frozen=True):
    """Your turn begins, in planning and in action; the question follows."""

    text: Line = "it's your turn"


class IsTurnOfPlayer(ServerMessage, frozen=True):
    """The turn of another player begins."""

    player_nickname: Word


class YouWin(ServerMessage, frozen=True):
    """The match is over and you are a winner."""

    text: Line = "Congratulations, you won!"


class OtherPlayerWins(ServerMessage, frozen=True):
    """The match is over and you are not a winner; one of these for each winner."""

    player: Word


class FinalScores(ServerMessage, frozen=True):
    """Ends a match: scores by nickname, the winners, why it ended, and the seed that was kept."""

    winners: Annotated[tuple[Word, ...], Meta(max_length=16)]
    scores: dict[Word, Number]
    reason: Line
    seed: Word = ""


class PlayerStatus(ServerMessage, frozen=True):
    """A player at your table is back, late, absent, or gone for good."""

    nickname: Word
    status: Literal["present", "late", "absent", "gone"]


class MatchSuspended(ServerMessage, frozen=True):
    """You are the only one left at the table; if nobody is back in time, you win."""

    seconds_left: Number


class MatchResumed(ServerMessage, frozen=True):
    """Somebody is back, and the match goes on."""


class TurnReminder(ServerMessage, frozen=True):
    """Your time for this decision runs out in this many seconds."""

    seconds_left: Number


class ChatMessage(ServerMessage, frozen=True):
    """Somebody wrote; `to` is empty for the whole table (or the lobby).

    A `watcher` has no seat at the table.
    """

    sender: Word
    text: Line
    to: Word = ""
    watcher: bool = False


class Heartbeat(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Both ways; the server answers each one with one."""

    id: MessageId | UnsetType = UNSET
    reply_to: MessageId | UnsetType = UNSET


class SendChat(ClientMessage, frozen=True):
    """Write to the table (in the lobby: to everybody there), or to one player with `to`."""

    text: ChatText
    to: Word = ""


class LeaveMatch(ClientMessage, frozen=True):
    """Gives the seat up for good and goes back to the list of matches."""


class Quit(ClientMessage, frozen=True):
    """Leaves the server: seat and nickname are free again, the connection ends."""


class RequestView(ClientMessage, frozen=True):
    """Asks for the whole GameView of your seat, which is the answer."""


class ListActions(ClientMessage, frozen=True):
    """Asks what your seat may do now; LegalActions is the answer."""


class Reconnect(ClientMessage, frozen=True):
    """Takes name and seat back after a lost connection; SessionOpened is the answer."""

    nickname: Word
    token: Word
    last_seq: Sequence = 0
