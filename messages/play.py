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
    msg: Line


class Error(ServerMessage, frozen=True):
    """``error`` is for programs, ``message`` tells a person what to do."""

    error: ErrorCode
    message: Text


class GenericMessage(ServerMessage, frozen=True):
    msg: Text


class YourTurn(ServerMessage, frozen=True):
    text: Line = "it's your turn"


class IsTurnOfPlayer(ServerMessage, frozen=True):
    player_nickname: Word


class YouWin(ServerMessage, frozen=True):
    text: Line = "Congratulations, you won!"


class OtherPlayerWins(ServerMessage, frozen=True):
    """One of these for each winner when a victory is shared."""

    player: Word


class FinalScores(ServerMessage, frozen=True):
    """The end of a match: ``scores`` by nickname, and why it ended."""

    winners: Annotated[tuple[Word, ...], Meta(max_length=16)]
    scores: dict[Word, Number]
    reason: Line


class PlayerStatus(ServerMessage, frozen=True):
    nickname: Word
    status: Literal["present", "late", "absent", "gone"]


class TurnReminder(ServerMessage, frozen=True):
    seconds_left: Number


class ChatMessage(ServerMessage, frozen=True):
    """``to`` is empty for everybody at the table (or in the lobby)."""

    sender: Word
    text: Line
    to: Word = ""


class Heartbeat(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Goes both ways; the server answers each one with one."""

    id: MessageId | UnsetType = UNSET
    reply_to: MessageId | UnsetType = UNSET


class SendChat(ClientMessage, frozen=True):
    text: ChatText
    to: Word = ""


class LeaveMatch(ClientMessage, frozen=True):
    """Gives the seat up for good and goes back to the list of matches."""


class Quit(ClientMessage, frozen=True):
    """Leaves the server: seat and nickname are free again, the connection ends."""


class RequestView(ClientMessage, frozen=True):
    """Asks for the whole GameView of the own seat."""


class ListActions(ClientMessage, frozen=True):
    """Asks for what the own seat may do now; LegalActions is the answer."""


class Reconnect(ClientMessage, frozen=True):
    """Instead of ChooseNickname: takes name and seat back with the token of SessionOpened."""

    nickname: Word
    token: Word
    last_seq: Sequence = 0
