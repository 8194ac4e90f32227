"""WebSockets on real connections: messages, invalid input, control frames, slow clients."""

import asyncio
import gc
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    Error,
    ErrorCode,
    GenericMessage,
    Heartbeat,
    ListPlayers,
    Message,
    Quit,
    SendChat,
)
from messages.codec import encode_json
from server.effects import Outcome, Send
from server.limits import Limits
from server.transports.web.frames import CloseCode, text_frame
from server.transports.web.websocket import WebSocketConnection
from tests.harness.pyro import LOOPS
from tests.harness.web_server import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    Frame,
    WebServer,
    WebSetup,
    client_frame,
    message_frame,
    run,
)

MALFORMED = ErrorCode.MALFORMEDMESSAGE


def _name(message: Message | None) -> str:
    return type(message).__name__


async def _wait_until(condition: Callable[[], bool]) -> None:
    """Run the event loop until the condition is true; ``run`` has a time limit."""
    while not condition():
        await asyncio.sleep(0.001)


def _only_connection(server: WebServer) -> WebSocketConnection:
    (connection,) = server.transport.connections
    assert isinstance(connection, WebSocketConnection)
    return connection


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("tls", [False, True])
def test_messages_are_json_in_text_frames_with_the_fields_of_the_protocol(
    loop: str, tls: bool
) -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        client.writer.write(client_frame(b'{"type":"ChooseNickname","nickname":"ada","id":7}'))
        frame = await client.read_frame()
        assert frame is not None
        assert msgspec.json.decode(frame.payload) == {
            "type": "ActionValid",
            "msg": "The nickname has been registered successfully",
            "replyTo": 7,
        }
        assert [_name(await client.read()) for _ in range(2)] == ["SessionOpened", "ChooseMatch"]
        client.send(SendChat("Grüße ✓", id=8))
        assert await client.read() == ActionValid("Your message was sent", reply_to=8)

    run(scenario, WebSetup(loop=loop, tls=tls))


def test_messages_for_three_clients_are_cached_as_frames_and_reach_all() -> None:
    async def scenario(server: WebServer) -> None:
        clients = [await server.open() for _ in range(3)]
        messages = (Heartbeat(), GenericMessage("hello"))
        send = Send(tuple(server.hub.handler.state.peers), messages)
        server.hub.deliver(Outcome(sends=[send]))
        assert send.web_cache == b"".join(text_frame(encode_json(message)) for message in messages)
        assert send.cache == b""
        for client in clients:
            assert [await client.read(), await client.read()] == list(messages)

    run(scenario)


def test_fragmented_message_with_pings_between_is_answered_like_any_other() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        payload = encode_json(ChooseNickname("ada"))
        for byte in (
            client_frame(payload[:9], final=False)
            + client_frame(b"1", PING)
            + client_frame(b"", 0, final=False)
            + client_frame(b"2", PING)
            + client_frame(payload[9:], 0)
        ):
            client.writer.write(bytes([byte]))
            await client.writer.drain()
        assert [await client.read_frame() for _ in range(2)] == [
            Frame(PONG, b"1"),
            Frame(PONG, b"2"),
        ]
        assert _name(await client.read()) == "ActionValid"

    run(scenario)


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (b"", "A frame holds one JSON object"),
        (b"hello", "A frame holds one JSON object"),
        (b"[1]", "A frame holds one JSON object"),
        (b"[" * 60_000, "A frame holds one JSON object"),
        (b'{"a":' * 10_000, "A frame holds one JSON object"),
        (b'{"type":"Teleport"}', "No client message has this type"),
        (b'{"type":"SelectMatch","match":1.5}', "Expected `int`, got `float`"),
        (b'{"type":"SelectMatch","match":1e999}', "This SelectMatch cannot be read"),
        (b'{"type":"SelectMatch","match":%b}' % (b"9" * 60_000), "cannot be read"),
        (b'{"type":"SelectMatch","match":9007199254740993}', "<= 2147483647"),
        (b'{"type":"SelectMatch","match":0,"more":1}', "unknown field `more`"),
        (b'{"type":"SelectMatch","match":NaN}', "A frame holds one JSON object"),
        (b'{"type":"ChooseNickname","nickname":"%b"}' % (b"x" * 65), "length <= 64"),
        (b'{"type":"ChooseNickname","nickname":"\\ud800"}', "A frame holds one JSON object"),
    ],
)
def test_unreadable_text_gets_a_typed_error_and_the_connection_stays_open(
    payload: bytes, text: str
) -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        client.writer.write(client_frame(payload))
        error = await client.read()
        assert isinstance(error, Error)
        assert error.error is MALFORMED
        assert text in error.message
        client.send(ChooseNickname("ada"))
        assert _name(await client.read()) == "ActionValid"

    run(scenario)


def test_unreadable_message_is_answered_with_its_id() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        client.writer.write(client_frame(b'{"id":4,"type":"SelectMatch"}'))
        error = await client.read()
        assert isinstance(error, Error)
        assert (error.reply_to, error.error) == (4, MALFORMED)
        client.writer.write(client_frame(b'{"type":"MoveStudent","moveTo":"island","color":"red"}'))
        assert (await client.read()).error is ErrorCode.UNEXPECTEDMESSAGE  # type: ignore[union-attr]

    run(scenario)


def test_twenty_unreadable_messages_get_twenty_errors_and_close_the_connection() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        client.writer.write(client_frame(b"?") * 50)
        messages, code = await client.read_to_end()
        assert [_name(message) for message in messages] == ["Error"] * 20
        assert code == CloseCode.NORMAL

    run(scenario)


@pytest.mark.parametrize(
    ("data", "error", "code"),
    [
        (client_frame(b"{}", BINARY), MALFORMED, CloseCode.UNSUPPORTED_DATA),
        (client_frame(b'"\xff"'), MALFORMED, CloseCode.INVALID_TEXT),
        (client_frame(b"x" * 65_537)[:10], ErrorCode.FRAMETOOLONG, CloseCode.TOO_LONG),
        (client_frame(b"{}", mask=False), MALFORMED, CloseCode.PROTOCOL_ERROR),
        (client_frame(b"{}", reserved=0x40), MALFORMED, CloseCode.PROTOCOL_ERROR),
        (client_frame(b"", 0), MALFORMED, CloseCode.PROTOCOL_ERROR),
        (client_frame(b"", PING, final=False), MALFORMED, CloseCode.PROTOCOL_ERROR),
    ],
)
def test_refused_frame_gets_an_error_a_close_code_and_nothing_after_it_counts(
    data: bytes, error: ErrorCode, code: CloseCode
) -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        client.writer.write(data + message_frame(ChooseNickname("late")))
        messages, received_code = await client.read_to_end()
        assert [message.error for message in messages if isinstance(message, Error)] == [error]
        assert (len(messages), received_code) == (1, code)
        assert not server.hub.handler.state.sessions

    run(scenario)


def test_ping_is_answered_with_its_payload_and_pong_is_ignored() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        client.writer.write(client_frame(b"", PONG) + client_frame(b"x" * 125, PING))
        assert await client.read_frame() == Frame(PONG, b"x" * 125)
        assert server.hub.handler.counts.received == 0

    run(scenario)


def test_close_frame_is_answered_and_messages_after_it_are_ignored() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        close = client_frame(b"\x03\xe9", CLOSE)
        client.writer.write(close + message_frame(ChooseNickname("late")) + close)
        assert await client.read_to_end() == ([], CloseCode.NORMAL)
        await _wait_until(lambda: not server.hub.handler.state.peers)
        assert server.hub.handler.counts.received == 0

    run(scenario)


def test_quit_is_answered_and_followed_by_a_close_frame() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        client.send(Quit())
        messages, code = await client.read_to_end()
        assert [_name(message) for message in messages] == ["ActionValid"]
        assert code == CloseCode.NORMAL

    run(scenario)


@pytest.mark.parametrize("opcode", [PING, PONG])
def test_flood_of_control_frames_is_disconnected_after_as_many_as_messages(opcode: int) -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        server.transport.now = lambda: 0.0
        client.writer.write(client_frame(b"", opcode) * 50_000)
        pongs = 0
        while (frame := await client.read_frame()) is not None and frame.opcode == PONG:
            pongs += 1
        assert pongs == (400 if opcode == PING else 0)
        assert frame is not None
        assert b"too many ping or pong frames" in frame.payload
        last = await client.read_frame()
        assert last is not None
        assert last.close_code == CloseCode.POLICY_VIOLATION

    run(scenario)


def test_flooder_gets_400_answers_and_21_errors_and_is_disconnected() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        client.writer.write(message_frame(Heartbeat()) * 1000)
        got = [_name(message) for message in (await client.read_to_end())[0]]
        assert got == [*["Heartbeat"] * 400, *["Error"] * 21]

    run(scenario, WebSetup(limits=Limits(trusted_networks=()), clock=lambda: 1000.0))


@pytest.mark.parametrize(
    "data", [message_frame(ChooseNickname("ada"))[:9], client_frame(b"", final=False)]
)
def test_incomplete_message_is_aborted_after_its_deadline_but_a_silent_client_is_not(
    data: bytes,
) -> None:
    async def scenario(server: WebServer) -> None:
        silent, half = await server.open(), await server.open()
        half.writer.write(data)
        await _wait_until(lambda: any(c._has_partial_message for c in server.transport.connections))
        server.transport.sweep(server.transport.now() + 6.0)
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await half.reader.readexactly(1)
        silent.send(ChooseNickname("ada"))
        assert _name(await silent.read()) == "ActionValid"

    run(scenario)


def test_only_a_client_that_sends_nothing_is_aborted_after_handshake_seconds() -> None:
    async def scenario(server: WebServer) -> None:
        silent, polite = await server.open(), await server.open()
        polite.send(Heartbeat())
        await polite.read()
        server.transport.sweep(server.transport.now() + 61.0)
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await silent.reader.readexactly(1)
        polite.send(ChooseNickname("ada"))
        assert _name(await polite.read()) == "ActionValid"

    run(scenario)


def test_pings_between_fragments_do_not_extend_the_deadline_of_the_message() -> None:
    async def scenario(server: WebServer) -> None:
        await server.open()
        connection, ping = _only_connection(server), client_frame(b"", PING)
        server.transport.now = lambda: 100.0
        connection.data_received(client_frame(b"{", final=False))
        server.transport.now = lambda: 104.0
        connection.data_received(ping[:3])
        connection.data_received(ping[3:])
        assert connection.is_late(106.0)

    run(scenario)


def test_ping_in_two_pieces_leaves_no_deadline() -> None:
    async def scenario(server: WebServer) -> None:
        await server.open()
        connection, ping = _only_connection(server), client_frame(b"", PING)
        server.transport.now = lambda: 100.0
        connection.data_received(message_frame(Heartbeat()) + ping[:3])
        assert connection.is_late(106.0)
        connection.data_received(ping[3:])
        assert not connection.is_late(1000.0)

    run(scenario)


@pytest.mark.parametrize("loop", LOOPS)
def test_slow_reader_gets_too_slow_as_last_message_and_a_close_code(loop: str) -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.connect(buffer=4096)
        await client.upgrade()
        (peer,), connection = server.hub.handler.state.peers, _only_connection(server)
        sent = 0
        while not connection.closing:
            server.hub.deliver(Outcome(sends=[Send((peer,), (GenericMessage("x" * 1000),))]))
            sent += 1
        (*texts, last), code = await client.read_to_end()
        assert isinstance(last, Error)
        assert (last.error, code) == (ErrorCode.TOOSLOW, CloseCode.POLICY_VIOLATION)
        assert 0 < len(texts) < sent

    limits = Limits(queue_bytes=16 * 1024, unread_bytes=4096)
    run(scenario, WebSetup(limits=limits, loop=loop))


@pytest.mark.parametrize("loop", LOOPS)
def test_requests_of_a_client_that_does_not_read_wait_until_it_reads(loop: str) -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.connect(buffer=4096)
        await client.upgrade()
        client.send(ChooseNickname("ada"))
        for _ in range(3):
            await client.read()
        client.send(*[ListPlayers()] * 2000)
        connection: Any = _only_connection(server)
        await _wait_until(lambda: connection._is_congested)
        handled = server.hub.handler.counts.received
        assert handled < 2000
        for _ in range(2000):
            assert _name(await client.read()) == "PlayersOnline"

    run(scenario, WebSetup(loop=loop, limits=Limits(queue_bytes=8192, unread_bytes=2048)))


def test_aborted_connection_removes_its_peer_and_is_freed_without_the_garbage_collector() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        gc.disable()
        try:
            client.writer.transport.abort()
            await _wait_until(lambda: not server.hub.handler.state.peers)
            await _wait_until(
                lambda: not any(type(o) is WebSocketConnection for o in gc.get_objects())
            )
        finally:
            gc.enable()

    gc.collect()
    run(scenario)
