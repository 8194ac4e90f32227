"""Mistakes of client authors on the socket and Pyro5 ports, over real sockets.

Each is answered with an Error that names the number read and the likely mistake, and the connection
ends.
"""

import asyncio
import struct

import pytest
from Pyro5 import errors
from Pyro5.client import Proxy

from messages import ActionValid, ChooseNickname, Error, ErrorCode, Heartbeat
from messages.codec import decode_server, encode, encode_json
from messages.framing import frame
from messages.framing_mistakes import (
    HTTP,
    JSON,
    NO_LENGTH,
    PYRO_CLIENT,
    PYRO_PORT,
    SHORT_LENGTH,
    TEXT,
    TLS,
)
from server.limits import Limits
from tests.harness.pyro import connect_bytes, running, wait_until
from tests.harness.socket_server import RawConnection, SocketServer, run

NAME = encode(ChooseNickname("ada"))
SIZE = len(NAME)
HTTP_REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
LIMITS = Limits(message_seconds=5)


async def _last_error(client: RawConnection) -> Error:
    """Return the last message before the server closed the connection, which is an Error."""
    error = (await client.read_to_end())[-1]
    assert isinstance(error, Error)
    return error


@pytest.mark.parametrize(
    ("sent", "number", "hint"),
    [
        (struct.pack("<I", SIZE) + NAME, SIZE << 24, f"send {SIZE} big-endian"),
        (struct.pack("<I", 123) + NAME, 123 << 24, "send 123 big-endian"),
        (HTTP_REQUEST, int.from_bytes(b"GET ", "big"), HTTP),
        (b"POST /play HTTP/1.1\r\n", int.from_bytes(b"POST", "big"), HTTP),
        (b'{"type": "Heartbeat"}', int.from_bytes(b'{"ty', "big"), JSON),
        (NAME, int.from_bytes(NAME[:4], "big"), NO_LENGTH),
        (connect_bytes(), int.from_bytes(b"PYRO", "big"), PYRO_CLIENT),
        (b"\x16\x03\x01\x02\x00\x01", 0x16030102, TLS),
        (
            struct.pack(">H", SIZE) + NAME,
            SIZE << 16 | int.from_bytes(NAME[:2], "big"),
            SHORT_LENGTH,
        ),
        (b"hello\r\n", int.from_bytes(b"hell", "big"), TEXT),
        (b"\x01\x02\x03\x04", 0x01020304, "at most 65536 bytes"),
    ],
)
def test_wrong_length_names_the_number_and_the_mistake_and_ends_the_connection(
    sent: bytes, number: int, hint: str
) -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        client.writer.write(sent)
        error = await _last_error(client)
        assert error.error is ErrorCode.FRAMETOOLONG
        assert f"the length read is {number} " in error.message
        assert hint in error.message

    run(scenario)


@pytest.mark.parametrize(
    ("sent", "hints"),
    [
        (struct.pack(">I", SIZE + 4) + NAME, (f"read is {SIZE + 4}, {SIZE} bytes", f"send {SIZE}")),
        (struct.pack("<I", 256) + bytes(256), ("read is 65536, 256 bytes", "send 256 big-endian")),
        (struct.pack(">I", 100) + NAME, (f"read is 100, {SIZE} bytes", "within 5 s")),
        (b"\x00\x00", ("only 2 of them arrived",)),
    ],
)
def test_incomplete_frame_is_explained_when_its_time_is_over(
    sent: bytes, hints: tuple[str, ...]
) -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        client.writer.write(sent)
        (connection,) = server.transport.connections
        while len(connection._frames.rest) < len(sent):
            await asyncio.sleep(0)
        server.transport.sweep(server.transport.now() + 4)
        assert not connection.closing
        server.transport.sweep(server.transport.now() + 6)
        error = await _last_error(client)
        assert error.error is ErrorCode.TOOSLOW
        assert [hint for hint in hints if hint not in error.message] == []

    run(scenario, LIMITS)


def test_length_that_counts_itself_is_named_when_the_next_frame_follows() -> None:
    wrong = struct.pack(">I", SIZE + 4) + NAME

    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        client.writer.write(wrong + wrong)
        error = await _last_error(client)
        assert error.error is ErrorCode.MALFORMEDMESSAGE
        assert f"The length read is {SIZE + 4}." in error.message
        assert error.message.endswith(f"send {SIZE}.")

    run(scenario)


def test_json_in_a_frame_is_named_and_the_connection_stays_open() -> None:
    async def scenario(server: SocketServer) -> None:
        client = await server.connect()
        await client.read()
        client.writer.write(frame(encode_json(Heartbeat())))
        error = await client.read()
        assert isinstance(error, Error)
        assert error.message.endswith("This frame has JSON; encode the map as msgpack.")
        answer = await client.request(ChooseNickname("ada"), ActionValid)
        assert isinstance(answer, ActionValid)

    run(scenario)


def _frame_error(answer: bytes) -> Error:
    """Return the Error in an answer that is one frame of the socket."""
    assert int.from_bytes(answer[:4], "big") == len(answer) - 4
    error = decode_server(answer[4:])
    assert isinstance(error, Error)
    return error


@pytest.mark.parametrize(
    ("sent", "number"),
    [
        (frame(NAME), SIZE),
        (struct.pack("<I", SIZE) + NAME, SIZE << 24),
        (b'{"type": "Heartbeat"}', int.from_bytes(b'{"ty', "big")),
    ],
)
def test_socket_client_on_the_pyro5_port_gets_a_frame_that_names_the_port(
    sent: bytes, number: int
) -> None:
    with running(limits=LIMITS) as server, server.connect() as client:
        client.send(sent)
        error = _frame_error(client.read_to_end())
        assert error.error is ErrorCode.MALFORMEDMESSAGE
        assert error.message.startswith(PYRO_PORT)
        assert f"as a length {number}." in error.message


def test_http_on_the_pyro5_port_gets_a_response_of_http() -> None:
    with running(limits=LIMITS) as server, server.connect() as client:
        client.send(HTTP_REQUEST)
        head, _, body = client.read_to_end().partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        assert HTTP in body.decode()


def test_silent_client_of_the_pyro5_port_is_told_when_its_time_is_over() -> None:
    with running(limits=LIMITS) as server, server.connect() as client:
        wait_until(lambda: server.transport.connections, "the connection")
        server.run_on_loop(lambda: server.transport.sweep(server.transport.now() + 6))
        error = _frame_error(client.read_to_end())
        assert error.message.startswith(PYRO_PORT)
        assert "Nothing arrived" in error.message


def test_proxy_on_the_socket_port_fails_at_once() -> None:
    async def scenario(server: SocketServer) -> None:
        proxy = Proxy(f"PYRO:tavolata@{server.address}")
        proxy._pyroSerializer = "msgpack"

        def connect() -> None:
            with proxy:
                proxy._pyroClaimOwnership()
                proxy._pyroBind()

        with pytest.raises(errors.PyroError):
            await asyncio.to_thread(connect)

    run(scenario)
