"""The socket transport on real sockets: split frames, malformed input, slow clients, floods."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from messages import ChooseNickname, Error, ErrorCode, GenericMessage, Heartbeat, Message, SendChat
from messages.codec import encode
from messages.framing import frame
from server.effects import Outcome, Send
from server.limits import Limits
from server.transports.socket import SocketConnection
from tests.harness.pyro import LOOPS
from tests.harness.socket_server import SocketServer, run


def _name(message: Message | None) -> str:
    return type(message).__name__


def test_first_message_is_request_nickname() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        assert _name(await client.read()) == "RequestNickname"

    run(scenario)


def test_messages_for_three_clients_are_cached_as_frames_and_reach_all() -> None:
    async def scenario(server: SocketServer) -> None:
        clients = [await server.connect() for _ in range(3)]
        for client in clients:
            await client.read()
        assert {type(connection) for connection in server.transport.connections} == {
            SocketConnection
        }
        messages = (Heartbeat(), GenericMessage("hello"))
        send = Send(tuple(server.hub.handler.state.peers), messages)
        server.hub.deliver(Outcome(sends=[send]))
        assert send.cache == b"".join(frame(encode(message)) for message in messages)
        for client in clients:
            assert [await client.read(), await client.read()] == list(messages)

    run(scenario)


def test_frames_are_read_in_single_bytes_and_in_batches() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        for byte in frame(encode(ChooseNickname("ada"))):
            client.writer.write(bytes([byte]))
            await client.writer.drain()
        assert [_name(await client.read()) for _ in range(3)] == [
            "ActionValid",
            "SessionOpened",
            "ChooseMatch",
        ]
        client.writer.write(frame(encode(SendChat("one"))) + frame(encode(SendChat("two"))))
        names = [_name(await client.read()) for _ in range(4)]
        assert names == ["ActionValid", "ChatMessage"] * 2

    run(scenario)


def test_unknown_message_type_gets_an_error_with_its_id_and_connection_stays_open() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        client.writer.write(frame(msgspec.msgpack.encode({"type": "Teleport", "id": 4})))
        error = await client.read()
        assert isinstance(error, Error)
        assert (error.error, error.reply_to) == (ErrorCode.MALFORMEDMESSAGE, 4)
        client.writer.write(frame(encode(ChooseNickname("ada"))))
        assert _name(await client.read()) == "ActionValid"

    run(scenario)


def test_twenty_unreadable_messages_get_twenty_errors_and_close_the_connection() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        client.writer.write(frame(b"\xc1") * 50)
        got = await client.read_to_end()
        assert [_name(m) for m in got] == ["Error"] * 20

    run(scenario)


def test_too_long_frame_gets_frame_too_long_at_its_header_and_connection_is_closed() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        client.writer.write((64 * 1024 + 1).to_bytes(4, "big"))
        (error,) = await client.read_to_end()
        assert isinstance(error, Error)
        assert error.error is ErrorCode.FRAMETOOLONG

    run(scenario)


def test_incomplete_message_ends_the_connection_after_its_deadline_but_silence_does_not() -> None:
    async def scenario(server: SocketServer) -> None:
        silent, half = await server.connect(), await server.connect()
        for client in (silent, half):
            await client.read()
        half.writer.write(frame(encode(ChooseNickname("ada")))[:9])
        await _wait_until(lambda: any(c._parser.pending for c in server.transport.connections))
        server.transport.sweep(server.transport.now() + 6.0)
        assert [_name(message) for message in await half.read_to_end()] == ["Error"]
        silent.writer.write(frame(encode(ChooseNickname("ada"))))
        assert _name(await silent.read()) == "ActionValid"

    run(scenario)


def test_further_bytes_do_not_extend_the_deadline_of_a_message() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        times = iter([100.0, 104.0, 105.0])
        server.transport.now = lambda: next(times)
        data = frame(encode(ChooseNickname("ada")))
        (connection,) = server.transport.connections
        connection.data_received(data[:3])
        connection.data_received(data[3:6])
        assert connection.is_late(106.0)

    run(scenario)


async def _wait_until(condition: Callable[[], bool]) -> None:
    """Run the event loop until the condition is true; ``run`` has a time limit."""
    while not condition():
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("loop", LOOPS)
def test_client_that_does_not_read_is_disconnected_and_others_are_served(loop: str) -> None:
    async def scenario(server: SocketServer) -> None:
        not_reading = socket.create_connection(server.address.split(":"))  # type: ignore[arg-type]
        not_reading.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        not_reading.sendall(frame(encode(ChooseNickname("slow"))))
        client = await server.connect()
        client.writer.write(frame(encode(ChooseNickname("ada"))))
        for _ in range(4):
            await client.read()
        peers: Any = server.hub.handler.state.peers
        await _wait_until(lambda: "slow" in server.hub.handler.state.sessions)
        text = "x" * 300
        for _ in range(20_000):
            client.writer.write(frame(encode(SendChat(text))))
            await client.read()
            await client.read()
            if len(peers) == 1 or len(server.transport.connections) == 1:
                break
        await _wait_until(lambda: len(server.transport.connections) == 1)
        client.writer.write(frame(encode(SendChat("still here"))))
        assert _name(await client.read()) == "ActionValid"
        not_reading.close()

    run(scenario, Limits(queue_bytes=32 * 1024, close_seconds=0.1), loop=loop)


@pytest.mark.parametrize("loop", LOOPS)
def test_slow_reader_gets_too_slow_as_last_message_instead_of_what_was_queued(loop: str) -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect(buffer=4096)
        await client.read()
        (peer,), (connection,) = server.hub.handler.state.peers, server.transport.connections
        sent = 0
        while not connection.closing:
            server.hub.deliver(Outcome(sends=[Send((peer,), (GenericMessage("x" * 1000),))]))
            sent += 1
        *texts, last = await client.read_to_end()
        assert isinstance(last, Error)
        assert last.error is ErrorCode.TOOSLOW
        assert 0 < len(texts) < sent

    run(scenario, Limits(queue_bytes=16 * 1024, unread_bytes=4096), loop=loop)


def test_aborted_connection_removes_its_peer_from_the_handler() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        client.writer.transport.abort()
        await _wait_until(lambda: not server.hub.handler.state.peers)

    run(scenario)


def test_only_a_client_that_sends_nothing_is_aborted_after_handshake_seconds() -> None:
    async def scenario(server: SocketServer) -> None:
        silent, polite = await server.connect(), await server.connect()
        for client in (silent, polite):
            await client.read()
        polite.writer.write(frame(encode(Heartbeat())))
        await polite.read()
        server.transport.sweep(server.transport.now() + 61.0)
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await silent.reader.readexactly(1)
        polite.writer.write(frame(encode(ChooseNickname("ada"))))
        assert _name(await polite.read()) == "ActionValid"

    run(scenario)


def test_flooder_gets_400_answers_and_21_errors_and_is_disconnected() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        client.writer.write(frame(encode(Heartbeat())) * 1000)
        got = [_name(message) for message in await client.read_to_end()]
        assert got == ["RequestNickname", *["Heartbeat"] * 400, *["Error"] * 21]

    run(scenario, Limits(trusted_networks=()), clock=lambda: 1000.0)


def test_input_of_a_flooder_to_be_closed_is_ignored_while_the_journal_is_pending() -> None:
    async def scenario(server: SocketServer) -> None:
        held: list[Outcome] = []
        client = await server.connect()
        await client.read()
        server.hub.use_write_ahead(held.append)
        client.writer.write(frame(encode(Heartbeat())) * 1000)
        await _wait_until(lambda: bool(held and held[-1].closes))
        assert server.hub.handler.counts.received == 421
        (connection,) = server.transport.connections
        connection.data_received(frame(encode(Heartbeat())) * 10)
        assert server.hub.handler.counts.received == 421
        server.hub.deliver(*held)
        assert _name((await client.read_to_end())[-1]) == "Error"

    run(scenario, Limits(trusted_networks=()), clock=lambda: 1000.0)


def test_flooder_to_be_closed_is_aborted_after_its_deadline_if_the_journal_hangs() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        held: list[Outcome] = []
        server.hub.use_write_ahead(held.append)
        client.writer.write(frame(encode(Heartbeat())) * 1000)
        await _wait_until(lambda: bool(held and held[-1].closes))
        server.transport.sweep(server.transport.now() + 6.0)
        await _wait_until(lambda: not server.transport.connections)

    run(scenario, Limits(trusted_networks=()), clock=lambda: 1000.0)
