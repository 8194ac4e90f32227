"""What the handler returns: everything that one input caused, as one value with named fields."""

from typing import NamedTuple, TypeAlias

from msgspec import Struct

from messages.base import Message
from server.journal.records import Entry

PeerId: TypeAlias = int
"""One connection, on any transport."""


class Send(Struct, eq=False, gc=False):
    """Messages for one or several peers."""

    peers: tuple[PeerId, ...]
    messages: tuple[Message, ...]
    cache: bytes = b""
    """The messages as the socket transport writes them; it encodes them once for all peers."""


class StartBot(NamedTuple):
    """Start a computer player that joins this room (``code`` if the room is private)."""

    strategy: str
    game: str
    room: int
    code: str
    nickname: str
    token: str = ""
    """With a token it takes over a seat of a match: its own after a restart, or as a stand-in."""


class Outcome(Struct, eq=False):
    """Everything that one input caused.

    The entries are appended to the journal first. Then the rest is delivered: ``before_answer``,
    the answer, the other messages; connections are closed; bots are started.
    """

    peer: PeerId = 0
    """Whose message is answered."""
    answer: Message | None = None
    """Every message of a client gets exactly one answer, in the order of its messages. None: the
    input was no message, or the peer is cut off and ignored."""
    before_answer: list[Send] = []
    """What has to be sent before the answer."""
    sends: list[Send] = []
    entries: list[Entry] = []
    closes: list[PeerId] = []
    bots: list[StartBot] = []
    passes_failing_journal: bool = False
    """Whether it is delivered although earlier outcomes wait for a journal that fails."""

    def send(self, peers: tuple[PeerId, ...], *messages: Message) -> None:
        """Send messages to these peers, if there are any."""
        if peers and messages:
            self.sends.append(Send(peers, messages))

    def add(self, other: "Outcome") -> None:
        """Add what another part of the same input caused."""
        self.sends += other.sends
        self.closes += other.closes
        self.bots += other.bots
        self.entries += other.entries
