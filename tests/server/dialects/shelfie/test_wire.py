"""Test framing, encoding and parts of messages (server.dialects.shelfie.wire, B.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.dialects.lines import line
from server.dialects.shelfie.wire import (
    RequestReader,
    encode,
    encode_java_utf8,
    maybe_name,
    maybe_number,
    maybe_text,
    return_line,
    sanitize_argument,
)

TEXTS = ["login|ada", "selectCell|1|3", "", "größer|ひ|🎲", "x" * 300]


def feed_in_pieces(data: bytes, size: int) -> list[str | None]:
    requests = RequestReader()
    return [
        r for start in range(0, len(data), size) for r in requests.feed(data[start : start + size])
    ]


@pytest.mark.parametrize("framed", [True, False])
@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
def test_encoded_requests_are_read_in_chunks_of_any_tested_size_in_both_framings(
    framed: bool, size: int
) -> None:
    data = b"".join(encode(text, is_framed=framed) for text in TEXTS)
    assert feed_in_pieces(data, size) == TEXTS


def test_first_byte_selects_frames_or_lines_and_lines_are_the_default() -> None:
    for data, framed in ((b"\0\x05ab", True), (b"login|", False), (b"\nlogin", False)):
        requests = RequestReader()
        requests.feed(data)
        assert requests.is_framed is framed
    assert not RequestReader().is_framed


def test_has_partial_message_until_the_frame_ends() -> None:
    requests = RequestReader()
    assert not requests.has_partial_message
    assert requests.feed(b"\0\x03ab") == []
    assert requests.has_partial_message
    assert requests.feed(b"c") == ["abc"]
    assert not requests.has_partial_message


def test_java_utf8_is_encoded_and_decoded_and_undecodable_bytes_give_none() -> None:
    assert encode_java_utf8("a\0") == b"a\xc0\x80"
    assert encode_java_utf8("🎲") == b"\xed\xa0\xbc\xed\xbe\xb2"
    assert maybe_text(b"\xed\xa0\xbc\xed\xbe\xb2") == "🎲"
    assert maybe_text("🎲".encode()) == "🎲"
    assert maybe_text(b"\xff") is None
    assert maybe_text(b"\xed\xa0\xbc") is None, "half a surrogate pair"


@given(st.text())
def test_text_survives_encoding_and_decoding_as_java_utf8(text: str) -> None:
    assert maybe_text(encode_java_utf8(text)) == text


@given(st.binary(max_size=200))
def test_any_bytes_are_read_as_texts_or_none_without_an_exception(data: bytes) -> None:
    whole = RequestReader().feed(data)
    assert all(request is None or isinstance(request, str) for request in whole)


def test_arguments_are_joined_sanitized_and_the_name_in_a_result_is_cut_to_32_characters() -> None:
    assert line("notifyUpdate", 500) == "notifyUpdate|500"
    assert return_line("x|y" + "z" * 100, True) == f"return|x/y{'z' * 29}|true"
    assert sanitize_argument("a|b") == "a/b"


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), (" 12 ", 12), ("", None), ("-1", None), ("٣", None)],
)
def test_only_ascii_digits_up_to_nine_with_spaces_around_are_parsed_as_a_number(
    text: str, number: int | None
) -> None:
    assert maybe_number(text) == number
    assert maybe_number("9" * 10) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [("ada", "ada"), (" Ada.1 ", "Ada.1"), ("", None), ("a b", None)],
)
def test_names_are_trimmed_and_none_if_empty_or_with_a_space(text: str, name: str | None) -> None:
    assert maybe_name(text) == name


def test_line_breaks_in_a_message_are_kept_in_a_frame_and_never_end_a_line() -> None:
    text = "chatNotification|\nada says > one\ntwo"
    assert encode(text, is_framed=True)[2:] == text.encode()
    assert encode(text, is_framed=False) == b"chatNotification|ada says > one two\n"
