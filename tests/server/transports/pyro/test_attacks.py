"""Attacks on the Pyro5 transport; another client is served before and after each."""

import random
import socket
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from Pyro5 import errors, protocol

import server as server_package
from messages import GenericMessage
from server.limits import Limits
from tests.harness.pyro import (
    BOMBS,
    FLAGS,
    LOOPS,
    MSGPACK,
    PyroServer,
    RawPyroConnection,
    call_bytes,
    connect_bytes,
    message_bytes,
    running,
    wait_until,
    with_flags,
)

SMALL_LIMITS = Limits(connections=20, frame_bytes=4096, message_seconds=60)


@pytest.fixture(params=LOOPS)
def server(request: pytest.FixtureRequest) -> Iterator[PyroServer]:
    with running(limits=SMALL_LIMITS, loop=request.param) as server:
        yield server


@pytest.fixture(autouse=True)
def other_client_is_served(server: PyroServer) -> Iterator[None]:
    """Check that a client connected before the attack, and a new one, are served after it."""
    with server.proxy() as proxy:
        key = proxy.open()
        yield
        assert proxy.heartbeat(key)["type"] == "Heartbeat"
        assert proxy.poll(key, 0, 0)["cursor"] == 1
    with server.proxy() as newcomer:
        assert isinstance(newcomer.open(), str)


def open_connections(server: PyroServer) -> int:
    return server.run_on_loop(lambda: len(server.transport.connections))


def header(**fields: int) -> bytes:
    """Return the header of a call with some fields changed, without payload."""
    head = bytearray(call_bytes("open")[:40])
    positions = {"flags": ("!H", 8), "size": ("!I", 12), "annotations": ("!I", 16)}
    for name, value in fields.items():
        struct.pack_into(positions[name][0], head, positions[name][1], value)
    return bytes(head)


def test_500_reset_or_closed_connections_at_any_stage_are_removed(server: PyroServer) -> None:
    beginnings = [b"", b"PY", connect_bytes()[:20], connect_bytes(), connect_bytes() + header()]
    for round_ in range(100):
        wires = [server.connect() for _ in beginnings]
        for wire, data in zip(wires, beginnings, strict=True):
            with suppress(OSError):  # connections above the limit are closed
                wire.send(data)
        for wire in wires:
            wire.reset() if round_ % 2 else wire.sock.close()
    wait_until(lambda: open_connections(server) == 1)


def test_connections_above_the_limit_get_a_reason_and_closed_ones_are_removed(
    server: PyroServer,
) -> None:
    wait_until(lambda: open_connections(server) == 1)
    wires = [server.connect().handshake() for _ in range(19)]
    with server.proxy() as proxy, pytest.raises(errors.CommunicationError):
        proxy._pyroBind()
    with server.connect() as late:
        assert b"the server is full" in late.read_to_end()
    for wire in wires:
        wire.sock.close()
    wait_until(lambda: open_connections(server) == 1)


def test_handshake_and_call_in_single_bytes_are_answered(server: PyroServer) -> None:
    with server.connect() as wire:
        wire.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in connect_bytes():
            wire.send(bytes([byte]))
        assert wire.read().type == protocol.MSG_CONNECTOK
        for byte in call_bytes("open"):
            wire.send(bytes([byte]))
        assert isinstance(MSGPACK.loads(wire.read().data), str)


def test_compressed_call_and_handshake_are_refused_at_the_header(server: PyroServer) -> None:
    bomb = zlib.compress(bytes(3_000_000))
    message = header(flags=protocol.FLAGS_COMPRESSED, size=len(bomb)) + bomb
    for data in (message, message[:40]):
        with server.connect().handshake() as wire:
            wire.send(data)
            assert b"compressed messages are refused" in wire.read_to_end()
    with server.connect() as wire:
        wire.send(with_flags(connect_bytes(), protocol.FLAGS_COMPRESSED)[:40])
        assert b"compressed messages are refused" in wire.read_to_end()


@pytest.mark.parametrize("flag", FLAGS.values(), ids=FLAGS.keys())
def test_call_with_refused_flags_gets_protocol_error_is_closed_and_starts_no_thread(
    server: PyroServer, flag: int
) -> None:
    threads = threading.active_count()
    received = len(server.hub.received)
    with server.proxy() as proxy:
        key = proxy.open()
    for size in (40, None):
        with server.connect().handshake() as wire:
            wire.send(with_flags(call_bytes("choose_nickname", key, "eve"), flag)[:size])
            answer = wire.read()
            assert answer.flags == protocol.FLAGS_EXCEPTION
            assert isinstance(MSGPACK.loads(answer.data), errors.ProtocolError)
            assert wire.read_to_end() == b""
    assert len(server.hub.received) == received
    assert threading.active_count() == threads


@pytest.mark.parametrize("serializer", [0, 1, 2, 3, 5, 42])
def test_handshake_and_call_with_other_serializers_are_refused_at_the_header(
    server: PyroServer, serializer: int
) -> None:
    with server.connect() as wire:
        wire.send(connect_bytes(serializer=serializer)[:40])
        assert wire.read().type == protocol.MSG_CONNECTFAIL
        assert wire.read_to_end() == b""
    with server.connect().handshake() as wire:
        wire.send(call_bytes("open", serializer=serializer)[:40])
        assert b"msgpack only" in wire.read_to_end()


@pytest.mark.parametrize("fields", [{"size": 4097}, {"annotations": 4097}, {"size": 2**29}])
def test_too_long_message_is_refused_before_its_body(
    server: PyroServer, fields: dict[str, int]
) -> None:
    with server.connect().handshake() as wire:
        wire.send(header(**fields))
        assert b"at most 4096 bytes" in wire.read_to_end()


def test_connection_is_reset_before_64_mb_are_read_after_a_refusal(server: PyroServer) -> None:
    with server.connect().handshake() as wire:
        wire.send(header(size=2**20))
        with suppress(OSError):
            for _ in range(1000):
                wire.send(bytes(65536))
            pytest.fail("64 MB were read")


def test_maximum_lengths_in_a_header_are_refused(server: PyroServer) -> None:
    with server.connect().handshake() as wire:
        wire.send(header(size=2**32 - 1, annotations=2**32 - 1))
        assert b"at most 4096 bytes" in wire.read_to_end()


def test_other_protocols_are_closed_after_at_most_a_short_explanation(server: PyroServer) -> None:
    for data in (b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"\x00\x00\x00\x10"):
        with server.connect() as wire:
            wire.send(data)
            assert len(wire.read_to_end()) < 400


def test_call_and_ping_before_the_handshake_close_the_connection_and_open_no_session(
    server: PyroServer,
) -> None:
    for data in (call_bytes("open"), message_bytes(protocol.MSG_PING, b"ping")):
        with server.connect() as wire:
            wire.send(data)
            wire.read_to_end()
    assert len(server.hub.outboxes) == 1


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_msgpack_bombs_get_serialize_errors_and_connection_stays_open(
    server: PyroServer, bomb: bytes
) -> None:
    bomb = bomb[:4000]
    with server.connect().handshake() as wire:
        for payload in (bomb, b"\x94\xa8tavolata\xa4open" + bomb):
            wire.send(message_bytes(protocol.MSG_INVOKE, payload))
            assert isinstance(MSGPACK.loads(wire.read().data), errors.SerializeError)
        assert isinstance(wire.call("open"), str)


def test_deeply_nested_arguments_get_malformed_message(server: PyroServer) -> None:
    deep: Any = "x"
    for _ in range(200):
        deep = [deep]
    with server.connect().handshake() as wire:
        key = wire.call("open")
        answer = wire.call("select_mode_and_players", key, 2, True, "uno", {"a": deep})
        assert answer["error"] == "MALFORMEDMESSAGE"


def test_dict_with_class_key_as_argument_or_key_gets_malformed_message(server: PyroServer) -> None:
    evil = [
        {"__class__": "Pyro5.client.Proxy", "state": ["PYRO:x@127.0.0.1:1", [], [], [], "", ""]},
        {"__class__": "builtins.SystemExit", "__exception__": True, "args": [1]},
        {"__class__": "Pyro5.util.MarshalSerializer"},
    ]
    with server.connect().handshake() as wire:
        key = wire.call("open")
        for plain in evil:
            assert wire.call("choose_nickname", key, plain)["error"] == "MALFORMEDMESSAGE"
            assert wire.call("choose_nickname", plain, "ada")["error"] == "MALFORMEDMESSAGE"
    assert len(server.hub.received) == 0


def test_too_many_unreadable_calls_in_a_row_close_the_connection_with_a_reason(
    server: PyroServer,
) -> None:
    with server.connect().handshake() as wire:
        for _ in range(server.limits.malformed_messages - 1):
            wire.send(message_bytes(protocol.MSG_INVOKE, b"\xc1"))
            wire.read()
        wire.send(message_bytes(protocol.MSG_INVOKE, b"\xc1"))
        assert b"made no sense" in wire.read_to_end()


def test_call_above_pending_calls_gets_rate_limited_and_the_others_are_answered_later(
    server: PyroServer,
) -> None:
    server.hub.defer = True
    try:
        with server.connect().handshake() as wire:
            key = wire.call("open")
            limit = server.limits.pending_calls
            wire.send(b"".join(call_bytes("request_view", key, seq=n) for n in range(limit + 1)))
            answer = wire.read()
            assert answer.seq == limit
            assert MSGPACK.loads(answer.data)["error"] == "RATELIMITED"
            server.run_on_loop(server.hub.release)
            assert [wire.read().seq for _ in range(limit)] == list(range(limit))
    finally:
        server.hub.defer = False


def test_client_that_polls_and_does_not_read_is_disconnected(server: PyroServer) -> None:
    with server.connect() as wire:
        wire.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.handshake()
        key = wire.call("open")
        for _ in range(500):
            server.run_on_loop(server.hub.push, 2, GenericMessage("x" * 2000))
        with suppress(OSError):
            for _ in range(200):
                wire.send(call_bytes("poll", key, 0, 0) * 20)
        wait_until(lambda: open_connections(server) == 1)


def test_answer_of_8_mb_arrives_completely_and_later_calls_are_answered(server: PyroServer) -> None:
    with server.proxy() as proxy:
        key = proxy.open()
        server.run_on_loop(server.hub.push, 2, GenericMessage("x" * 8_000_000))
        answer = proxy.poll(key, 1, 0)
        assert len(answer["messages"][0]["msg"]) == 8_000_000
        assert proxy.heartbeat(key)["type"] == "Heartbeat"


def test_answers_to_random_and_wrong_calls_and_to_a_crash_contain_no_internal_details(
    server: PyroServer,
) -> None:
    """Search the raw answers to every kind of failure."""
    rng = random.Random(7)
    payloads = [rng.randbytes(rng.randrange(200)) for _ in range(200)]
    payloads += [MSGPACK.dumps(x) for x in (None, [], ["tavolata"], ["tavolata", "open", 1, {}])]
    payloads += [MSGPACK.dumpsCall("tavolata", m, ["k", 1, [], {}], {"x": 1}) for m in METHOD_NAMES]
    payloads += [MSGPACK.dumpsCall(o, "open", [], {}) for o in ("", "x", "Pyro.Daemon")]
    answers = b""
    for payload in payloads:
        with server.connect().handshake() as wire:
            answers += _answers(wire, message_bytes(protocol.MSG_INVOKE, payload))
        with server.connect() as wire:
            answers += _answers(wire, message_bytes(protocol.MSG_CONNECT, payload))
    server.hub.crash = True
    with server.connect().handshake() as wire:
        answer = wire.call("heartbeat", wire.call("open"))
        assert answer["error"] == "INTERNALERROR"
        answers += str(answer).encode()
    server.hub.crash = False
    root = str(Path(server_package.__file__).parents[1]).encode()
    for secret in (b"Traceback", b'File "', b".py", b"site-packages", b"planted", root):
        assert secret not in answers


METHOD_NAMES = ["open", "poll", "close", "heartbeat", "choose_nickname", "nothing", "__class__", ""]


def _answers(wire: RawPyroConnection, data: bytes) -> bytes:
    """Return all answers to one message; if the connection stays open, a ping marks their end."""
    wire.send(data + message_bytes(protocol.MSG_PING, b"ping", serializer=42))
    answers = b""
    try:
        while (answer := wire.read()).type != protocol.MSG_PING:
            answers += bytes(answer.data)
    except (EOFError, ConnectionResetError):
        pass
    return answers
