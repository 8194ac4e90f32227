"""Messages cut out of a byte stream."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.dialects.rummy.frames import (
    BODY_BYTES,
    HEADER_BYTES,
    START,
    TYPES,
    Frame,
    Frames,
    TooLong,
    write,
)

CONNECT = (
    b"Message Type: CONNECT\nSender: alice\n\n"
    b"IP Address: 10.0.0.7\nPort Num: 55000\nPlayer: alice\n\n"
)
BODY = ("IP Address: 10.0.0.7", "Port Num: 55000", "Player: alice")
FRAME = Frame("CONNECT", "alice", BODY)


def read(data: bytes) -> list[Frame | None]:
    return Frames().feed(data)


def test_a_message_as_the_digest_lays_it_out() -> None:
    assert read(CONNECT) == [FRAME]
    assert FRAME.field("player") == "alice"
    assert FRAME.field("ip address") == "10.0.0.7"
    assert FRAME.field("nothing") is None


def test_what_the_host_writes_can_be_read() -> None:
    assert write("OK", ("ping",), later=False) == b"Message Type: OK\nSender: host\n\nping\n\n"
    assert read(write("OK", ("TURN", "x"), later=True)) == [
        Frame("OK", "host", ("TURN", "x"), later=True)
    ]


@pytest.mark.parametrize(
    "data",
    [
        CONNECT.replace(b"\n", b"\r\n"),
        b"\n\n\r\n" + CONNECT + b"\n\n\n",
        CONNECT.replace(b"\nSender", b" Sender", 1),
        CONNECT.replace(b"Message Type", b"MESSAGE type", 1).replace(b"CONNECT", b"connect"),
        CONNECT.replace(b"Message Type: ", b"Message Type:", 1),
    ],
)
def test_other_ways_to_write_the_same(data: bytes) -> None:
    assert read(data) == [FRAME]


def test_the_first_key_tells_the_profile() -> None:
    (frame,) = read(CONNECT.replace(b"Message Type", b"Type"))
    assert frame is not None
    assert frame.later


def test_a_bare_start_is_a_signal_only_outside_a_message() -> None:
    assert read(b"start\n") == [START]
    assert read(b"Start\r\n") == [START]
    (frame,) = read(b"Type: BEGIN\nSender: a\n\nstart\n\n")
    assert frame == Frame("BEGIN", "a", ("start",), later=True)


@pytest.mark.parametrize(
    "data",
    [
        b"hello\n\n",
        b"Message Type: DANCE\nSender: a\n\nx\n\n",
        b"Message Type: OK\n\n",
        b"Sender: a\nMessage Type: OK\n\n",
        b"Message Type: OK\nSender: a\n\n\n",
        b"\xff\xfe\n\n",
    ],
)
def test_what_cannot_be_understood_is_noticed(data: bytes) -> None:
    assert read(data) == [None]
    assert read(data + CONNECT) == [None, FRAME]


def test_too_long_a_header_or_body_is_the_end() -> None:
    for data in (b"x" * (HEADER_BYTES + 1), b"Message Type: OK\n" + b"x\n" * HEADER_BYTES):
        with pytest.raises(TooLong):
            read(data)
    head = b"Message Type: OK\nSender: a\n\n"
    assert read(head + b"x" * (BODY_BYTES - 10))[:0] == []
    for body in (b"x" * (BODY_BYTES + 1), b"x\n" * BODY_BYTES):
        with pytest.raises(TooLong):
            read(head + body)


def test_a_message_that_was_begun_is_pending() -> None:
    frames = Frames()
    for part in (CONNECT[:5], CONNECT[5:50], CONNECT[50:-1]):
        assert frames.feed(part) == []
        assert frames.pending
    assert frames.feed(CONNECT[-1:]) == [FRAME]
    assert not frames.pending


@given(st.lists(st.sampled_from([CONNECT, b"junk\n\n", b"start\n", b"\n"]), max_size=5), st.data())
def test_it_does_not_matter_how_the_bytes_come(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    frames, found, at = Frames(), [], 0
    while at < len(stream):
        size = data.draw(st.integers(1, 40))
        found += frames.feed(stream[at : at + size])
        at += size
    assert found == read(stream)


@given(st.binary(max_size=400))
def test_any_bytes_give_messages_or_an_end(data: bytes) -> None:
    try:
        found = read(data)
    except TooLong:
        return
    assert all(frame is None or (frame.body and frame.type in TYPES) for frame in found)
