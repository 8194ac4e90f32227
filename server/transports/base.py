"""The base classes of all transports: listening, deadlines, bounded send queues and flushing.

A ``Connection`` queues bytes; everything queued in one iteration of the event loop is sent with one
write, when the ``Flusher`` flushes. While a client leaves over ``unread_bytes`` unread, the
connection is congested: it keeps further bytes in its queue, up to ``queue_bytes``, reads nothing
and handles nothing. A ``Transport`` listens and aborts connections that missed a deadline.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET
from ssl import SSLContext
from typing import Any, Generic, TypeVar, cast

from server.limits import Limits
from server.transports.backlog import Backlog

ABORTS_PER_ITERATION = 4
"""Maximum number of aborts per loop iteration, so that other connections wait under 1 ms."""
ACCEPTS_PER_ITERATION = 8
"""Maximum number of connections that asyncio accepts per loop iteration; uvloop accepts one."""
LISTEN_BACKLOG = 1024
"""Number of connections that the kernel keeps until they are accepted."""

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
    """One connection. A subclass overrides ``data_received`` and calls ``update_deadline``.

    A subclass that delays input overrides ``is_input_blocked`` and ``on_writable`` as well.
    """

    __slots__ = (
        *("_flusher", "_has_partial_message", "_input_deadline", "_is_congested"),
        *("_is_reading_paused", "_max_unsent", "_output_deadline", "_paused_at", "_stream"),
        *("_unsent", "_unsent_bytes"),
        *("address", "closing", "port", "transport"),
    )

    def __init__(self, transport: "Transport[Any]") -> None:
        self.transport = transport
        self.address, self.port = "", 0
        """IP address and port of the client."""
        self.closing = False
        """Whether queued bytes are ignored because the connection is closing or closed."""
        self._flusher = transport.flusher
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0
        self._max_unsent = transport.unread_bytes
        """Number of queued bytes above which ``_relieve_queue`` is called."""
        self._is_congested = False
        self._is_reading_paused = False
        self._paused_at = 0.0
        self._has_partial_message = False
        self._input_deadline = transport.now() + transport.limits.handshake_seconds
        self._output_deadline = inf

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Bound the buffers, note the remote address and register with the transport.

        The address stays empty if the operating system does not report one.
        """
        self._stream = cast(asyncio.Transport, transport)
        self._stream.set_write_buffer_limits(high=self.transport.unread_bytes)
        if transport.get_extra_info("sslcontext") is not None:
            # Encrypted input that arrives while reading is paused; the default is 256 KiB.
            cast(Any, transport).set_read_buffer_limits(high=self.transport.limits.frame_bytes)
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
        """Return whether the input deadline or the output deadline has passed.

        The input deadline applies to the first message of a connection and to the rest of an
        incomplete message, but not while reading is paused. The output deadline applies while the
        connection is congested.
        """
        if now > self._output_deadline:
            return True
        return now > self._input_deadline and not self._is_reading_paused

    def extend_deadlines(self, seconds: float, now: float) -> None:
        """Move the deadlines on by the time in which the process was suspended.

        A deadline that was set after the suspension is not moved beyond ``handshake_seconds``.
        """
        self._input_deadline = self._extended(self._input_deadline, seconds, now)
        self._output_deadline = self._extended(self._output_deadline, seconds, now)

    def _extended(self, deadline: float, seconds: float, now: float) -> float:
        """Return a later deadline, at most ``handshake_seconds`` from now; inf stays inf."""
        latest = now + self.transport.limits.handshake_seconds
        return deadline if deadline == inf else min(deadline + seconds, latest)

    # Output.

    def queue(self, data: bytes) -> None:
        """Queue bytes for the next flush; do nothing if the connection is closing.

        Call ``on_overflow`` if the client does not read and over ``queue_bytes`` are unsent.
        """
        if self.closing:
            return
        if not self._unsent:
            self._flusher.add(self)
        self._unsent.append(data)
        self._unsent_bytes += len(data)
        if self._unsent_bytes > self._max_unsent:
            self._relieve_queue()

    def flush(self) -> None:
        """Send all queued bytes with one write, unless the connection is congested.

        If the stream is closing, the queued bytes are discarded.
        """
        if self._is_congested:
            return
        out, self._unsent = self._unsent, []
        self._unsent_bytes = 0
        if out and not self._stream.is_closing():
            self._stream.write(b"".join(out))

    def _relieve_queue(self) -> None:
        """Flush a long queue; if the connection is congested and the queue full, it overflows."""
        if not self._is_congested:
            self.flush()
            return
        limit = self.transport.limits.queue_bytes
        self._max_unsent = limit - self._stream.get_write_buffer_size()
        if self._unsent_bytes > self._max_unsent:
            self.on_overflow()

    def pause_writing(self) -> None:
        """Become congested: stop reading, and require the client to read in ``unread_seconds``.

        Called by the event loop when the stream has over ``unread_bytes`` that are not sent.
        """
        self._is_congested = True
        self._max_unsent = 0  # the next call of ``queue`` computes it
        limits = self.transport.limits
        self._output_deadline = self.transport.now() + limits.unread_seconds
        self.update_reading()

    def resume_writing(self) -> None:
        """Continue in the next loop iteration, because the client has read most of the bytes."""
        self._is_congested = False
        self._max_unsent = self.transport.unread_bytes
        self._output_deadline = inf
        self.transport.call_soon(self._continue)

    def _continue(self) -> None:
        """Send queued bytes, then go on with the input, until the connection is congested again."""
        while self._unsent and not self._is_congested and not self._stream.is_closing():
            self._stream.write(self._take_unsent())
        if not self._is_congested and not self.closing:
            self.on_writable()
            self.update_reading()

    def _take_unsent(self) -> bytes:
        """Remove and return the first queued bytes, about ``unread_bytes`` of them."""
        size = count = 0
        for data in self._unsent:
            size, count = size + len(data), count + 1
            if size > self.transport.unread_bytes:
                break
        out = b"".join(self._unsent[:count])
        del self._unsent[:count]
        self._unsent_bytes -= size
        return out

    def on_overflow(self) -> None:
        """Abort the connection because its send queue is full."""
        self.abort()

    # Input.

    @property
    def is_input_blocked(self) -> bool:
        """Whether nothing may be read now; a subclass adds reasons of its own."""
        return self._is_congested

    def on_writable(self) -> None:
        """Go on with input that was received before; nothing unless overridden."""

    def update_reading(self) -> None:
        """Stop or resume reading, depending on ``is_input_blocked``.

        A pause does not count for the input deadline. Nothing changes while the stream is closing.
        """
        is_paused = self.is_input_blocked and not self.closing
        if is_paused is self._is_reading_paused or self._stream.is_closing():
            return
        self._is_reading_paused = is_paused
        if is_paused:
            self._paused_at = self.transport.now()
            self._stream.pause_reading()
        else:
            self._input_deadline += self.transport.now() - self._paused_at
            self._stream.resume_reading()

    # Endings.

    def close(self) -> None:
        """Send queued bytes, then close; abort if the client has not read them in time.

        The client has ``close_seconds``. A second call does nothing.
        """
        if self.closing:
            return
        self._is_congested = False  # the stream keeps the last bytes
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
    backlog: Backlog

    def __init__(
        self,
        limits: Limits,
        host: str,
        tls: SSLContext | None = None,
        flusher: Flusher | None = None,
    ) -> None:
        self.limits = limits
        self.unread_bytes = min(limits.unread_bytes, limits.queue_bytes)
        """Number of unsent bytes above which a connection is congested."""
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

        Port 0 selects a free port. Also sets ``now``, ``call_soon``, ``call_later``, ``flusher``
        and ``backlog``.
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
        return f"{self._host}:{self._server.sockets[0].getsockname()[1]}"

    def sweep(self, now: float) -> None:
        """Abort connections that missed a deadline, in batches, one per loop iteration."""
        late = [connection for connection in self.connections if connection.is_late(now)]
        abort_in_batches(late, self.call_soon)

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
