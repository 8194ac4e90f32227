"""The interface of every connection to a server, and its errors.

    UserError
        ConnectionLost          the connection has ended; the text says why
            CannotConnect       it was never established
                RateLimited     too many connections come from this address; try again later

A connection sends heartbeats by itself and does not deliver those of the server.
"""

from typing import Protocol

from client.connections.events import ConnectionEvent
from client.errors import UserError
from messages.base import ClientMessage, ServerMessage


class ConnectionLost(UserError):
    """The connection ended; ``str()`` of it is a sentence for people."""


class CannotConnect(ConnectionLost):
    """There is no server at this address, or it cannot be reached."""


class RateLimited(CannotConnect):
    """The server wants no more connections from this address for a moment."""


class NotifyingConnection(Protocol):
    """A connection that also reports its own state."""

    async def send(self, message: ClientMessage) -> None:
        """Send one message. Raises ConnectionLost when the connection has ended."""

    async def receive(self) -> ServerMessage | ConnectionEvent:
        """The next message or event, in order. Raises ConnectionLost when there are no more."""

    async def close(self) -> None:
        """End the connection; does nothing if it has ended already."""


class Connection(NotifyingConnection, Protocol):
    """A connection that delivers messages only."""

    async def receive(self) -> ServerMessage:
        """The next message, in order. Raises ConnectionLost when there are no more."""
