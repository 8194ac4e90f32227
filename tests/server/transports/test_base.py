"""The base of all transports, mostly without sockets: deadlines, send queues, overflow, closing."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET
from typing import Any, cast

import pytest

from server.delivery.hub import Hub
from server.dialects.transport import LegacyTransport
from server.dialects.uno import UNO
from server.limits import Limits
from server.transports.base import (
    ABORTS_PER_ITERATION,
    Connection,
    Flusher,
    Transport,
)
from server.transports.pyro.connection import PyroTransport
from server.transports.socket import SocketTransport
from tests.harness.handler import HandlerHarness

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


# --- deadlines ------------------------------------------------------------------------------------


def test_first_message_is_due_after_handshake_seconds() -> None:
    connection, _ = FakeTransport().connect()
    assert not connection.is_late(160.0)
    assert connection.is_late(160.1)


def test_begun_message_is_due_after_message_seconds_and_a_completed_one_never() -> None:
    transport = FakeTransport()
    connection, _ = transport.connect()

    def due_after(now: float, *, completed: bool, pending: bool) -> float:
        transport.time = now
        connection.update_deadline(completed=completed, pending=pending)
        return connection._input_deadline

    assert due_after(110.0, completed=False, pending=True) == 115.0
    assert due_after(114.0, completed=False, pending=True) == 115.0, (
        "further bytes do not extend the deadline"
    )
    assert due_after(114.5, completed=True, pending=True) == 119.5, (
        "the deadline of the next message"
    )
    assert due_after(115.0, completed=True, pending=False) == inf
    assert due_after(900.0, completed=False, pending=True) == 905.0


def test_only_late_connections_are_aborted_once_each_in_batches() -> None:
    transport = FakeTransport()
    late = [transport.connect()[1] for _ in range(3 * ABORTS_PER_ITERATION + 1)]
    transport.time = 130.0
    _, in_time = transport.connect()
    transport.sweep(170.0)
    aborted = [sum(stream.aborted for stream in late)]
    while transport.scheduled:
        transport.run_iteration()
        aborted.append(sum(stream.aborted for stream in late))
    batch = ABORTS_PER_ITERATION
    assert aborted == [batch, 2 * batch, 3 * batch, 3 * batch + 1]
    assert {stream.aborted for stream in late} == {1}
    assert in_time.aborted == 0


def test_sweep_without_late_connections_schedules_nothing() -> None:
    transport = FakeTransport()
    transport.connect()
    transport.sweep(100.0)
    assert not transport.scheduled


# --- queues ---------------------------------------------------------------------------------------


def test_bytes_queued_in_one_iteration_are_sent_with_one_write_or_earlier_by_flush() -> None:
    transport = FakeTransport()
    (first_connection, first), (second_connection, second) = (
        transport.connect(),
        transport.connect(),
    )
    for data in (b"a", b"b"):
        first_connection.queue(data)
        second_connection.queue(data)
    assert transport.scheduled == 1
    assert first.sent == []
    transport.run_iteration()
    assert first.sent == second.sent == [b"ab"]
    transport.flusher.flush()
    assert first.sent == [b"ab"], "nothing is sent twice"
    first_connection.queue(b"c")
    transport.flusher.flush()
    assert first.sent == [b"ab", b"c"], "flush() sends immediately"
    assert not transport.scheduled
    first_connection.queue(b"d")
    transport.run_iteration()
    assert first.sent == [b"ab", b"c", b"d"]


def test_client_that_does_not_read_is_aborted_above_queue_bytes_and_gets_nothing_more() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    assert stream.high == LIMITS.unread_bytes
    connection.queue(b"x" * 11)
    connection.queue(b"x" * 19)
    transport.run_iteration()
    assert not stream.aborted, "30 bytes are unsent"
    connection.queue(b"x")
    assert stream.aborted, "the limit applies when bytes are queued, not when they are flushed"
    connection.queue(b"y")
    transport.run_iteration()
    assert stream.sent == [b"x" * 11], "nothing more is sent"


def test_one_long_message_is_sent_to_a_client_that_reads() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"x" * 1000)
    assert [len(data) for data in stream.sent] == [1000]
    assert not stream.aborted


def test_bytes_for_a_congested_connection_wait_and_are_sent_in_order_when_the_client_reads() -> (
    None
):
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"a" * 11)
    for data in (b"b" * 6, b"c" * 6, b"d" * 6):
        connection.queue(data)
        transport.run_iteration()
    assert stream.sent == [b"a" * 11]
    stream.read_by_client()
    transport.run_iteration()
    assert stream.sent[1:] == [b"b" * 6 + b"c" * 6], "more would congest the connection again"
    stream.read_by_client()
    transport.run_iteration()
    assert stream.sent[2:] == [b"d" * 6]


def test_congested_connection_is_not_read_until_the_client_reads() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"x" * 11)
    assert not stream.is_reading
    stream.read_by_client()
    transport.run_iteration()
    assert stream.is_reading


def test_pause_does_not_count_for_the_input_deadline_but_ends_after_unread_seconds() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.update_deadline(completed=False, pending=True)
    transport.time = 104.0
    connection.queue(b"x" * 11)
    assert not connection.is_late(124.0)
    assert connection.is_late(124.1)
    transport.time = 120.0
    stream.read_by_client()
    transport.run_iteration()
    assert not connection.is_late(121.0)
    assert connection.is_late(121.1), "the message may need 5 seconds in which it was read"


def test_close_of_a_congested_connection_sends_what_is_queued() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"x" * 11)
    connection.queue(b"last")
    connection.close()
    assert stream.sent == [b"x" * 11, b"last"]
    stream.read_by_client()
    transport.run_iteration()
    assert not stream.is_reading


@pytest.mark.parametrize(
    "transport", [SocketTransport, PyroTransport, partial(LegacyTransport, UNO)]
)
def test_kernel_buffers_are_limited_to_queue_bytes_and_frame_bytes(transport: Any) -> None:
    limits = replace(LIMITS, queue_bytes=64 * 1024, frame_bytes=32 * 1024)

    async def start_and_read_sizes() -> list[int]:
        listener = transport(Hub(HandlerHarness().handler, lambda: 0.0), limits, "127.0.0.1")
        await listener.start(0)
        sizes = [
            first_connection.getsockopt(SOL_SOCKET, option)
            for first_connection in listener._server.sockets
            for option in (SO_SNDBUF, SO_RCVBUF)
        ]
        await listener.stop()
        return sizes

    assert asyncio.run(start_and_read_sizes()) == [limits.queue_bytes, limits.frame_bytes]


# --- endings --------------------------------------------------------------------------------------


def test_repeated_close_sends_queued_bytes_once_and_aborts_after_close_seconds() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"bye")
    connection.close()
    connection.close()
    assert stream.sent == [b"bye"]
    assert stream.closed
    ((seconds, abort),) = transport.timers
    assert seconds == Limits().close_seconds
    abort()
    assert stream.aborted == 1


def test_abort_discards_queued_bytes() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"lost")
    connection.abort()
    transport.run_iteration()
    assert stream.sent == []


def test_connection_has_address_and_port_and_is_removed_and_silent_after_its_end() -> None:
    transport = FakeTransport()
    connection, _ = transport.connect()
    assert (connection.address, connection.port) == ("192.0.2.1", 4711)
    assert transport.connections == {connection}
    connection.connection_lost(None)
    assert not transport.connections
    connection.queue(b"too late")
    assert not transport.scheduled
