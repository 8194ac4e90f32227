"""Payloads are decoded completely, whatever the pieces in which the bytes arrive."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages import ErrorCode, ProtocolError
from messages.framing import FrameDecoder, frame


@given(st.lists(st.binary(max_size=50), max_size=8), st.lists(st.integers(1, 30), max_size=40))
def test_payloads_survive_any_split_of_the_bytes_and_nothing_stays_pending(
    payloads: list[bytes], cuts: list[int]
) -> None:
    stream = b"".join(frame(payload) for payload in payloads)
    frames = FrameDecoder(100)
    got: list[bytes] = []
    for cut in cuts:
        got += frames.feed(stream[:cut])
        stream = stream[cut:]
    got += frames.feed(stream)
    assert got == payloads
    assert frames.pending == 0


def test_frame_fed_byte_by_byte_is_decoded() -> None:
    frames = FrameDecoder(100)
    got = [payload for byte in frame(b"abc") for payload in frames.feed(bytes([byte]))]
    assert got == [b"abc"]


@given(st.binary(max_size=12), st.binary(max_size=5), st.integers(0, 4))
def test_only_payload_is_returned_for_exactly_one_frame_and_nothing_else(
    payload: bytes, rest: bytes, missing: int
) -> None:
    data = frame(payload) + rest
    data = data[: len(data) - missing]
    only = FrameDecoder(10).maybe_only_payload(data)
    assert only == (payload if data == frame(payload) and len(payload) <= 10 else None)


def test_only_payload_is_none_while_an_incomplete_frame_is_buffered() -> None:
    frames = FrameDecoder(10)
    assert frames.feed(frame(b"abc")[:5]) == []
    assert frames.maybe_only_payload(frame(b"xyz")) is None
    assert frames.pending == 5


def test_frame_of_the_limit_is_decoded_and_one_byte_more_refused_after_its_header() -> None:
    frames = FrameDecoder(10)
    assert frames.feed(frame(b"0123456789")) == [b"0123456789"]
    with pytest.raises(ProtocolError) as caught:
        frames.feed((11).to_bytes(4, "big"))
    assert caught.value.code is ErrorCode.FRAMETOOLONG
    assert frames.pending == 0


PIECES = st.binary(max_size=70).map(frame) | st.binary(max_size=20)


@given(st.lists(PIECES, max_size=8).map(b"".join))
def test_random_bytes_give_payloads_within_the_limit_or_an_error_and_limited_pending_bytes(
    data: bytes,
) -> None:
    frames = FrameDecoder(64)
    with suppress(ProtocolError):
        for payload in frames.feed(data):
            assert len(payload) <= 64
            assert frame(payload) in data
    assert frames.pending <= 4 + 64
