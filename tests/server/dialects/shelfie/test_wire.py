"""Requests cut out of bytes, and the small parts of messages (B.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.dialects.lines import line
from server.dialects.shelfie.wire import (
    Requests,
    java_bytes,
    maybe_name,
    maybe_number,
    maybe_text,
    one_argument,
    pack,
    returned,
)

TEXTS = ["login|ada", "selectCell|1|3", "", "größer|ひ|🎲", "x" * 300]


def fed(data: bytes, size: int) -> list[str | None]:
    requests = Requests()
    return [r for at in range(0, len(data), size) for r in requests.feed(data[at : at + size])]


@pytest.mark.parametrize("framed", [True, False])
@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
def test_messages_arrive_however_the_bytes_are_cut(framed: bool, size: int) -> None:
    data = b"".join(pack(text, framed=framed) for text in TEXTS)
    assert fed(data, size) == TEXTS


def test_the_first_byte_tells_the_framing() -> None:
    for data, framed in ((b"\0\x05ab", True), (b"login|", False), (b"\nlogin", False)):
        requests = Requests()
        requests.feed(data)
        assert requests.framed is framed
    assert not Requests().framed


def test_a_message_that_was_begun_is_pending() -> None:
    requests = Requests()
    assert not requests.pending
    assert requests.feed(b"\0\x03ab") == []
    assert requests.pending
    assert requests.feed(b"c") == ["abc"]
    assert not requests.pending


def test_java_writes_some_signs_in_its_own_way() -> None:
    assert java_bytes("a\0") == b"a\xc0\x80"
    assert java_bytes("🎲") == b"\xed\xa0\xbc\xed\xbe\xb2"
    assert maybe_text(b"\xed\xa0\xbc\xed\xbe\xb2") == "🎲"
    assert maybe_text("🎲".encode()) == "🎲"
    assert maybe_text(b"\xff") is None
    assert maybe_text(b"\xed\xa0\xbc") is None, "half a sign"


@given(st.text())
def test_what_was_written_is_read_again(text: str) -> None:
    assert maybe_text(java_bytes(text)) == text


@given(st.binary(max_size=200))
def test_any_bytes_are_cut_without_a_mishap(data: bytes) -> None:
    whole = Requests().feed(data)
    assert all(request is None or isinstance(request, str) for request in whole)


def test_the_parts_of_a_message() -> None:
    assert line("notifyUpdate", 500) == "notifyUpdate|500"
    assert returned("x|y" + "z" * 100, True) == f"return|x/y{'z' * 29}|true"
    assert one_argument("a|b") == "a/b"


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), (" 12 ", 12), ("", None), ("-1", None), ("٣", None)],
)
def test_numbers(text: str, number: int | None) -> None:
    assert maybe_number(text) == number
    assert maybe_number("9" * 10) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [("ada", "ada"), (" Ada.1 ", "Ada.1"), ("", None), ("a b", None)],
)
def test_names(text: str, name: str | None) -> None:
    assert maybe_name(text) == name
