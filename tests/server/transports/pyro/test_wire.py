"""The Pyro5 wire protocol without sockets: parsing requests and encoding answers."""

import contextlib
import struct
import tracemalloc
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from Pyro5 import errors, protocol
from Pyro5.protocol import ReceivingMessage, SendingMessage

from messages.codec import encode
from server.transports.pyro import wire as wire
from tests.harness.pyro import (
    BOMBS,
    FLAGS,
    LIMIT,
    MSGPACK,
    call_bytes,
    connect_bytes,
    message_bytes,
    with_flags,
)


def parser_after_handshake() -> wire.RequestParser:
    requests = wire.RequestParser(LIMIT)
    requests.accepted = wire.CALL_TYPES
    return requests


def collect(requests: wire.RequestParser, pieces: list[bytes]) -> list[wire.Request]:
    parsed: list[wire.Request] = []
    for piece in pieces:
        parsed += requests.feed(piece)
    return parsed


def test_complete_call_is_parsed_to_type_sequence_number_object_method_and_arguments() -> None:
    (request,) = collect(
        parser_after_handshake(), [call_bytes("choose_nickname", "key", "ada", seq=7)]
    )
    assert (request.type, request.seq) == (wire.INVOKE, 7)
    call = wire.read_call(request.payload)
    assert (call.object, call.method, call.kwargs) == ("tavolata", "choose_nickname", {})
    assert wire.read_arguments(call) == ["key", "ada"]


@given(st.lists(st.integers(1, 200), max_size=40), st.integers(1, 4))
def test_requests_do_not_depend_on_how_bytes_are_split(cuts: list[int], count: int) -> None:
    data = b"".join(call_bytes("m" * n, n, seq=n, AAAA=b"x" * n) for n in range(1, count + 1))
    boundaries = sorted({c % len(data) for c in cuts} | {0, len(data)})
    pieces = [data[a:b] for a, b in pairwise(boundaries)]
    assert collect(parser_after_handshake(), pieces) == collect(parser_after_handshake(), [data])
    single = [data[i : i + 1] for i in range(len(data))]
    assert collect(parser_after_handshake(), single) == collect(parser_after_handshake(), [data])


def test_pending_holds_an_incomplete_request_until_its_last_byte() -> None:
    requests = parser_after_handshake()
    data = call_bytes("open")
    assert not requests.pending
    for size in (10, 40, len(data) - 1):
        assert not list(requests.feed(data[:size]))
        assert requests.pending
        assert len(list(requests.feed(data[size:]))) == 1
        assert not requests.pending


def test_annotations_are_ignored() -> None:
    data = call_bytes("open", ABCD=b"x" * 100, EFGH=b"")
    (request,) = collect(parser_after_handshake(), [data])
    assert wire.read_call(request.payload).method == "open"


@pytest.mark.parametrize("flag", FLAGS.values(), ids=FLAGS.keys())
def test_flags_are_refused_at_the_header(flag: int) -> None:
    requests = parser_after_handshake()
    with pytest.raises(wire.ConnectionRefused):
        list(requests.feed(with_flags(call_bytes("open"), flag)[:40]))


def test_correlation_id_is_accepted() -> None:
    data = with_flags(call_bytes("open"), protocol.FLAGS_CORR_ID)
    assert len(collect(parser_after_handshake(), [data])) == 1


@pytest.mark.parametrize("serializer", [0, 1, 2, 3, 5, 42, 255])
def test_call_and_handshake_with_other_serializers_are_refused_at_the_header(
    serializer: int,
) -> None:
    data = call_bytes("open", serializer=serializer)[:40]
    with pytest.raises(wire.ConnectionRefused, match="msgpack"):
        collect(parser_after_handshake(), [data])
    data = connect_bytes(serializer=serializer)[:40]
    with pytest.raises(wire.ConnectionRefused, match="msgpack"):
        collect(wire.RequestParser(LIMIT), [data])


@pytest.mark.parametrize(("payload", "annotations"), [(LIMIT + 1, 0), (0, LIMIT + 1), (LIMIT, 8)])
def test_too_long_message_is_refused_at_the_header(payload: int, annotations: int) -> None:
    head = bytearray(call_bytes("open")[:40])
    struct.pack_into("!II", head, 12, payload, annotations)
    with pytest.raises(wire.ConnectionRefused, match="at most"):
        collect(parser_after_handshake(), [bytes(head)])


def test_message_of_maximum_size_is_read() -> None:
    payload = b"x" * LIMIT
    (request,) = collect(parser_after_handshake(), [message_bytes(wire.INVOKE, payload)])
    assert request.payload == payload


@pytest.mark.parametrize("kind", [0, 2, 3, 5, 7, 255])
def test_other_message_types_are_refused_before_and_after_the_handshake(kind: int) -> None:
    data = message_bytes(kind, b"")
    for requests in (wire.RequestParser(LIMIT), parser_after_handshake()):
        with pytest.raises(wire.ConnectionRefused):
            collect(requests, [data])


def test_call_and_ping_before_the_handshake_and_a_second_handshake_are_refused() -> None:
    with pytest.raises(wire.ConnectionRefused):
        collect(wire.RequestParser(LIMIT), [call_bytes("open")])
    with pytest.raises(wire.ConnectionRefused):
        collect(wire.RequestParser(LIMIT), [message_bytes(wire.PING, b"ping")])
    with pytest.raises(wire.ConnectionRefused):
        collect(parser_after_handshake(), [connect_bytes()])


@pytest.mark.parametrize(
    "data", [b"GET ", b"GET / HTTP/1.1\r\n", b"PYRO\x00\x01", b"\x00\x00\x00\x10x"]
)
def test_other_protocols_are_refused_before_a_complete_header(data: bytes) -> None:
    with pytest.raises(wire.ConnectionRefused) as refused:
        collect(wire.RequestParser(LIMIT), [data])
    assert refused.value.request is None


def test_handshake_with_a_wrong_magic_number_is_refused() -> None:
    data = connect_bytes()
    with pytest.raises(wire.ConnectionRefused):
        collect(wire.RequestParser(LIMIT), [data[:38] + b"\0\0" + data[40:]])


@given(st.binary(max_size=300))
def test_any_bytes_give_requests_or_connection_refused(data: bytes) -> None:
    for requests in (wire.RequestParser(LIMIT), parser_after_handshake()):
        with contextlib.suppress(wire.ConnectionRefused):
            for request in collect(requests, [data]):
                with contextlib.suppress(wire.CallFailed):
                    wire.read_call(request.payload)


@given(st.binary(max_size=300))
def test_any_payload_is_a_call_or_call_failed(data: bytes) -> None:
    with contextlib.suppress(wire.CallFailed):
        assert isinstance(wire.read_arguments(wire.read_call(data)), list)


def test_unreadable_call_raises_call_failed_with_a_serialize_error() -> None:
    with pytest.raises(wire.CallFailed) as failed:
        wire.read_call(b"\xc1")
    assert isinstance(failed.value.error, errors.SerializeError)


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_msgpack_bombs_raise_call_failed_and_allocate_less_than_2_mb(bomb: bytes) -> None:
    start = MSGPACK.dumps("tavolata") + MSGPACK.dumps("open")
    tracemalloc.start()
    try:
        for payload in (bomb, b"\x94" + start + bomb, b"\x94" + start + b"\x91" + bomb):
            with pytest.raises(wire.CallFailed):
                wire.read_arguments(wire.read_call(payload))
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_argument_dict_with_class_key_stays_a_dict() -> None:
    uri = {"__class__": "Pyro5.core.URI", "state": ["PYRO", "x", None, "h", 1]}
    call = wire.read_call(MSGPACK.dumps(["tavolata", "open", [uri], {"a": uri}]))
    assert wire.read_arguments(call) == [uri]
    assert call.kwargs == {"a": uri}


@pytest.mark.parametrize("value", [b"\xd4\x30\x00", b"\xd7\x32" + bytes(8), b"\xc7\x01\x31\x35"])
def test_msgpack_extension_types_raise_call_failed(value: bytes) -> None:
    payload = (
        b"\x94" + MSGPACK.dumps("tavolata") + MSGPACK.dumps("open") + b"\x91" + value + b"\x80"
    )
    with pytest.raises(wire.CallFailed):
        wire.read_arguments(wire.read_call(payload))


@pytest.mark.parametrize(
    "plain", [None, 3, "x", [], {}, {"object": 3}, {"object": None}, ["object"]]
)
def test_handshake_without_an_object_name_is_refused(plain: object) -> None:
    with pytest.raises(wire.ConnectionRefused):
        wire.read_connect(wire.Request(wire.CONNECT, 0, 4, MSGPACK.dumps(plain)))


@given(st.integers(0, 65535), st.binary(max_size=500), st.integers(0, 2**40))
def test_encoded_results_equal_those_built_by_pyro5(seq: int, data: bytes, pushed: int) -> None:
    payload = encode(data.hex())
    annotations = {"PUSH": pushed.to_bytes(8, "big")} if pushed else {}
    expected = SendingMessage(protocol.MSG_RESULT, 0, seq, 4, payload, annotations).data
    assert wire.encode_result(seq, payload, pushed) == expected


def test_encoded_failure_contains_only_class_and_text() -> None:
    data = wire.encode_failure(3, AttributeError("no"))
    message = ReceivingMessage(data[:40], data[40:])
    assert message.flags == protocol.FLAGS_EXCEPTION
    assert msgspec.msgpack.decode(message.data) == {
        "__class__": "builtins.AttributeError",
        "__exception__": True,
        "args": ["no"],
        "attributes": {},
    }


def test_only_class_keys_of_an_answer_are_renamed() -> None:
    """Otherwise a player named ``__class__`` would break the polls of all other players."""
    plain = {"scores": {"__class__": 3, "ada": 4}, "text": "__class__", "list": [{"__class__": 1}]}
    read = MSGPACK.loads(wire.encode_result(1, encode(plain))[wire.HEADER_BYTES :])
    assert read == {
        "scores": {"_class_": 3, "ada": 4},
        "text": "__class__",
        "list": [{"_class_": 1}],
    }
    harmless = encode({"text": "nothing"})
    assert wire.encode_result(1, harmless)[wire.HEADER_BYTES :] == harmless
