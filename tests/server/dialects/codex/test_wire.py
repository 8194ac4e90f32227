"""Lines of Codex Naturalis' dialect, read and written."""

import json

import pytest

from server.dialects.base import Refused
from server.dialects.codex.wire import line, pairs, position, read


def test_what_is_nothing_is_left_out() -> None:
    assert json.loads(line("X", a=1, b=None)) == {"networkType": "X", "sender": "server", "a": 1}


def test_maps_with_positions_are_pairs_and_empty_ones_objects() -> None:
    assert pairs([(position(0, 1), "TOP_LEFT")]) == [[{"x": 0, "y": 1}, "TOP_LEFT"]]
    assert pairs([]) == {}


def test_a_line_that_is_too_long_or_no_text_is_wrong() -> None:
    with pytest.raises(Refused):
        read(None)
