"""What every route to a server looks like from a client.

    Trouble
        ConnectionLost          the conversation is over; the text says why
            CannotConnect       it never began
                AskedToWait     because too many come from here; a little later it may

Heartbeats are the connection's own business: it sends them and never hands them out.
"""

from typing import Protocol

from client.errors import Trouble
from messages.base import ClientMessage, ServerMessage


class ConnectionLost(Trouble):
    """The connection ended; ``str()`` of it is a sentence for people."""


class CannotConnect(ConnectionLost):
    """There is no server at this address, or it cannot be reached."""


class AskedToWait(CannotConnect):
    """The server wants no more connections from this address for a moment."""


class Connection(Protocol):
    """One conversation with a server."""

    async def send(self, message: ClientMessage) -> None:
        """Hand one message over. Raises ConnectionLost when the connection has ended."""

    async def receive(self) -> ServerMessage:
        """The next message, in order. Raises ConnectionLost when there are no more."""

    async def close(self) -> None:
        """End the connection; harmless when it has ended already."""
