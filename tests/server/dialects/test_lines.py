"""Test splitting a byte stream into lines (server.dialects.lines)."""

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
def test_bytes_are_split_into_lines_with_none_for_each_long_or_undecodable_line(
    pieces: list[bytes], expected: list[str | None]
) -> None:
    assert _feed(*pieces) == expected


def test_endless_line_is_reported_once_and_discarded_but_partial_until_it_ends() -> None:
    lines = Lines(LIMIT)
    assert lines.feed(b"x" * 9) == [None]
    for _ in range(1000):
        assert lines.feed(b"x" * 1000) == []
    assert lines.has_partial_message
    assert lines.feed(b"\n") == []
    assert not lines.has_partial_message


def test_has_partial_message_until_the_line_ends() -> None:
    lines = Lines(LIMIT)
    assert not lines.has_partial_message
    lines.feed(b"DC\nU")
    assert lines.has_partial_message
    lines.feed(b"NO\n")
    assert not lines.has_partial_message


@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=8))
def test_lines_do_not_depend_on_how_the_bytes_are_cut_into_chunks(
    data: bytes, cuts: list[int]
) -> None:
    bounds = [0, *sorted(cuts), len(data)]
    pieces = [data[a:b] for a, b in itertools.pairwise(bounds)]
    assert _feed(*pieces) == _feed(data)
