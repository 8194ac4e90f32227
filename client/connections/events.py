"""What a reconnecting connection reports about itself, in order with the server's messages."""

from enum import Enum, auto


class ConnectionEvent(Enum):
    """A change of the connection; ``client.connections.text`` has a sentence for each."""

    LOST = auto()
    """The connection was lost, and the client tries to reconnect."""
    RESTORED = auto()
    """Connected again; the session continues where it was."""
    REFUSED = auto()
    """Connected again, but the server no longer knows the session; a new one has to be opened."""
    ENDED = auto()
    """The server has announced that it stops for good; no message follows."""
