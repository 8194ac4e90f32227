"""What the handler gives back: messages for peers, and the wish to end a connection."""

from typing import NamedTuple, TypeAlias

from msgspec import Struct

from messages.base import Message
from messages.codec import encode
from messages.framing import frame
from server.journal.records import Entry

PeerId: TypeAlias = int
"""One connection, on whatever route."""


class Outgoing(Struct, eq=False, gc=False):
    """Messages for one or several peers; their bytes are made once, for all of them.

    ``answer`` marks the direct answer to a client message: one message for one peer. Every client
    message that reaches the handler gets exactly one, and a peer's answers come in the order of
    its messages.
    """

    peers: tuple[PeerId, ...]
    messages: tuple[Message, ...]
    answer: bool = False
    made: bytes = b""

    def frames(self) -> bytes:
        """The messages as frames of the socket wire."""
        if not self.made:
            self.made = b"".join([frame(encode(message)) for message in self.messages])
        return self.made


def to(peer: PeerId, *messages: Message) -> Outgoing:
    """Messages for one peer."""
    return Outgoing((peer,), messages)


class Goodbye(NamedTuple):
    """Deliver what this peer was sent, then end its connection."""

    peer: PeerId


class CallComputer(NamedTuple):
    """A computer player is wanted at this match (``code`` where it is private)."""

    strategy: str
    match: int
    code: str
    name: str
    token: str = ""
    """With a token it takes back the seat it had before a restart."""


Effect: TypeAlias = Outgoing | Goodbye | CallComputer | Entry
"""An Entry is written down before anything of the same event is delivered."""
