"""Back-pressure and turns on real connections: pipelined messages of clients that do not read."""

import asyncio
from collections.abc import Callable
from socket import SO_RCVBUF, SOL_SOCKET
from typing import Any

import pytest

from messages import ChooseNickname, Error, Heartbeat, ListPlayers, PlayersOnline, SendChat
from messages.base import Message
from messages.codec import encode
from messages.framing import frame
from server.effects import Outcome
from server.limits import Limits
from server.transports.input import InputConnection
from server.transports.peer_connection import MAX_UNANSWERED
from tests.harness.pyro import LOOPS, MSGPACK, PyroServer, call_bytes, running, wait_until
from tests.harness.socket_server import RawConnection, SocketServer, run

SMALL_BUFFERS = Limits(queue_bytes=8192, unread_bytes=2048)
REQUESTS = 200
PLAYERS = 60
"""Number of other players; the answer to ListPlayers has about 2 KiB."""


class _Ignored:
    """An outbox that ignores everything."""

    transport_name = "test"

    def answer(self, message: Message) -> None: ...
    def push(self, send: Any) -> None: ...
    def close(self) -> None: ...


def _add_players(server: SocketServer) -> None:
    for number in range(PLAYERS):
        peer = server.hub.connect(_Ignored(), "memory")
        server.hub.receive(peer, ChooseNickname(f"player{number:014}"))


async def _until(condition: Callable[[], object]) -> None:
    """Run the event loop until the condition is true; ``run`` has a time limit."""
    while not condition():
        await asyncio.sleep(0.001)


async def _pipeline(server: SocketServer) -> tuple[RawConnection, Any]:
    """Connect a client that sends many requests and reads nothing; return both ends.

    When this returns, all buffers are full. Call ``resume_reading`` of the client's transport
    before reading.
    """
    _add_players(server)
    client = await server.connect(buffer=4096)
    await client.read()
    client.writer.transport.pause_reading()  # type: ignore[attr-defined]
    (connection,) = server.transport.connections
    client.writer.write(frame(encode(ChooseNickname("slow"))))
    client.writer.write(frame(encode(ListPlayers())) * REQUESTS)
    other, counts, handled = await server.connect(), server.hub.handler.counts, -1
    await other.read()
    while counts.received != handled + 20 or not connection._is_congested:
        handled = counts.received
        for _ in range(20):
            other.writer.write(frame(encode(Heartbeat())))
            assert isinstance(await other.read(), Heartbeat)
    return client, connection


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("tls", [False, True])
def test_requests_of_a_client_that_does_not_read_wait_and_are_answered_when_it_reads(
    loop: str, tls: bool
) -> None:
    async def scenario(server: SocketServer) -> None:
        client, connection = await _pipeline(server)
        assert connection._held is not None, "requests wait"
        assert connection._unsent_bytes + connection._stream.get_write_buffer_size() <= 8192
        client.writer.transport.resume_reading()  # type: ignore[attr-defined]
        answers = [await client.read() for _ in range(REQUESTS + 3)]
        assert [type(answer) for answer in answers[3:]] == [PlayersOnline] * REQUESTS
        client.writer.write(frame(encode(Heartbeat())))
        assert isinstance(await client.read(), Heartbeat), "the client is read again"

    run(scenario, SMALL_BUFFERS, loop=loop, tls=tls)


@pytest.mark.parametrize("tls", [False, True])
def test_client_that_does_not_read_is_aborted_after_unread_seconds(tls: bool) -> None:
    async def scenario(server: SocketServer) -> None:
        _, connection = await _pipeline(server)
        server.transport.sweep(server.transport.now() + 9.0)
        assert not connection.closing
        server.transport.sweep(server.transport.now() + 11.0)
        await _until(lambda: connection not in server.transport.connections)

    run(scenario, SMALL_BUFFERS, tls=tls)


def test_incomplete_message_behind_waiting_ones_is_late_only_after_they_are_handled() -> None:
    async def scenario(server: SocketServer) -> None:
        client, connection = await _pipeline(server)
        client.writer.write(frame(encode(Heartbeat()))[:-1])
        server.transport.sweep(server.transport.now() + 6.0)
        assert not connection.closing
        client.writer.transport.resume_reading()  # type: ignore[attr-defined]
        for _ in range(REQUESTS + 3):
            await client.read()
        await _until(lambda: connection._has_partial_message)
        server.transport.sweep(server.transport.now() + 6.0)
        await _until(lambda: connection not in server.transport.connections)

    run(scenario, SMALL_BUFFERS)


def test_congested_connection_closes_when_the_server_stops() -> None:
    async def scenario(server: SocketServer) -> None:
        await _pipeline(server)
        await server.transport.stop()
        await _until(lambda: not server.transport.connections)
        await server.transport.start(0)

    run(scenario, Limits(queue_bytes=8192, unread_bytes=2048, stop_seconds=0.05))


@pytest.mark.parametrize("loop", LOOPS)
def test_clients_take_turns_with_pipelined_messages(loop: str) -> None:
    async def scenario(server: SocketServer) -> None:
        flooder, other = await server.connect(), await server.connect()
        await other.read()
        flooder.writer.write(frame(encode(Heartbeat())) * 20_000)
        received = server.hub.handler.counts
        await _until(lambda: received.received)
        while received.received < 20_000:
            other.writer.write(frame(encode(Heartbeat())) * 3)
            before = received.received
            for _ in range(3):
                await other.read()
            assert received.received < before + 5000, "the flooder does not delay the other client"

    run(scenario, loop=loop)


def test_input_that_arrives_while_messages_are_held_is_handled_after_them() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        (connection,) = server.transport.connections
        assert isinstance(connection, InputConnection)
        names = [frame(encode(ChooseNickname(name))) for name in ("a b", "c d", "ada", "bob")]
        connection.data_received(names[0] + names[1] + names[2][:9])
        connection.data_received(names[2][9:])
        connection.data_received(names[3] + frame(encode(Heartbeat()))[:3])
        answers = [type(await client.read()).__name__ for _ in range(6)]
        assert answers == ["Error", "Error", "ActionValid", "SessionOpened", "ChooseMatch", "Error"]
        assert connection._has_partial_message, "the last message is incomplete"

    run(scenario)


def test_messages_wait_while_the_journal_delays_answers_but_heartbeats_do_not() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        delayed: list[Outcome] = []
        server.hub.use_write_ahead(delayed.append)
        client.writer.write(frame(encode(ListPlayers())) * 20 + frame(encode(Heartbeat())))
        (connection,) = server.transport.connections
        await _until(lambda: connection._unanswered == MAX_UNANSWERED)
        await _until(lambda: not connection._is_waiting)
        assert len(delayed) == MAX_UNANSWERED
        while delayed:
            outcomes, delayed[:] = list(delayed), []
            server.hub.deliver(*outcomes)
            await asyncio.sleep(0.01)
        answers = [await client.read() for _ in range(21)]
        assert [type(answer) for answer in answers] == [Error] * 20 + [Heartbeat]
        assert connection._unanswered == 0

    run(scenario)


def test_heartbeats_are_read_while_other_answers_wait_for_the_journal() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        delayed: list[Outcome] = []
        server.hub.use_write_ahead(delayed.append)
        client.writer.write(frame(encode(SendChat("x"))) * MAX_UNANSWERED)
        client.writer.write(frame(encode(Heartbeat())) * 5)
        await _until(lambda: len(delayed) == MAX_UNANSWERED + 5)

    run(scenario)


# --- Pyro5 ----------------------------------------------------------------------------------------


def _congested(server: PyroServer) -> bool:
    return server.run_on_loop(lambda: any(c._is_congested for c in server.transport.connections))


@pytest.mark.parametrize("loop", LOOPS)
def test_calls_of_a_client_that_does_not_read_wait_and_are_answered_when_it_reads(
    loop: str,
) -> None:
    with running(limits=SMALL_BUFFERS, loop=loop) as server, server.connect() as wire:
        wire.sock.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
        wire.handshake()
        key = wire.call("open")
        calls = [call_bytes("heartbeat", key, seq=n) for n in range(2 * REQUESTS)]
        wire.sock.settimeout(1.0)
        wire.send(b"".join(calls))
        wait_until(lambda: _congested(server))
        handled = len(server.hub.received)
        assert handled < len(calls)
        with server.proxy() as proxy:
            assert proxy.heartbeat(proxy.open())["type"] == "Heartbeat"
        assert len(server.hub.received) == handled + 1
        wire.sock.settimeout(20.0)
        assert [wire.read().seq for _ in calls] == list(range(len(calls)))


@pytest.mark.parametrize("loop", LOOPS)
def test_open_flood_gets_sessions_per_connection_and_another_client_is_served(loop: str) -> None:
    limits = Limits(connections=100, sessions_per_connection=5)
    with running(limits=limits, loop=loop) as server, server.connect().handshake() as wire:
        wire.send(b"".join(call_bytes("open", seq=n) for n in range(300)))
        answers = [MSGPACK.loads(wire.read().data) for _ in range(300)]
        keys = [answer for answer in answers if isinstance(answer, str)]
        assert len(keys) == 5
        assert {answer["error"] for answer in answers[5:]} == {"SERVERFULL"}
        with server.proxy() as proxy:
            assert isinstance(proxy.open(), str)
        assert wire.call("close", keys[0])["type"] == "ActionValid"
        assert isinstance(wire.call("open"), str), "a closed session does not count"
