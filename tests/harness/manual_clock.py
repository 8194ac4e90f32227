"""An event loop whose clock stands still, and which knows when nothing is under way.

Time passes only in ``ManualClockLoop.advance``. Every listening port of the loop counts the bytes
that go through it; ``settle`` returns when each byte that was sent has been read at the other end
and no callback is left to run. Server and clients run on the same loop, over real sockets.
"""

import asyncio
import selectors
import socket
from collections.abc import Callable
from typing import Any, TypeAlias, cast

STEP_SECONDS = 0.25
"""Time advances in steps as short as those in which the server looks at its clock."""
Ports: TypeAlias = tuple[int, int]
"""The client's and the server's; neither is unique alone when several ports are listened on."""
LOOK_SECONDS = 0.02
"""How long to wait for bytes on their way before the counts are compared again."""
MAX_LOOKS = 1000


class _Selector(selectors.DefaultSelector):
    """Asks ``on_idle`` before the loop waits; if that made work, the loop does not wait."""

    on_idle: Callable[[], bool]

    def select(self, timeout: float | None = None) -> Any:
        events = super().select(0)
        if events or timeout == 0 or self.on_idle():
            return events
        return super().select(LOOK_SECONDS)


class ServerEnd:
    """The server's side of one connection: counts what is read and written."""

    def __init__(self) -> None:
        self.read = self.written = 0
        self.paused = self.closing = self.lost = False


class _CountingTransport:
    """A transport that counts what is written; everything else is passed on."""

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
    """Stands between the loop and the server's protocol."""

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
    """The client's side of one connection: keeps what came until it is taken."""

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
        """Whether something is between the two ends."""
        end = self.server_end
        if end is None:
            return not self.lost
        if end.closing or end.lost or self.closing or self.lost:
            return not (end.lost and self.lost)
        arrived = end.paused or end.read == self.sent
        return not arrived or end.written != self.total


class ManualClockLoop(asyncio.SelectorEventLoop):
    """Use it as the loop factory of ``asyncio.Runner``."""

    def __init__(self) -> None:
        selector = _Selector()
        selector.on_idle = self._on_idle
        self._now = 1000.0
        self._ends: dict[Ports, ServerEnd] = {}
        """Of new connections, until the client's side has found its own."""
        self._connections: list[Connection] = []
        self._settled: asyncio.Future[None] | None = None
        self._looks = 0
        self.runs_free = False
        """Whether time passes by itself while nothing is under way: for the end of a server."""
        super().__init__(selector)

    def time(self) -> float:
        return self._now

    async def create_server(self, protocol_factory: Any, *args: Any, **kwargs: Any) -> Any:
        def counting() -> asyncio.Protocol:
            return _CountingProtocol(protocol_factory(), self._ends)

        return await super().create_server(counting, *args, **kwargs)

    async def connect(self, host: str, port: int) -> Connection:
        """A client's connection, after the server has accepted it and all has settled."""
        sock = socket.socket()
        sock.setblocking(False)
        await self.sock_connect(sock, (host, port))
        _, connection = await self.create_connection(Connection, sock=sock)
        self._connections.append(connection)
        await self.settle()
        return connection

    async def settle(self) -> None:
        """Wait until nothing is under way and nothing is left to do at this time."""
        assert self._settled is None
        self._settled, self._looks = self.create_future(), 0
        await self._settled

    async def advance(self, seconds: float) -> None:
        """Let time pass."""
        await self.settle()
        for _ in range(round(seconds / STEP_SECONDS)):
            self._now += STEP_SECONDS
            await self.settle()

    def _on_idle(self) -> bool:
        """Called when no callback is ready. Whether that has made one ready."""
        if self._settled is None:
            self._now += STEP_SECONDS if self.runs_free else 0.0
            return self.runs_free
        for connection in self._connections:
            if connection.server_end is None:
                connection.server_end = self._ends.pop(connection.ports, None)
        moving = [connection for connection in self._connections if connection.in_flight]
        if moving:
            self._looks += 1
            if self._looks < MAX_LOOKS:
                return False
            facts = [(vars(c), vars(c.server_end or ServerEnd())) for c in moving]
            self._settled.set_exception(AssertionError(f"these never settled: {facts}"))
        else:
            self._settled.set_result(None)
        self._settled = None
        return True
