"""WebSocket frames: parsing in any pieces, fragments, control frames, refused headers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.errors import ErrorCode
from server.transports.web.frames import (
    MAX_FRAGMENTS,
    CloseCode,
    FrameError,
    FrameParser,
    check_text,
    close_frame,
    control_frame,
    text_frame,
    unmask,
)
from tests.harness.web_server import BINARY, CLOSE, PING, PONG, TEXT, client_frame, masked

LIMIT = 1000


class Parsed:
    """A parser and everything that it has read."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.controls: list[tuple[int, bytes]] = []
        self.parser = FrameParser(limit, lambda *control: self.controls.append(control))
        self.messages: list[bytes] = []

    def feed(self, data: bytes) -> list[bytes]:
        for message in self.parser.iter_payloads(data):
            self.messages.append(message)
        return self.messages


@given(st.lists(st.binary(max_size=300), max_size=5), st.lists(st.integers(1, 40), max_size=30))
def test_frames_are_read_the_same_in_any_pieces(payloads: list[bytes], sizes: list[int]) -> None:
    data = b"".join(client_frame(payload) + client_frame(b"?", PING) for payload in payloads)
    parsed = Parsed()
    for size in sizes:
        parsed.feed(data[:size])
        data = data[size:]
    assert parsed.feed(data) == payloads
    assert parsed.controls == [(PING, b"?")] * len(payloads)
    assert not parsed.parser.pending


@given(st.binary(max_size=400))
def test_any_bytes_give_messages_or_a_frame_error(data: bytes) -> None:
    for pieces in ([data], [bytes([byte]) for byte in data]):
        parsed = Parsed()
        try:
            for piece in pieces:
                parsed.feed(piece)
        except FrameError:
            pass


@given(st.binary(max_size=130), st.binary(max_size=3), st.integers(0, 7), st.booleans())
def test_only_payload_is_returned_for_exactly_one_short_frame_and_nothing_else(
    payload: bytes, rest: bytes, missing: int, mask: bool
) -> None:
    frame = client_frame(payload, mask=mask)
    data = (frame + rest)[: len(frame + rest) - missing]
    is_only = data == frame and len(payload) <= 125 and mask
    assert Parsed().parser.maybe_only_payload(data) == (payload if is_only else None)


@pytest.mark.parametrize("before", [client_frame(b"abc")[:5], client_frame(b"abc", final=False)])
def test_only_payload_is_none_while_a_message_is_incomplete(before: bytes) -> None:
    parsed = Parsed()
    parsed.feed(before)
    assert parsed.parser.maybe_only_payload(client_frame(b"xyz")) is None
    assert parsed.parser.pending


@pytest.mark.parametrize("opcode", [0, BINARY, PING, CLOSE])
def test_only_payload_is_none_for_other_frames(opcode: int) -> None:
    assert Parsed().parser.maybe_only_payload(client_frame(b"x", opcode)) is None


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1000])
def test_payload_of_any_size_up_to_the_limit_is_read(size: int) -> None:
    assert Parsed().feed(client_frame(b"x" * size)) == [b"x" * size]


def test_unmasked_payload_equals_the_masked_one() -> None:
    for size in range(10):
        data = bytes(range(size))
        assert unmask(masked(data, b"\xff\x00\x80\x01"), b"\xff\x00\x80\x01") == data


def test_fragments_are_joined_and_control_frames_may_come_between_them() -> None:
    parsed = Parsed()
    parsed.feed(client_frame(b"one ", TEXT, final=False))
    assert parsed.parser.is_in_message
    parsed.feed(client_frame(b"ping", PING) + client_frame(b"two ", 0, final=False))
    assert (parsed.messages, parsed.controls) == ([], [(PING, b"ping")])
    assert parsed.feed(client_frame(b"three", 0) + client_frame(b"next")) == [
        b"one two three",
        b"next",
    ]
    assert not parsed.parser.is_in_message


def test_nothing_is_read_after_a_close_frame() -> None:
    parsed = Parsed()
    after_close = client_frame(b"late") + client_frame(b"late", PING)
    assert parsed.feed(client_frame(b"", CLOSE) + after_close) == []
    assert parsed.controls == [(CLOSE, b"")]


@pytest.mark.parametrize(
    "data",
    [
        client_frame(b"x" * (LIMIT + 1))[:4],
        b"\x81\xff" + (2**63).to_bytes(8, "big"),
        client_frame(b"x" * 600, final=False) + client_frame(b"x" * 401, 0)[:4],
    ],
    ids=["16-bit length", "64-bit length", "fragments together"],
)
def test_message_above_the_limit_is_refused_at_its_header(data: bytes) -> None:
    with pytest.raises(FrameError) as caught:
        Parsed().feed(data)
    assert caught.value.close_code is CloseCode.TOO_LONG
    assert caught.value.code is ErrorCode.FRAMETOOLONG


def test_short_message_above_a_small_limit_is_refused() -> None:
    assert Parsed(10).feed(client_frame(b"x" * 10)) == [b"x" * 10]
    with pytest.raises(FrameError, match="at most 10 bytes"):
        Parsed(10).feed(client_frame(b"x" * 11)[:2])


def test_control_frame_between_fragments_does_not_count_for_the_limit() -> None:
    parsed = Parsed()
    parsed.feed(client_frame(b"x" * LIMIT, final=False) + client_frame(b"y" * 125, PING))
    assert parsed.feed(client_frame(b"", 0)) == [b"x" * LIMIT]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (client_frame(b"x", mask=False), "must mask"),
        (client_frame(b"x", reserved=0x40), "reserved bits"),
        (client_frame(b"x", reserved=0x10), "reserved bits"),
        (client_frame(b"x", 0x3), "unknown opcode"),
        (client_frame(b"x", 0xB), "unknown opcode"),
        (client_frame(b"x", PING, final=False), "control frame must be final"),
        (client_frame(b"x" * 126, PING), "control frame must be final"),
        (client_frame(b"x", 0), "continuation frame must follow"),
        (b"\x81\xfe\x00\x7d", "shortest form"),
        (b"\x81\xff" + (65_535).to_bytes(8, "big"), "shortest form"),
        (client_frame(b"x", final=False) + client_frame(b"y"), "continuation frame must follow"),
    ],
)
def test_violation_of_the_protocol_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(FrameError, match=reason) as caught:
        Parsed().feed(data)
    assert caught.value.close_code is CloseCode.PROTOCOL_ERROR
    assert caught.value.code is ErrorCode.MALFORMEDMESSAGE


def test_binary_frame_is_refused_at_its_header() -> None:
    with pytest.raises(FrameError, match="as a text frame") as caught:
        Parsed().feed(client_frame(b"x", BINARY)[:2])
    assert caught.value.close_code is CloseCode.UNSUPPORTED_DATA


def test_message_of_too_many_fragments_is_refused() -> None:
    first, more = client_frame(b"x", final=False), client_frame(b"", 0, final=False)
    allowed = first + more * (MAX_FRAGMENTS - 2)
    assert Parsed().feed(allowed + client_frame(b"", 0)) == [b"x"]
    with pytest.raises(FrameError, match=f"at most {MAX_FRAGMENTS} fragments"):
        Parsed().feed(allowed + more)


def test_incomplete_frame_is_pending_until_its_last_byte() -> None:
    parsed, data = Parsed(), client_frame(b"x" * 200)
    for byte in data[:-1]:
        parsed.feed(bytes([byte]))
        assert parsed.parser.pending
    assert parsed.feed(data[-1:]) == [b"x" * 200]
    assert not parsed.parser.pending


def test_detached_parser_does_not_call_back() -> None:
    parsed = Parsed()
    parsed.parser.detach()
    parsed.feed(client_frame(b"", PONG))
    assert parsed.controls == []


@pytest.mark.parametrize("payload", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf"])
def test_text_that_is_not_utf8_is_refused(payload: bytes) -> None:
    check_text("Zoë".encode())
    with pytest.raises(FrameError) as caught:
        check_text(payload)
    assert caught.value.close_code is CloseCode.INVALID_TEXT


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_text_frame_has_its_length_in_the_shortest_form(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == client_frame(payload, mask=False)


def test_close_frame_has_its_code_and_a_reason_of_at_most_123_bytes() -> None:
    assert close_frame(CloseCode.NORMAL) == b"\x88\x02\x03\xe8"
    frame = close_frame(CloseCode.TOO_LONG, "r" * 200)
    assert frame == b"\x88\x7d\x03\xf1" + b"r" * 123
    assert control_frame(PONG, b"!") == b"\x8a\x01!"
