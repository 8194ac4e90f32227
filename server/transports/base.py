"""The base classes of all transports: listening, deadlines, bounded send queues and flushing.

A ``Connection`` queues bytes; everything queued in one iteration of the event loop is sent with one
write, when the ``Flusher`` flushes. A ``Transport`` listens and aborts connections that missed a
deadline. A subclass decodes input and decides what happens to a client that does not read.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from socket import SO_SNDBUF, SOL_SOCKET
from ssl import SSLContext
from typing import Any, Generic, TypeVar, cast

from server.limits import Limits

ABORTS_PER_ITERATION = 4
"""Maximum number of aborts per loop iteration, so that other connections wait under 1 ms."""

C = TypeVar("C", bound="Connection")
CallSoon = Callable[[Callable[[], None]], asyncio.Handle]
"""Schedules a callback for the next loop iteration, like ``loop.call_soon``."""


class Flusher:
    """Flushes connections with queued bytes, all in the next loop iteration or immediately."""

    def __init__(self, call_soon: CallSoon) -> None:
        self._call_soon = call_soon
        self._connections: list[Connection] = []

    def add(self, connection: "Connection") -> None:
        """Flush the connection in the next loop iteration, together with all others added."""
        if not self._connections:
            self._scheduled = self._call_soon(self._flush)
        self._connections.append(connection)

    def flush(self) -> None:
        """Flush all added connections immediately and cancel the scheduled flush."""
        if self._connections:
            self._scheduled.cancel()
            self._flush()

    def _flush(self) -> None:
        """Forget all added connections, then flush each of them."""
        connections, self._connections = self._connections, []
        for connection in connections:
            connection.flush()


class Connection(asyncio.Protocol):
    """One connection. A subclass overrides ``data_received`` and calls ``update_deadline``."""

    __slots__ = (
        *("_flusher", "_has_partial_message", "_input_deadline", "_is_overflowing", "_limit"),
        *("_stream", "_unsent"),
        *("address", "closing", "port", "transport"),
    )

    def __init__(self, transport: "Transport[Any]") -> None:
        self.transport = transport
        self.address, self.port = "", 0
        """IP address and port of the client."""
        self.closing = False
        """Whether queued bytes are ignored because the connection is closing or closed."""
        self._flusher = transport.flusher
        self._limit = transport.limits.queue_bytes
        self._unsent: list[bytes] = []
        self._is_overflowing = False
        self._has_partial_message = False
        self._input_deadline = transport.now() + transport.limits.handshake_seconds

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Bound the write buffer, note the remote address and register with the transport.

        The address stays empty if the operating system does not report one.
        """
        self._stream = cast(asyncio.Transport, transport)
        self._stream.set_write_buffer_limits(high=self._limit)
        if peername := transport.get_extra_info("peername"):
            self.address, self.port = str(peername[0]), int(peername[1])
        self.transport.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ignore further output and remove the connection from the transport."""
        self.closing = True
        self.transport.remove(self)

    def update_deadline(self, *, completed: bool, pending: bool) -> None:
        """Set or remove the input deadline, after input has arrived.

        ``completed``: the input completed at least one message. ``pending``: a message has begun
        and is incomplete. Further bytes of an incomplete message do not extend its deadline. When
        all messages are complete, there is no deadline until the next one begins.
        """
        if pending and (completed or not self._has_partial_message):
            self._start_message_deadline()
        elif completed and not pending:
            self._has_partial_message = False
            self._input_deadline = inf

    def _start_message_deadline(self) -> None:
        """Require the rest of a message within ``message_seconds`` from now; see ``is_late``."""
        self._has_partial_message = True
        self._input_deadline = self.transport.now() + self.transport.limits.message_seconds

    def is_late(self, now: float) -> bool:
        """Return whether the input deadline has passed.

        It applies to the first message of a connection and to the rest of an incomplete message.
        """
        return now > self._input_deadline

    def extend_deadlines(self, seconds: float, now: float) -> None:
        """Move the input deadline on by the time in which the process was suspended.

        A deadline that was set after the suspension is not moved beyond ``handshake_seconds``.
        """
        self._input_deadline = self._extended(self._input_deadline, seconds, now)

    def _extended(self, deadline: float, seconds: float, now: float) -> float:
        """Return a later deadline, at most ``handshake_seconds`` from now; inf stays inf."""
        latest = now + self.transport.limits.handshake_seconds
        return deadline if deadline == inf else min(deadline + seconds, latest)

    def queue(self, data: bytes) -> None:
        """Queue bytes for the next flush; do nothing if the connection is closing."""
        if self.closing:
            return
        if not self._unsent:
            self._flusher.add(self)
        self._unsent.append(data)

    def flush(self) -> None:
        """Send all queued bytes with one write; call ``on_overflow`` if the client does not read.

        If the stream is closing, the queued bytes are discarded.
        """
        out, self._unsent = self._unsent, []
        if not out or self._stream.is_closing():
            return
        self._stream.write(b"".join(out))
        if self._is_overflowing:
            self.on_overflow()

    def pause_writing(self) -> None:
        """Note that over ``queue_bytes`` are unsent; the next flush calls ``on_overflow``."""
        self._is_overflowing = True

    def resume_writing(self) -> None:
        """Note that the client has read most of the unsent bytes."""
        self._is_overflowing = False

    def on_overflow(self) -> None:
        """Abort the connection because its send queue is full. May be called several times."""
        self.abort()

    def close(self) -> None:
        """Send queued bytes, then close; abort if the client has not read them in time.

        The client has ``close_seconds``. A second call does nothing.
        """
        if self.closing:
            return
        self.flush()
        self.closing = True
        self._stream.close()
        self.transport.call_later(self.transport.limits.close_seconds, self._stream.abort)

    def abort(self) -> None:
        """Close immediately and discard all bytes that are not sent yet."""
        self.closing = True
        self._unsent.clear()
        self._stream.abort()


class Transport(Generic[C]):
    """The listening side. A subclass overrides ``accept``.

    Transports may share a ``flusher``; a transport without one creates its own in ``start``.
    """

    now: Callable[[], float]
    """Returns the time of the event loop; set by ``start``."""
    flusher: Flusher

    def __init__(
        self,
        limits: Limits,
        host: str,
        tls: SSLContext | None = None,
        flusher: Flusher | None = None,
    ) -> None:
        self.limits = limits
        self.connections: set[C] = set()
        """Open connections."""
        self._host = host
        self._tls = tls
        self._shared_flusher = flusher
        self._all_ended = asyncio.Event()

    def create_protocol(self) -> C:
        """Create the protocol object of a connection that asyncio has accepted.

        Called by asyncio as the protocol factory; each subclass overrides it.
        """
        raise NotImplementedError

    async def start(self, port: int) -> str:
        """Start listening; return HOST:PORT with the port in use. Raises OSError.

        Port 0 selects a free port. Also sets ``now``, ``call_later`` and ``flusher``.
        """
        loop = asyncio.get_running_loop()
        self.now, self.call_later, self._call_soon = loop.time, loop.call_later, loop.call_soon
        self.flusher = self._shared_flusher or Flusher(loop.call_soon)
        self._server = await loop.create_server(
            self.create_protocol,
            self._host,
            port,
            backlog=1024,
            ssl=self._tls,
            ssl_handshake_timeout=self.limits.message_seconds if self._tls else None,
        )
        for listener in self._server.sockets:
            # Otherwise the kernel buffers megabytes for each client that does not read. The kernel
            # doubles this number.
            listener.setsockopt(SOL_SOCKET, SO_SNDBUF, self.limits.queue_bytes // 2)
        return f"{self._host}:{self._server.sockets[0].getsockname()[1]}"

    def sweep(self, now: float) -> None:
        """Abort connections that missed a deadline, in batches, one per loop iteration."""
        late = [connection for connection in self.connections if connection.is_late(now)]
        abort_in_batches(late, self._call_soon)

    def on_suspended(self, seconds: float, now: float) -> None:
        """Add the time in which the process was suspended to all deadlines of connections."""
        for connection in self.connections:
            connection.extend_deadlines(seconds, now)

    def remove(self, connection: C) -> None:
        """Forget a connection that has ended; after the last one wake ``stop``."""
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


def abort_in_batches(connections: Sequence[Connection], call_soon: CallSoon) -> None:
    """Abort ``ABORTS_PER_ITERATION`` connections now and as many in each later iteration."""
    for connection in connections[:ABORTS_PER_ITERATION]:
        connection.abort()
    if rest := connections[ABORTS_PER_ITERATION:]:
        call_soon(partial(abort_in_batches, rest, call_soon))
