"""Effects: what the handler returns for one input, as one value with named fields.

Values only: nothing here is executed. The write-ahead queue appends the entries, the hub delivers
the rest.
"""

from typing import NamedTuple, TypeAlias

from msgspec import Struct, UnsetType

from messages.base import Message
from messages.errors import ErrorCode, Refusal
from messages.play import ChatMessage, Error, Heartbeat
from server.journal.records import Entry, RoomEntry

PeerId: TypeAlias = int
"""Identifies one connection, on any transport."""


class Send(Struct, eq=False, gc=False):
    """Messages for one or several peers, in order."""

    peers: tuple[PeerId, ...]
    messages: tuple[Message, ...]
    cache: bytes = b""
    """The encoded messages; the socket transport fills it once and reuses it for all peers."""
    web_cache: bytes = b""
    """The same for the web transport."""


class StartBot(NamedTuple):
    """Starts a computer player that joins a room, with its ``code`` if the room is private."""

    strategy: str
    game: str
    room: int
    code: str
    nickname: str
    token: str = ""
    """If set, the bot takes over a seat: its own after a restart, or that of an absent player."""
    seed: int | None = None
    """Seed of its random choices, in a room with a chosen seed; None: a random one."""


class Report(Struct, frozen=True):
    """A report of a player about another one, for the operator."""

    time: str
    """Date and time in ISO format, UTC."""
    reporter: str
    reporter_address: str
    reported: str
    address: str
    """The address of the reported player; empty if not connected."""
    match: int
    """The number of the room of the reporter; 0 in the lobby."""
    reason: str
    chat: tuple[ChatMessage, ...] = ()
    """The last lines that the reporter can see."""


class Outcome(Struct, eq=False):
    """Everything that one input caused.

    The entries are appended to the journal first. Then the rest is delivered, in this order:
    ``before_answer``, ``answer``, ``sends``, ``closes``, ``bots``, ``reports``.
    """

    peer: PeerId = 0
    """The sender of the answered message."""
    answer: Message | None = None
    """The one answer that every message of a client gets, in the order of its messages. None if
    the input was not a message, or if the peer is cut off and ignored."""
    before_answer: list[Send] = []
    """Messages that must arrive before the answer."""
    sends: list[Send] = []
    entries: list[Entry] = []
    room_entries: list[RoomEntry] = []
    """Rows of open rooms, which are written together with the entries."""
    closes: list[PeerId] = []
    bots: list[StartBot] = []
    reports: tuple[Report, ...] = ()
    passes_failing_journal: bool = False
    """True if the outcome overtakes those that wait because the journal fails."""

    def send(self, peers: tuple[PeerId, ...], *messages: Message) -> None:
        """Add messages for these peers; nothing is added without peers or messages."""
        if peers and messages:
            self.sends.append(Send(peers, messages))

    def add(self, other: "Outcome") -> None:
        """Append all effects of another outcome but its answer and the messages before it."""
        self.sends += other.sends
        self.closes += other.closes
        self.bots += other.bots
        self.reports += other.reports
        self.entries += other.entries
        self.room_entries += other.room_entries


def answer_outcome(peer: PeerId, answer: Message) -> Outcome:
    """Return an outcome with this answer.

    Heartbeats and NOTSAVED are sent even while the journal cannot be written, but not before an
    earlier answer to the same peer that waits for it.
    """
    not_saved = isinstance(answer, Error) and answer.error is ErrorCode.NOTSAVED
    passes = not_saved or isinstance(answer, Heartbeat)
    return Outcome(peer, answer, passes_failing_journal=passes)


def refusal_outcome(peer: PeerId, message_id: int | UnsetType, refusal: Refusal) -> Outcome:
    """Return an outcome that answers the message with this id with the refusal as an Error."""
    return answer_outcome(peer, Error(refusal.code, refusal.text, reply_to=message_id))
