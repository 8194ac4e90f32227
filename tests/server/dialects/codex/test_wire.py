"""Test encoding and decoding of lines (server.dialects.codex.wire)."""

import json

import pytest

from server.dialects.codex.wire import decode, encode, position_map, position_object
from server.dialects.requests import Refused


def test_encoded_line_has_type_and_sender_and_omits_fields_without_a_value() -> None:
    assert json.loads(encode("X", a=1, b=None)) == {"networkType": "X", "sender": "server", "a": 1}


def test_position_map_is_an_array_of_pairs_or_an_empty_object() -> None:
    assert position_map([(position_object(0, 1), "TOP_LEFT")]) == [[{"x": 0, "y": 1}, "TOP_LEFT"]]
    assert position_map([]) == {}


def test_decoding_an_unreadable_line_raises_refused() -> None:
    with pytest.raises(Refused):
        decode(None)
