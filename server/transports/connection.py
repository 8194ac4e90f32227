"""Connection: deadlines, a bounded send queue, and flushing with one write per loop iteration.

A ``Connection`` queues bytes; everything queued in one iteration of the event loop is sent with one
write, when the ``Flusher`` flushes. While a client leaves over ``unread_bytes`` unread, the
connection is congested: it keeps further bytes in its queue, up to ``queue_bytes``, reads nothing
and handles nothing.
"""

import asyncio
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from server.transports.base import Transport

CallSoon = Callable[[Callable[[], None]], asyncio.Handle]
"""Schedules a callback for the next loop iteration, like ``loop.call_soon``."""


class Flusher:
    """Flushes all connections with queued bytes together, in the next loop iteration or at once."""

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
        """Number of queued bytes above which ``_flush_or_overflow`` is called."""
        self._is_congested = False
        self._is_reading_paused = False
        self._paused_at = 0.0
        self._has_partial_message = False
        self._input_deadline = transport.now() + transport.limits.handshake_seconds
        self._output_deadline = inf

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Bound the buffers, store the remote address and register with the transport.

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
        if self.transport.is_out_of_files():
            self._stream.abort()  # what is sent from here on is ignored

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
        """Set the input deadline to ``message_seconds`` from now, for the rest of a message."""
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
        """Postpone the deadlines by the time in which the process was suspended.

        A deadline that was set after the suspension is not moved beyond ``handshake_seconds``.
        """
        self._input_deadline = self._extended_deadline(self._input_deadline, seconds, now)
        self._output_deadline = self._extended_deadline(self._output_deadline, seconds, now)

    def _extended_deadline(self, deadline: float, seconds: float, now: float) -> float:
        """Return a later deadline, at most ``handshake_seconds`` from now; inf stays inf."""
        latest = now + self.transport.limits.handshake_seconds
        return deadline if deadline == inf else min(deadline + seconds, latest)

    # Output.

    def queue(self, data: bytes) -> None:
        """Queue bytes for the next flush; do nothing if the connection is closing.

        If more than ``unread_bytes`` are queued, they are flushed immediately. Calls
        ``on_overflow`` if the client does not read and more than ``queue_bytes`` are unsent.
        """
        unsent = self._unsent
        if not unsent:
            if self.closing:  # nothing is queued then
                return
            self._flusher.add(self)
        unsent.append(data)
        self._unsent_bytes = size = self._unsent_bytes + len(data)
        if size > self._max_unsent:
            self._flush_or_overflow()

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

    def _flush_or_overflow(self) -> None:
        """Flush a long queue; if the client does not read and it is full, call ``on_overflow``."""
        if not self._is_congested:
            self.flush()
            return
        limit = self.transport.limits.queue_bytes
        self._max_unsent = limit - self._stream.get_write_buffer_size()
        if self._unsent_bytes > self._max_unsent:
            self.on_overflow()

    def pause_writing(self) -> None:
        """Become congested: stop reading, and require the client to read in ``unread_seconds``.

        Called by the event loop when more than ``unread_bytes`` of the stream are not sent.
        """
        self._is_congested = True
        self._max_unsent = 0  # the next call of ``queue`` computes it
        limits = self.transport.limits
        self._output_deadline = self.transport.now() + limits.unread_seconds
        self.update_reading()

    def resume_writing(self) -> None:
        """End the congestion and schedule the rest of output and input for the next loop iteration.

        Called by the event loop when the client has read most of the bytes.
        """
        self._is_congested = False
        self._max_unsent = self.transport.unread_bytes
        self._output_deadline = inf
        self.transport.call_soon(self._continue_after_congestion)

    def _continue_after_congestion(self) -> None:
        """Send queued bytes and, unless the connection is congested again, continue the input."""
        while self._unsent and not self._is_congested and not self._stream.is_closing():
            self._stream.write(self._take_unsent())
        if not self._is_congested and not self.closing:
            self.on_writable()
            self.update_reading()

    def _take_unsent(self) -> bytes:
        """Remove and return the first queued bytes: just over ``unread_bytes``, or all if fewer."""
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
        """Continue with input that was received before; does nothing unless overridden."""

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
        """Send queued bytes, then close; abort after ``close_seconds`` if they are still unread.

        A second call does nothing.
        """
        if self.closing:
            return
        self._is_congested = False  # the stream keeps the last bytes
        self.flush()
        self.closing = True
        self._stream.close()
        self.transport.call_later(self.transport.limits.close_seconds, self._stream.abort)

    def on_late(self) -> None:
        """End the connection, which has missed a deadline; a subclass may send the reason."""
        self.abort()

    def abort(self) -> None:
        """Close immediately and discard all bytes that are not sent yet."""
        self.closing = True
        self._unsent.clear()
        self._stream.abort()
