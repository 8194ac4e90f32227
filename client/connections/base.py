"""The interface of every connection to a server, its errors and its events.

    UserError
        ConnectionLost          the connection has ended; the text says why
            CannotConnect       it was never established
                RateLimited     too many connections come from this address; try again later

A connection sends heartbeats by itself and does not deliver those of the server.
"""

import asyncio
from collections import deque
from enum import Enum, auto
from typing import Protocol

from client.errors import UserError
from messages.base import ClientMessage, ServerMessage


class ConnectionLost(UserError):
    """The connection ended; ``str()`` of it is a sentence for people."""


class CannotConnect(ConnectionLost):
    """There is no server at this address, or it cannot be reached."""


class RateLimited(CannotConnect):
    """The server wants no more connections from this address for a moment."""


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


class NotifyingConnection(Protocol):
    """A connection that also reports its own state, in order with the server's messages."""

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


class BufferedConnection:
    """Keeps what has arrived until it is received; the base class of socket and Pyro5."""

    def __init__(self) -> None:
        self._inbox: deque[ServerMessage] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._ended = ""
        """Why nothing more arrives; empty while the connection is open."""

    async def receive(self) -> ServerMessage:
        """See Connection. Only one caller may wait at a time; being cancelled loses nothing."""
        while not self._inbox:
            self._check_open()
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._inbox.popleft()

    def _check_open(self) -> None:
        if self._ended:
            raise ConnectionLost(self._ended)

    def _end(self, reason: str) -> None:
        """Note that nothing more arrives; only the first reason counts."""
        self._ended = self._ended or reason
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
