"""What the handler asks for: messages to send, connections to close, bots to start."""

from typing import NamedTuple, TypeAlias

from msgspec import Struct

from messages.base import Message
from server.journal.records import Entry

PeerId: TypeAlias = int
"""One connection, on whatever route."""


class Send(Struct, eq=False, gc=False):
    """Messages for one or several peers.

    ``answer`` marks the direct answer to a client message: one message for one peer. Every client
    message that reaches the handler gets exactly one, and a peer's answers come in the order of
    its messages.
    """

    peers: tuple[PeerId, ...]
    messages: tuple[Message, ...]
    answer: bool = False
    cache: bytes = b""
    """The messages as the socket transport writes them; it encodes them once for all peers."""


def to(peer: PeerId, *messages: Message) -> Send:
    """Messages for one peer."""
    return Send((peer,), messages)


class Goodbye(NamedTuple):
    """Deliver what this peer was sent, then end its connection."""

    peer: PeerId


class StartBot(NamedTuple):
    """Start a computer player that joins this room (``code`` if the room is private)."""

    strategy: str
    game: str
    room: int
    code: str
    nickname: str
    token: str = ""
    """With a token it takes over a seat of a match: its own after a restart, or as a stand-in."""


Effect: TypeAlias = Send | Goodbye | StartBot | Entry
"""An Entry is written down before anything of the same event is delivered."""
