"""The listening side of all transports: late connections are aborted, kernel buffers bounded."""

import asyncio
from dataclasses import replace
from functools import partial
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET
from typing import Any

import pytest

from server.delivery.hub import Hub
from server.dialects.transport import LegacyTransport
from server.dialects.uno import UNO
from server.transports.base import ABORTS_PER_ITERATION
from server.transports.pyro.connection import PyroTransport
from server.transports.socket import SocketTransport
from tests.harness.fake_streams import LIMITS, FakeTransport
from tests.harness.handler import HandlerHarness


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
