"""Texts about wrong frames; ``tests/server/transports/test_client_mistakes.py`` uses sockets."""

from messages.framing_mistakes import HTTP, incomplete_text, oversized_text, payload_text


def test_small_length_in_the_wrong_order_is_not_taken_for_text() -> None:
    assert "send 123 big-endian" in oversized_text(b"{\0\0\0", 65536)
    assert oversized_text(b"GET ", 65536).endswith(HTTP)


def test_incomplete_frame_without_a_known_mistake_names_only_the_numbers() -> None:
    text = incomplete_text(b"\0\0\0\x09abc", 5)
    assert text.endswith("the length read is 9, 3 bytes followed.")


def test_only_text_that_begins_like_json_is_named_json() -> None:
    assert payload_text(b'{"type": 1}')
    assert payload_text(b"\x81") == ""
    assert payload_text(b"").endswith("the length read is 0.")
