"""What all transports share: listening, deadlines, bounded send queues and flushing.

A ``Connection`` queues bytes; everything that was queued in one turn of the event loop is sent with
one write, when the ``Flusher`` flushes. A ``Transport`` listens and aborts connections that are
late. A subclass decodes what arrives and decides what happens to a client that does not read.
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

ABORTS_PER_TURN = 4
"""Late connections aborted in one turn of the loop: others wait a fraction of a millisecond."""

C = TypeVar("C", bound="Connection")
CallSoon = Callable[[Callable[[], None]], asyncio.Handle]


class Flusher:
    """Connections with queued bytes: all are flushed in the next turn of the loop, or at once."""

    def __init__(self, soon: CallSoon) -> None:
        self._soon = soon
        self._connections: list[Connection] = []

    def add(self, connection: "Connection") -> None:
        """Flush this connection in the next turn of the loop."""
        if not self._connections:
            self._scheduled = self._soon(self._flush)
        self._connections.append(connection)

    def flush(self) -> None:
        """Send what is queued on all connections at once."""
        if self._connections:
            self._scheduled.cancel()
            self._flush()

    def _flush(self) -> None:
        connections, self._connections = self._connections, []
        for connection in connections:
            connection.flush()


class Connection(asyncio.Protocol):
    """One connection. A subclass overrides ``data_received`` and reports to ``note_input``."""

    __slots__ = (
        *("_begun", "_flusher", "_input_due", "_is_overflowing", "_limit", "_out", "_stream"),
        *("address", "closing", "port", "transport"),
    )

    def __init__(self, transport: "Transport[Any]") -> None:
        self.transport = transport
        self.address, self.port = "", 0
        """Where the client connects from."""
        self.closing = False
        """Whether nothing more is sent."""
        self._flusher = transport.flusher
        self._limit = transport.limits.queue_bytes
        self._out: list[bytes] = []
        self._is_overflowing = False
        self._begun = False
        self._input_due = transport.now() + transport.limits.handshake_seconds

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._stream = cast(asyncio.Transport, transport)
        self._stream.set_write_buffer_limits(high=self._limit)
        if peername := transport.get_extra_info("peername"):
            self.address, self.port = str(peername[0]), int(peername[1])
        self.transport.open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closing = True
        self.transport.forget(self)

    def note_input(self, *, whole: bool, pending: bool) -> None:
        """Set the deadline after bytes that completed a message (``whole``) or began one.

        More bytes of a message that has begun do not extend its deadline.
        """
        if pending and (whole or not self._begun):
            self._expect_rest()
        elif whole and not pending:
            self._begun = False
            self._input_due = inf

    def _expect_rest(self) -> None:
        """A message has begun: its rest has to arrive in time."""
        self._begun = True
        self._input_due = self.transport.now() + self.transport.limits.message_seconds

    def is_late(self, now: float) -> bool:
        """Whether the first message, or the rest of one, should have arrived by now."""
        return now > self._input_due

    def queue(self, data: bytes) -> None:
        """Send these bytes at the end of this turn of the loop."""
        if self.closing:
            return
        if not self._out:
            self._flusher.add(self)
        self._out.append(data)

    def flush(self) -> None:
        """Send everything that is queued."""
        out, self._out = self._out, []
        if not out or self._stream.is_closing():
            return
        self._stream.write(b"".join(out))
        if self._is_overflowing:
            self.on_overflow()

    def pause_writing(self) -> None:
        """Note that more than ``queue_bytes`` are unsent: the client does not read."""
        self._is_overflowing = True

    def resume_writing(self) -> None:
        """Note that the client has read most of it."""
        self._is_overflowing = False

    def on_overflow(self) -> None:
        """Called after each write to a client that does not read."""
        self.abort()

    def close(self) -> None:
        """Send what is queued, then end; abort if the client does not read it in time."""
        if self.closing:
            return
        self.flush()
        self.closing = True
        self._stream.close()
        self.transport.later(self.transport.limits.close_seconds, self._stream.abort)

    def abort(self) -> None:
        """End at once; what is queued is lost."""
        self.closing = True
        self._out.clear()
        self._stream.abort()


class Transport(Generic[C]):
    """The listening side. A subclass overrides ``accept``.

    Transports may share a ``flusher``; one that has none makes its own when it starts.
    """

    now: Callable[[], float]
    """The time of the event loop, known when listening has started."""
    flusher: Flusher

    def __init__(
        self,
        limits: Limits,
        host: str,
        tls: SSLContext | None = None,
        flusher: Flusher | None = None,
    ) -> None:
        self.limits = limits
        self.open: set[C] = set()
        self._host = host
        self._tls = tls
        self._shared_flusher = flusher
        self._all_ended = asyncio.Event()

    def accept(self) -> C:
        """Return the protocol object of a new connection."""
        raise NotImplementedError

    async def start(self, port: int) -> str:
        """Listen; return HOST:PORT with the real port."""
        loop = asyncio.get_running_loop()
        self.now, self.later, self._soon = loop.time, loop.call_later, loop.call_soon
        self.flusher = self._shared_flusher or Flusher(loop.call_soon)
        self._server = await loop.create_server(
            self.accept,
            self._host,
            port,
            backlog=1024,
            ssl=self._tls,
            ssl_handshake_timeout=self.limits.message_seconds if self._tls else None,
        )
        for listening in self._server.sockets:
            # Otherwise the system buffers megabytes for each client that does not read. It doubles
            # this number.
            listening.setsockopt(SOL_SOCKET, SO_SNDBUF, self.limits.queue_bytes // 2)
        return f"{self._host}:{self._server.sockets[0].getsockname()[1]}"

    def sweep(self, now: float) -> None:
        """Abort late connections. Called a few times per second."""
        abort_few([late for late in self.open if late.is_late(now)], self._soon)

    def forget(self, connection: C) -> None:
        """A connection has ended."""
        self.open.discard(connection)
        if not self.open:
            self._all_ended.set()

    async def stop(self) -> None:
        """Stop listening, close every connection and wait a moment for the last bytes."""
        self._server.close()
        for connection in list(self.open):
            connection.close()
        if self.open:
            self._all_ended.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self.limits.stop_seconds):
                    await self._all_ended.wait()
        for connection in list(self.open):
            connection.abort()
        await self._server.wait_closed()


def abort_few(connections: Sequence[Connection], soon: CallSoon) -> None:
    """Abort these, a few per turn of the loop."""
    for connection in connections[:ABORTS_PER_TURN]:
        connection.abort()
    if rest := connections[ABORTS_PER_TURN:]:
        soon(partial(abort_few, rest, soon))
