"""The socket connection against small servers, correct and faulty ones."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from client.connections import CannotConnect, ConnectionLost, socket
from client.connections.socket import SocketConnection, connect_socket
from messages import ChooseNickname, GenericMessage, Heartbeat, ListActions, RequestNickname
from messages.codec import decode_client, encode
from messages.framing import MAX_CLIENT_FRAME, FrameDecoder, frame
from tests.harness.timeouts import GIVE_UP_SECONDS

Reader: TypeAlias = asyncio.StreamReader
Writer: TypeAlias = asyncio.StreamWriter
Serve: TypeAlias = Callable[[Reader, Writer], Awaitable[None]]
Scenario: TypeAlias = Callable[[SocketConnection], Awaitable[None]]


def run_scenario(serve: Serve, scenario: Scenario) -> None:
    """Run a scenario of the client against a server."""

    async def run() -> None:
        server_done = asyncio.Event()

        async def serve_and_close(reader: Reader, writer: Writer) -> None:
            try:
                await serve(reader, writer)
            finally:
                writer.close()
                server_done.set()

        async with await asyncio.start_server(serve_and_close, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            connection = await connect_socket("127.0.0.1", port)
            try:
                async with asyncio.timeout(GIVE_UP_SECONDS):
                    await scenario(connection)
            finally:
                await connection.close()
                await server_done.wait()

    asyncio.run(run())


def test_messages_that_arrive_byte_by_byte_are_received() -> None:
    sent = [RequestNickname(), GenericMessage("one"), GenericMessage("two")]

    async def serve(reader: Reader, writer: Writer) -> None:
        for byte in b"".join(frame(encode(message)) for message in sent):
            writer.write(bytes((byte,)))
            await writer.drain()

    async def scenario(connection: SocketConnection) -> None:
        assert [await connection.receive() for _ in sent] == sent

    run_scenario(serve, scenario)


def test_unknown_types_and_heartbeats_are_not_delivered() -> None:
    async def serve(reader: Reader, writer: Writer) -> None:
        unknown = b"\x81\xa4type\xa6Newest"
        for payload in (unknown, encode(Heartbeat()), encode(GenericMessage("known"))):
            writer.write(frame(payload))

    async def scenario(connection: SocketConnection) -> None:
        assert await connection.receive() == GenericMessage("known")

    run_scenario(serve, scenario)


def test_messages_sent_before_two_closes_arrive_and_a_later_send_raises_connection_lost() -> None:
    arrived: list[object] = []

    async def serve(reader: Reader, writer: Writer) -> None:
        frames = FrameDecoder(MAX_CLIENT_FRAME)
        while data := await reader.read(100):
            arrived.extend(decode_client(payload) for payload in frames.feed(data))
        writer.write(frame(encode(GenericMessage("bye"))))

    async def scenario(connection: SocketConnection) -> None:
        await connection.send(ChooseNickname("ada", id=3))
        await connection.send(ListActions())
        await connection.close()
        await connection.close()
        with pytest.raises(ConnectionLost, match="was closed"):
            await connection.send(ListActions())

    run_scenario(serve, scenario)
    assert arrived == [ChooseNickname("ada", id=3), ListActions()]


def test_each_receive_after_the_last_message_raises_connection_lost() -> None:
    async def serve(reader: Reader, writer: Writer) -> None:
        writer.write(frame(encode(GenericMessage("last"))))

    async def scenario(connection: SocketConnection) -> None:
        assert await connection.receive() == GenericMessage("last")
        for _ in range(2):
            with pytest.raises(ConnectionLost, match="closed the connection"):
                await connection.receive()

    run_scenario(serve, scenario)


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", frame(b"\xc1" * 5)])
def test_other_protocol_is_reported(answer: bytes) -> None:
    async def serve(reader: Reader, writer: Writer) -> None:
        writer.write(answer)
        await reader.read()

    async def scenario(connection: SocketConnection) -> None:
        with pytest.raises(ConnectionLost, match="not a Tavolata server"):
            await connection.receive()

    run_scenario(serve, scenario)


def test_cancelled_receive_loses_no_message() -> None:
    is_cancelled = asyncio.Event()

    async def serve(reader: Reader, writer: Writer) -> None:
        await is_cancelled.wait()
        writer.write(frame(encode(GenericMessage("late"))))

    async def scenario(connection: SocketConnection) -> None:
        waiting = asyncio.ensure_future(connection.receive())
        await asyncio.sleep(0)
        waiting.cancel()
        is_cancelled.set()
        assert await connection.receive() == GenericMessage("late")

    run_scenario(serve, scenario)


def test_connection_to_a_silent_server_is_lost_after_max_missed_heartbeats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "HEARTBEAT_SECONDS", 0.01)
    received = bytearray()

    async def serve(reader: Reader, writer: Writer) -> None:
        while data := await reader.read(100):
            received.extend(data)

    async def scenario(connection: SocketConnection) -> None:
        with pytest.raises(ConnectionLost, match="has stopped responding"):
            await connection.receive()

    run_scenario(serve, scenario)
    heartbeats = [
        decode_client(payload) for payload in FrameDecoder(MAX_CLIENT_FRAME).feed(bytes(received))
    ]
    assert heartbeats == [Heartbeat()] * socket.MAX_MISSED_HEARTBEATS


def test_refused_connection_is_reported() -> None:
    with pytest.raises(CannotConnect, match=r"127\.0\.0\.1:1: no server is listening"):
        asyncio.run(connect_socket("127.0.0.1", 1))


def test_unknown_host_name_is_reported() -> None:
    with pytest.raises(CannotConnect, match="Cannot connect to"):
        asyncio.run(connect_socket("nowhere.invalid", 7700))
