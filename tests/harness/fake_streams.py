"""A transport and streams without sockets, for tests of connections and their deadlines."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from server.limits import Limits
from server.transports.base import Transport
from server.transports.connection import Connection, Flusher

LIMITS = Limits(
    handshake_seconds=60.0,
    message_seconds=5.0,
    unread_seconds=20.0,
    unread_bytes=10,
    queue_bytes=30,
)


class FakeStream:
    """The part of an asyncio transport that a connection uses, with a client that never reads."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        self.protocol = protocol
        self.sent: list[bytes] = []
        self.unsent = 0
        self.high = 0
        self.closed = False
        self.aborted = 0
        self.is_reading = True

    def set_write_buffer_limits(self, high: int) -> None:
        self.high = high

    def get_extra_info(self, name: str) -> tuple[str, int] | None:
        return ("192.0.2.1", 4711) if name == "peername" else None

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def write(self, data: bytes) -> None:
        self.sent.append(data)
        self.unsent += len(data)
        if self.unsent > self.high:
            self.protocol.pause_writing()

    def read_by_client(self) -> None:
        """Act as if the client had read everything."""
        self.unsent = 0
        self.protocol.resume_writing()

    def pause_reading(self) -> None:
        assert self.is_reading
        self.is_reading = False

    def resume_reading(self) -> None:
        assert not self.is_reading
        self.is_reading = True

    def is_closing(self) -> bool:
        return self.closed or self.aborted > 0

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted += 1


class FakeHandle:
    """A callback of the event loop."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class FakeTransport(Transport[Connection]):
    """A transport with a settable clock, whose callbacks and timers are recorded."""

    def __init__(self) -> None:
        super().__init__(LIMITS, "127.0.0.1")
        self.time = 100.0
        self.handles: list[FakeHandle] = []
        self.timers: list[tuple[float, Callable[[], None]]] = []
        self.now = lambda: self.time
        self.call_soon: Any = self._schedule
        self.flusher = Flusher(cast(Any, self._schedule))
        self.call_later: Any = lambda seconds, call: self.timers.append((seconds, call))

    def connect(self) -> tuple[Connection, FakeStream]:
        connection = Connection(self)
        stream = FakeStream(connection)
        connection.connection_made(cast(asyncio.Transport, stream))
        return connection, stream

    def _schedule(self, call: Callable[[], None]) -> FakeHandle:
        self.handles.append(FakeHandle(call))
        return self.handles[-1]

    @property
    def scheduled(self) -> int:
        """Number of callbacks scheduled for the next loop iteration."""
        return sum(not handle.cancelled for handle in self.handles)

    def run_iteration(self) -> None:
        """Run the callbacks of the next loop iteration."""
        handles, self.handles[:] = list(self.handles), []
        for handle in handles:
            if not handle.cancelled:
                handle.call()
