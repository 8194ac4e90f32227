"""The texts that clients of My Shelfie's dialect are shown (B.7)."""

from string import Formatter

import pytest

from messages.text import clean
from server.dialects.shelfie import replies
from server.dialects.shelfie.wire import TEXT_LENGTH, one_argument

TEXTS = {name: text for name, text in vars(replies).items() if name.isupper()}
PARTS = {"name", "room", "seats", "reason", "text", "items", "column", "goal", "points", "seconds"}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_reply_is_one_argument(name: str) -> None:
    text = TEXTS[name]
    assert one_argument(clean(text, TEXT_LENGTH)) == text


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_reply_has_known_parts(name: str) -> None:
    assert {part for _, part, _, _ in Formatter().parse(TEXTS[name]) if part} <= PARTS
