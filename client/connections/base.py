"""The interface of every connection to a server, its errors and its events.

    UserError
        ConnectionLost          the connection has ended; the text says why
            CannotConnect       it was never established
                RateLimited     too many connections come from this address; try again later
                UntrustedServer its certificate or its key is not the expected one

A connection sends heartbeats by itself and does not deliver the heartbeats of the server.
"""

import asyncio
from collections import deque
from enum import Enum, auto
from typing import Protocol

from client.errors import UserError
from messages import lobby, play
from messages.base import ClientMessage, ServerMessage

QUERIES = (
    play.RequestView,
    play.ListActions,
    play.RequestHint,
    lobby.ListPlayers,
    lobby.RequestRefresh,
)
"""Messages without an effect. The server stores the answer to an id, so a repeated query must not
have the id of the first one: its answer could be older than messages received since."""


class ConnectionLost(UserError):
    """The connection has ended; ``str()`` is a sentence for users."""


class CannotConnect(ConnectionLost):
    """The connection could not be established."""


class RateLimited(CannotConnect):
    """The server accepts no more connections from this address for some time."""


class UntrustedServer(CannotConnect):
    """The server could not be verified; trying again is useless until the user has decided."""


class ConnectionEvent(Enum):
    """A change of the connection's state; ``client.connections.text`` has a sentence for each."""

    LOST = auto()
    """The connection was lost, and the client tries to reconnect."""
    RESTORED = auto()
    """Connected again; the session was resumed."""
    REFUSED = auto()
    """Connected again, but the server no longer knows the session; a new one must be opened."""
    ENDED = auto()
    """The server has announced that it stops permanently; no message follows."""


class NotifyingConnection(Protocol):
    """A connection that also delivers events of its own, in order with the server's messages."""

    async def send(self, message: ClientMessage) -> None:
        """Send one message. Raises ConnectionLost if the connection has ended."""

    async def receive(self) -> ServerMessage | ConnectionEvent:
        """Return the next message or event. Raises ConnectionLost when there are no more."""

    async def close(self) -> None:
        """Close the connection; do nothing if it has ended already."""


class Connection(NotifyingConnection, Protocol):
    """A connection that delivers messages only."""

    async def receive(self) -> ServerMessage:
        """Return the next message. Raises ConnectionLost when there are no more."""


class BufferedConnection:
    """Base class of the socket and Pyro5 connections: buffers messages until they are received."""

    def __init__(self) -> None:
        self._inbox: deque[ServerMessage] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._end_reason = ""
        """The reason why the connection ended; empty while it is open."""

    async def receive(self) -> ServerMessage:
        """Return the next message, buffered ones first; wait if there is none.

        Raises ConnectionLost when the connection has ended and the buffer is empty. Only one caller
        may wait at a time; cancelling it loses no message.
        """
        while not self._inbox:
            self._check_open()
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._inbox.popleft()

    def _check_open(self) -> None:
        """Raise ConnectionLost with the reason if the connection has ended."""
        if self._end_reason:
            raise ConnectionLost(self._end_reason)

    def _end(self, reason: str) -> None:
        """Mark the connection as ended and wake the receiver; only the first reason is kept.

        Buffered messages can still be received.
        """
        self._end_reason = self._end_reason or reason
        self._wake_receiver()

    def _wake_receiver(self) -> None:
        """Let a waiting ``receive`` check the buffer again, if there is one."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
