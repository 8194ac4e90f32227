"""Messages of a connection as text."""

import zlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from Pyro5 import protocol
from Pyro5.serializers import serializers

from client.cli.wire_messages import MAX_CHARACTERS, MAX_MESSAGE, WireMessage, WireReader
from messages import ChooseNickname
from messages.codec import encode
from messages.framing import frame

MSGPACK = serializers["msgpack"]


def _pyro(kind: int, data: bytes, *, flags: int = 0, serializer: int = 4, seq: int = 7) -> bytes:
    notes = {"PUSH": b"\0\1"}
    return bytes(protocol.SendingMessage(kind, flags, seq, serializer, data, notes).data)


NICKNAME = frame(encode(ChooseNickname("ada", id=1)))
CALL = _pyro(
    protocol.MSG_INVOKE, MSGPACK.dumpsCall("tavolata", "move", ("key", 3), {"color": "RED"})
)


def _only_text(data: bytes) -> str:
    (message,) = WireReader().feed(data)
    assert message.size == len(data)
    return message.text


def test_frame_is_shown_by_its_type_and_fields() -> None:
    text = _only_text(NICKNAME)
    assert text.startswith('ChooseNickname {"nickname": "ada"')
    assert '"id": 1' in text


def test_call_and_its_answer_are_shown_with_their_number() -> None:
    assert _only_text(CALL) == 'call 7 tavolata.move("key", 3, color="RED")'
    answer = _pyro(protocol.MSG_RESULT, MSGPACK.dumps({"type": "ActionValid"}))
    assert _only_text(answer) == 'answer 7 {"type": "ActionValid"}'
    failed = _pyro(protocol.MSG_RESULT, MSGPACK.dumps("no"), flags=protocol.FLAGS_EXCEPTION)
    assert _only_text(failed) == 'exception 7 "no"'


def test_answer_to_a_poll_is_shown_message_by_message() -> None:
    pushes = [{"type": "YourTurn", "seq": 3}, {"type": "SelectSteps", "maximumSteps": 2}]
    data = MSGPACK.dumps({"messages": pushes, "cursor": 9})
    (message,) = WireReader().feed(_pyro(protocol.MSG_RESULT, data))
    assert message.text == "answer 7 with 2 messages, cursor 9"
    assert message.pushes == ('YourTurn {"seq": 3}', 'SelectSteps {"maximumSteps": 2}')


def test_compressed_data_is_not_expanded_and_another_serializer_is_shown_as_bytes() -> None:
    bomb = zlib.compress(bytes(10_000_000))
    plain = _pyro(protocol.MSG_RESULT, bomb)
    compressed = plain[:8] + protocol.FLAGS_COMPRESSED.to_bytes(2, "big") + plain[10:]
    assert _only_text(compressed) == "answer 7 compressed"
    assert _only_text(_pyro(protocol.MSG_INVOKE, b"{}", serializer=2)) == "call 7 b'{}'"


@pytest.mark.parametrize("stream", [NICKNAME * 3, CALL * 3], ids=["socket", "pyro"])
def test_bytes_one_at_a_time_give_the_same_messages(stream: bytes) -> None:
    reader = WireReader()
    messages = [message for byte in stream for message in reader.feed(bytes([byte]))]
    assert messages == WireReader().feed(stream)
    assert len(messages) == 3
    assert reader.rest() == 0


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"GET / HTTP/1.1\r\n", "HTTP cannot be shown"),
        (b"\x16\x03\x01\x00\xa5\x01", "TLS cannot be shown"),
        ((MAX_MESSAGE + 1).to_bytes(4, "big"), "too long"),
        (b"PYRO" + bytes(36), "invalid header of Pyro5"),
        (_pyro(protocol.MSG_RESULT, bytes(MAX_MESSAGE))[:40], "too long"),
    ],
)
def test_bytes_that_cannot_be_split_are_remarked_once_and_not_kept(data: bytes, text: str) -> None:
    reader = WireReader()
    (remark,) = reader.feed(data)
    assert text in remark.text
    assert not remark.is_message
    assert reader.feed(bytes(100_000)) == []
    assert reader.rest() == 0


def test_text_is_cut_and_has_no_control_characters() -> None:
    payload = msgspec.msgpack.encode({"type": "SendChat", "text": "\x1b[2J\u202e" + "x" * 5000})
    text = _only_text(frame(payload))
    assert len(text) == MAX_CHARACTERS + 1
    assert text.startswith("SendChat")
    assert text.replace("…", "").isprintable()


@given(st.binary(max_size=200))
def test_any_payload_is_one_line(payload: bytes) -> None:
    for data in (frame(payload), _pyro(protocol.MSG_INVOKE, payload)):
        (message,) = WireReader().feed(data)
        assert isinstance(message, WireMessage)
        assert "\n" not in message.text


def test_deeply_nested_payload_is_one_line() -> None:
    assert _only_text(frame(b"\x91" * 5000 + b"\xc0")).startswith("no message: ")
    assert _only_text(frame(b"\x81\x91\x01\x02")).startswith("no message: ")
