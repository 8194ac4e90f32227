"""The base class of all transports: listening, and aborting connections that missed a deadline."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET
from ssl import SSLContext
from typing import Generic, TypeVar

from server.limits import Limits
from server.transports.backlog import Backlog
from server.transports.connection import CallSoon, Connection, Flusher

ABORTS_PER_ITERATION = 4
"""Maximum number of aborts per loop iteration, so that other connections wait under 1 ms."""
ACCEPTS_PER_ITERATION = 8
"""Maximum number of connections that asyncio accepts per loop iteration; uvloop accepts one."""
LISTEN_BACKLOG = 1024
"""Number of connections that the kernel keeps until they are accepted."""

C = TypeVar("C", bound=Connection)


class Transport(Generic[C]):
    """The listening side. A subclass overrides ``create_protocol``.

    Transports may share a ``flusher``; a transport without one creates its own in ``start``.
    """

    now: Callable[[], float]
    """Returns the time of the event loop; set by ``start``."""
    is_out_of_files: Callable[[], bool] = staticmethod(lambda: False)
    """Returns whether a new connection must be aborted, because its descriptor is needed."""
    flusher: Flusher
    backlog: Backlog

    def __init__(
        self,
        limits: Limits,
        host: str,
        tls: SSLContext | None = None,
        flusher: Flusher | None = None,
    ) -> None:
        self.limits = limits
        self.unread_bytes = _unread_bytes(limits)
        """Number of unsent bytes above which a connection is congested."""
        self.connections: set[C] = set()
        """Open connections."""
        self._host = host
        self._tls = tls
        self._shared_flusher = flusher
        self._all_ended = asyncio.Event()

    def apply_limits(self, limits: Limits) -> None:
        """Replace the limits; some of them apply to new connections only."""
        self.limits = limits
        self.unread_bytes = _unread_bytes(limits)

    def create_protocol(self) -> C:
        """Create the protocol object of a connection that asyncio has accepted.

        Called by asyncio as the protocol factory; each subclass overrides it.
        """
        raise NotImplementedError

    async def start(self, port: int) -> str:
        """Start listening; return HOST:PORT with the port in use. Raises OSError.

        An IPv6 address is in brackets. Port 0 selects a free port. Also sets ``now``,
        ``call_soon``, ``call_later``, ``flusher`` and ``backlog``.
        """
        loop = asyncio.get_running_loop()
        self.now, self.call_later, self.call_soon = loop.time, loop.call_later, loop.call_soon
        self.flusher = self._shared_flusher or Flusher(loop.call_soon)
        self.backlog = Backlog(loop.call_soon, loop.time)
        self._server = await loop.create_server(
            self.create_protocol,
            self._host,
            port,
            backlog=ACCEPTS_PER_ITERATION,
            ssl=self._tls,
            ssl_handshake_timeout=self.limits.message_seconds if self._tls else None,
        )
        for listener in self._server.sockets:
            # Otherwise the kernel buffers megabytes for each client that does not read, or that
            # the server does not read. The kernel doubles these numbers.
            listener.setsockopt(SOL_SOCKET, SO_SNDBUF, self.limits.queue_bytes // 2)
            listener.setsockopt(SOL_SOCKET, SO_RCVBUF, self.limits.frame_bytes // 2)
            with listener.dup() as kernel_socket:
                kernel_socket.listen(LISTEN_BACKLOG)
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{host}:{self._server.sockets[0].getsockname()[1]}"

    def sweep(self, now: float) -> None:
        """End connections that missed a deadline, in batches, one per loop iteration."""
        late = [connection for connection in self.connections if connection.is_late(now)]
        end_in_batches(late, self.call_soon)

    def on_suspended(self, seconds: float, now: float) -> None:
        """Add the time in which the process was suspended to all deadlines of connections."""
        for connection in self.connections:
            connection.extend_deadlines(seconds, now)

    def remove(self, connection: C) -> None:
        """Remove a connection that has ended; after the last one wake ``stop``."""
        self.connections.discard(connection)
        if not self.connections:
            self._all_ended.set()

    async def stop(self) -> None:
        """Stop listening and close all connections; after ``stop_seconds`` abort the rest.

        Returns when the listening sockets are closed.
        """
        self._server.close()
        for connection in list(self.connections):
            connection.close()
        if self.connections:
            self._all_ended.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self.limits.stop_seconds):
                    await self._all_ended.wait()
        for connection in list(self.connections):
            connection.abort()
        await self._server.wait_closed()


def _unread_bytes(limits: Limits) -> int:
    """Return the number of unsent bytes above which a connection is congested."""
    return min(limits.unread_bytes, limits.queue_bytes)


def end_in_batches(connections: Sequence[Connection], call_soon: CallSoon) -> None:
    """End ``ABORTS_PER_ITERATION`` late connections now and as many in each later iteration."""
    for connection in connections[:ABORTS_PER_ITERATION]:
        connection.on_late()
    if rest := connections[ABORTS_PER_ITERATION:]:
        call_soon(partial(end_in_batches, rest, call_soon))
