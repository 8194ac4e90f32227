"""Lines cut out of a byte stream: whole, in pieces, too long, not text (server.dialects.lines)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.dialects.lines import Lines

LIMIT = 8


def _feed(*pieces: bytes) -> list[str | None]:
    lines = Lines(LIMIT)
    return [line for piece in pieces for line in lines.feed(piece)]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([b"DC\n"], ["DC"]),
        ([b"DC\r\n"], ["DC"]),
        ([b"D", b"C", b"\n"], ["DC"]),
        ([b"DC\r", b"\n"], ["DC"]),
        ([b"DC\nUNO\nL", b"G\n"], ["DC", "UNO", "LG"]),
        ([b"\n\n"], ["", ""]),
        ([b"12345678\n"], ["12345678"]),
        ([b"12345678\r\n"], ["12345678"]),
        ([b"12345678\r", b"\n"], ["12345678"]),
        ([b"123456789\nDC\n"], [None, "DC"]),
        ([b"12345678", b"9", b"0" * 100, b"\nDC\n"], [None, "DC"]),
        ([b"12345678\r", b"9\nDC\n"], [None, "DC"]),
        ([b"\xff\nDC\n"], [None, "DC"]),
        ([b"\xc3", b"\xa9\n"], ["é"]),
        ([b"a\rb\n"], ["a\rb"]),
    ],
)
def test_lines_are_cut(pieces: list[bytes], expected: list[str | None]) -> None:
    assert _feed(*pieces) == expected


def test_a_line_without_an_end_is_noticed_at_once_and_takes_no_memory() -> None:
    lines = Lines(LIMIT)
    assert lines.feed(b"x" * 9) == [None]
    for _ in range(1000):
        assert lines.feed(b"x" * 1000) == []
    assert lines.pending
    assert lines.feed(b"\n") == []
    assert not lines.pending


def test_what_was_begun_is_pending() -> None:
    lines = Lines(LIMIT)
    assert not lines.pending
    lines.feed(b"DC\nU")
    assert lines.pending
    lines.feed(b"NO\n")
    assert not lines.pending


@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=8))
def test_pieces_do_not_matter(data: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(data)]
    pieces = [data[a:b] for a, b in itertools.pairwise(places)]
    assert _feed(*pieces) == _feed(data)
