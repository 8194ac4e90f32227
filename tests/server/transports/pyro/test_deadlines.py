"""Deadlines of Pyro5 connections; all tests but one pass a future time to ``sweep``."""

import socket
from collections.abc import Iterator

import pytest
from Pyro5 import protocol

from messages import GenericMessage
from server.limits import Limits
from server.transports.pyro.connection import PyroConnection
from tests.harness.pyro import (
    LOOPS,
    PyroServer,
    RawPyroConnection,
    call_bytes,
    connect_bytes,
    message_bytes,
    running,
    wait_until,
)

LONG_DEADLINES = Limits(
    message_seconds=1000, unread_seconds=1000, handshake_seconds=2000, remote_idle_seconds=5000
)


@pytest.fixture(params=LOOPS)
def server(request: pytest.FixtureRequest) -> Iterator[PyroServer]:
    with running(limits=LONG_DEADLINES, loop=request.param) as server:
        yield server


def sweep_after(server: PyroServer, seconds: float) -> None:
    """Sweep as if this time had passed."""
    server.run_on_loop(lambda: server.transport.sweep(server.transport.now() + seconds))


def connections(server: PyroServer) -> list[PyroConnection]:
    return server.run_on_loop(lambda: list(server.transport.connections))


def buffered_bytes(server: PyroServer) -> int:
    """Return the number of bytes of incomplete messages."""

    def count() -> int:
        return sum(len(c._requests.pending) for c in server.transport.connections)

    return server.run_on_loop(count)


def send_partial(server: PyroServer, wire: RawPyroConnection, data: bytes) -> None:
    """Send a part of a message and wait for it to arrive."""
    if data:
        wire.send(data)
        wait_until(
            lambda: server.run_on_loop(
                lambda: any(c._requests.pending for c in server.transport.connections)
            )
        )
    wait_until(lambda: connections(server))


@pytest.mark.parametrize("size", [0, 1, 5, 20, 39, 40, 41, 60])
def test_missing_or_partial_handshake_closes_the_connection_after_message_seconds(
    server: PyroServer, size: int
) -> None:
    with server.connect() as wire:
        send_partial(server, wire, connect_bytes()[:size])
        sweep_after(server, 900)
        assert connections(server)
        sweep_after(server, 1001)
        assert bool(wire.read_to_end()) is (size == 0), "only a silent client is told the port"


@pytest.mark.parametrize("size", [1, 5, 20, 39, 40, 41, 60])
def test_incomplete_message_closes_the_connection_after_message_seconds(
    server: PyroServer, size: int
) -> None:
    with server.connect().handshake() as wire:
        send_partial(server, wire, call_bytes("choose_nickname", "key", "ada")[:size])
        sweep_after(server, 900)
        assert connections(server)
        sweep_after(server, 1001)
        assert wire.read_to_end() == b""


def test_further_bytes_do_not_extend_the_deadline_but_the_next_message_has_its_own(
    server: PyroServer,
) -> None:
    data = message_bytes(protocol.MSG_INVOKE, bytes(4000))
    with server.connect().handshake() as wire:
        send_partial(server, wire, data[:50])
        (connection,) = connections(server)
        due = connection._input_deadline
        for end in range(51, 60):
            wire.send(data[end - 1 : end])
            wait_until(lambda end=end: buffered_bytes(server) == end)  # type: ignore[misc]
            assert connection._input_deadline == due
        wire.send(data[59:] + data[:5])
        wait_until(lambda: buffered_bytes(server) == 5)
        assert connection._input_deadline > due, "a new message has its own deadline"


def test_idle_connection_with_a_session_stays_open(server: PyroServer) -> None:
    with server.connect().handshake() as wire:
        assert isinstance(wire.call("open"), str)
        sweep_after(server, 4000)
        assert isinstance(wire.call("open"), str)


def test_connection_without_a_session_is_closed_after_handshake_seconds(server: PyroServer) -> None:
    with server.connect().handshake() as wire:
        wire.call("poll", "no key", 0, 0)
        wait_until(lambda: connections(server))
        sweep_after(server, 1900)
        assert connections(server)
        sweep_after(server, 2001)
        assert wire.read_to_end() == b""


def test_connection_may_open_a_second_session_and_is_closed_when_that_has_expired(
    server: PyroServer,
) -> None:
    with server.connect().handshake() as wire:
        key = wire.call("open")
        sweep_after(server, 4000)
        wire.call("close", key)
        sweep_after(server, 5900)
        assert isinstance(wire.call("open"), str)
        sweep_after(server, 4900)
        assert connections(server)
        sweep_after(server, 5001)  # ends the session; the next sweep ends the connection
        sweep_after(server, 7001)
        assert wire.read_to_end() == b""


def test_client_that_does_not_close_after_a_refusal_is_aborted_after_message_seconds(
    server: PyroServer,
) -> None:
    with server.connect().handshake() as wire:
        wire.send(call_bytes("open", serializer=1))
        assert b"msgpack only" in wire.read_to_end()
        assert connections(server)
        sweep_after(server, 1001)
        wait_until(lambda: not connections(server))


def test_client_that_does_not_read_a_long_answer_is_aborted_after_unread_seconds(
    server: PyroServer,
) -> None:
    with server.connect() as wire:
        wire.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.handshake()
        key = wire.call("open")
        server.run_on_loop(server.hub.push, 1, GenericMessage("x" * 8_000_000))
        wire.send(call_bytes("poll", key, 1, 0))
        wait_until(lambda: connections(server)[0]._output_deadline < 1e18)
        sweep_after(server, 900)
        assert connections(server)
        sweep_after(server, 1001)
        wait_until(lambda: not connections(server))


def test_idle_sessions_end_after_remote_idle_seconds_unless_a_poll_is_pending(
    server: PyroServer,
) -> None:
    with server.proxy() as proxy:
        key, polled = proxy.open(), proxy.open()
        with server.connect().handshake() as wire:
            wire.send(call_bytes("poll", polled, 1, 20))
            wait_until(server.is_polled)
            sweep_after(server, 5001)
            assert server.hub.disconnected == [1]
            assert proxy.heartbeat(key)["error"] == "SESSIONUNKNOWN"
            assert proxy.heartbeat(polled)["type"] == "Heartbeat"
        wait_until(lambda: not server.is_polled())
        sweep_after(server, 5001)
        assert server.hub.disconnected == [1, 2]


@pytest.mark.parametrize("loop", LOOPS)
def test_connection_without_a_handshake_is_closed_in_real_time(loop: str) -> None:
    short_deadlines = Limits(message_seconds=0.2)
    with running(limits=short_deadlines, loop=loop) as server, server.connect() as silent:
        assert b"This is the Pyro5 port" in silent.read_to_end()
