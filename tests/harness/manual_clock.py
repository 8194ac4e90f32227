"""An event loop with a manual clock that can wait until all sent data has been processed.

Time advances only in ``ManualClockLoop.advance``. Every listening port of the loop counts the bytes
of its connections. ``settle`` returns when each sent byte has been read at the other end and no
callback is left to run. Server and clients run on the same loop, over real sockets.
"""

import asyncio
import selectors
import socket
from collections.abc import Callable
from typing import Any, TypeAlias, cast

STEP_SECONDS = 0.25
"""Time advances in steps of the interval at which the server checks its timers."""
Ports: TypeAlias = tuple[int, int]
"""Ports of the client and the server, which together identify a connection."""
POLL_SECONDS = 0.02
"""Time to wait for bytes in flight before the counts are compared again."""
MAX_POLLS = 1000


class _Selector(selectors.DefaultSelector):
    """Calls ``on_idle`` before the loop waits; if that returns True, the loop does not wait."""

    on_idle: Callable[[], bool]

    def select(self, timeout: float | None = None) -> Any:
        events = super().select(0)
        if events or timeout == 0 or self.on_idle():
            return events
        return super().select(POLL_SECONDS)


class ServerEnd:
    """The server's side of a connection: counts of bytes read and written."""

    def __init__(self) -> None:
        self.read = self.written = 0
        self.paused = self.closing = self.lost = False


class _CountingTransport:
    """A transport that counts written bytes and delegates everything else."""

    def __init__(self, transport: asyncio.Transport, end: ServerEnd) -> None:
        self._transport = transport
        self._end = end

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._end.written += len(data)
        self._transport.write(data)

    def close(self) -> None:
        self._end.closing = True
        self._transport.close()

    def abort(self) -> None:
        self._end.closing = True
        self._transport.abort()

    def write_eof(self) -> None:
        self._end.closing = True
        self._transport.write_eof()

    def pause_reading(self) -> None:
        self._end.paused = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._end.paused = False
        self._transport.resume_reading()


class _CountingProtocol(asyncio.Protocol):
    """Counts received bytes and delegates to the server's protocol."""

    def __init__(self, inner: asyncio.Protocol, ends: dict[Ports, ServerEnd]) -> None:
        self._inner = inner
        self._ends = ends
        self._end = ServerEnd()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        client, server = (transport.get_extra_info(name)[1] for name in ("peername", "sockname"))
        self._ends[client, server] = self._end
        counting = _CountingTransport(cast(asyncio.Transport, transport), self._end)
        self._inner.connection_made(cast(asyncio.Transport, counting))

    def data_received(self, data: bytes) -> None:
        self._end.read += len(data)
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end.lost = True
        self._inner.connection_lost(exc)


class Connection(asyncio.Protocol):
    """The client's side of a connection, with the received bytes."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.total = self.sent = 0
        self.closing = self.lost = False
        self.server_end: ServerEnd | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        client, server = (transport.get_extra_info(name)[1] for name in ("sockname", "peername"))
        self.ports: Ports = (client, server)

    def data_received(self, data: bytes) -> None:
        self.received += data
        self.total += len(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    def send(self, data: bytes) -> None:
        self.sent += len(data)
        self._transport.write(data)

    def close(self) -> None:
        self.closing = True
        self._transport.close()

    @property
    def in_flight(self) -> bool:
        """True if bytes or a close are on the way between the two ends."""
        end = self.server_end
        if end is None:
            return not self.lost
        if end.closing or end.lost or self.closing or self.lost:
            return not (end.lost and self.lost)
        arrived = end.paused or end.read == self.sent
        return not arrived or end.written != self.total


class ManualClockLoop(asyncio.SelectorEventLoop):
    """An event loop with a manual clock; use it as the loop factory of ``asyncio.Runner``."""

    def __init__(self) -> None:
        selector = _Selector()
        selector.on_idle = self._on_idle
        self._now = 1000.0
        self._ends: dict[Ports, ServerEnd] = {}
        """Server ends of new connections, until they are assigned to their clients."""
        self._connections: list[Connection] = []
        self._settled: asyncio.Future[None] | None = None
        self._polls = 0
        self.runs_free = False
        """True if time advances by itself while the loop is idle; used to stop a server."""
        super().__init__(selector)

    def time(self) -> float:
        return self._now

    async def create_server(self, protocol_factory: Any, *args: Any, **kwargs: Any) -> Any:
        def counting() -> asyncio.Protocol:
            return _CountingProtocol(protocol_factory(), self._ends)

        return await super().create_server(counting, *args, **kwargs)

    async def connect(self, host: str, port: int) -> Connection:
        """Open a client's connection and wait until the server has processed it."""
        sock = socket.socket()
        sock.setblocking(False)
        await self.sock_connect(sock, (host, port))
        _, connection = await self.create_connection(Connection, sock=sock)
        self._connections.append(connection)
        await self.settle()
        return connection

    async def settle(self) -> None:
        """Wait until no bytes are in flight and no callback is ready."""
        assert self._settled is None
        self._settled, self._polls = self.create_future(), 0
        await self._settled

    async def advance(self, seconds: float) -> None:
        """Advance the clock in steps, and settle after each."""
        await self.settle()
        for _ in range(round(seconds / STEP_SECONDS)):
            self._now += STEP_SECONDS
            await self.settle()

    async def suspend(self, seconds: float) -> None:
        """Advance the clock at once, as if the process had been suspended, and settle."""
        await self.settle()
        self._now += seconds
        await self.settle()

    def _on_idle(self) -> bool:
        """Check whether all connections have settled; return True if a callback is ready now.

        Called when no callback is ready. Fails the wait for ``settle`` after MAX_POLLS checks.
        """
        if self._settled is None:
            self._now += STEP_SECONDS if self.runs_free else 0.0
            return self.runs_free
        for connection in self._connections:
            if connection.server_end is None:
                connection.server_end = self._ends.pop(connection.ports, None)
        unsettled = [connection for connection in self._connections if connection.in_flight]
        if unsettled:
            self._polls += 1
            if self._polls < MAX_POLLS:
                return False
            facts = [(vars(c), vars(c.server_end or ServerEnd())) for c in unsettled]
            self._settled.set_exception(AssertionError(f"these never settled: {facts}"))
        else:
            self._settled.set_result(None)
        self._settled = None
        return True
