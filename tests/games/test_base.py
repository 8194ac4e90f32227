"""Helpers that the games share."""

from games.base import replace_at


def test_one_item_is_replaced() -> None:
    items = (b"a", b"b", b"c")
    assert replace_at(items, 1, b"x") == (b"a", b"x", b"c")
    assert items == (b"a", b"b", b"c")
