"""Messages during a match that all games share, and messages that are accepted in every phase."""

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
ReportReason = Annotated[str, Meta(max_length=300)]


class ActionValid(ServerMessage, frozen=True):
    """Your message was accepted and its effects are done."""

    msg: Line


class Error(ServerMessage, frozen=True):
    """Your message was refused and changed nothing; `message` says what to do instead."""

    error: ErrorCode
    message: Text


class GenericMessage(ServerMessage, frozen=True):
    """A text for people. With `final` the server stops for good, so do not reconnect."""

    msg: Text
    final: bool = False


class YourTurn(ServerMessage, frozen=True):
    """Your turn begins, in planning and in action; the prompt follows."""

    text: Line = "it's your turn"


class IsTurnOfPlayer(ServerMessage, frozen=True):
    """The turn of another player begins. Players who decide at the same time get only YourTurn."""

    player_nickname: Word


class YouWin(ServerMessage, frozen=True):
    """The match is over and you are a winner."""

    text: Line = "Congratulations, you won!"


class OtherPlayerWins(ServerMessage, frozen=True):
    """The match is over and you are not a winner; sent once for each winner."""

    player: Word


class FinalScores(ServerMessage, frozen=True):
    """The match is over: scores by nickname, the winners, the reason, and the random seed.

    `seed` is the seed as hexadecimal text. The SHA-256 of its raw bytes was in PlayersInfo, so the
    shuffles can be verified. `seeded` is true if the host chose the seed, otherwise it is absent.
    """

    winners: Annotated[tuple[Word, ...], Meta(max_length=16)]
    scores: dict[Word, Number]
    reason: Line
    seed: Word = ""
    seeded: bool | UnsetType = UNSET


class PlayerStatus(ServerMessage, frozen=True):
    """A player at your table returned (present), is late, disconnected (absent) or left (gone)."""

    nickname: Word
    status: Literal["present", "late", "absent", "gone"]


class MatchSuspended(ServerMessage, frozen=True):
    """You are the only player still connected: actions are refused with SUSPENDED.

    If nobody returns within `secondsLeft`, you win.
    """

    seconds_left: Number


class MatchResumed(ServerMessage, frozen=True):
    """A player returned and the match continues."""


class TurnReminder(ServerMessage, frozen=True):
    """Your time for this decision runs out in `secondsLeft`; then the game continues without it."""

    seconds_left: Number


class ChatMessage(ServerMessage, frozen=True):
    """A text for your table, or for the lobby if you have none; with `to` for that player only.

    `watcher` is true if a spectator wrote it.
    """

    sender: Word
    text: Line
    to: Word = ""
    watcher: bool = False


class Heartbeat(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Shows that the connection is alive; the server answers each one of a client with one."""

    id: MessageId | UnsetType = UNSET
    reply_to: MessageId | UnsetType = UNSET


class SendChat(ClientMessage, frozen=True):
    """Write to your table (in the lobby: to everybody there), or to one player with `to`."""

    text: ChatText
    to: Word = ""


class ReportPlayer(ClientMessage, frozen=True):
    """Report a player to the person who runs the server; nobody else learns of it.

    The last chat lines that you can see go with the report.
    """

    nickname: Word
    reason: ReportReason = ""


class LeaveMatch(ClientMessage, frozen=True):
    """Give up your seat for good, or stop watching, and return to the list of matches."""


class Quit(ClientMessage, frozen=True):
    """Leave the server: your seat and nickname are released and the connection closes."""


class RequestView(ClientMessage, frozen=True):
    """Request the whole view of your seat; the answer is GameView."""


class ListActions(ClientMessage, frozen=True):
    """Request the legal actions of your seat; the answer is LegalActions."""


class RequestHint(ClientMessage, frozen=True):
    """Ask what a computer player would do at your seat; the answer is Hint."""


class Reconnect(ClientMessage, frozen=True):
    """Resume your session after a lost connection; the answer is SessionOpened.

    Send it instead of ChooseNickname. `lastSeq` is the last `seq` you received: the changes after
    it follow or, if the server no longer has them, a fresh GameView. With 0 it is always a view.
    """

    nickname: Word
    token: Word
    last_seq: Sequence = 0
