"""Test the texts for players (server.dialects.shelfie.replies, B.7)."""

from string import Formatter

import pytest

from messages.text import clean
from server.dialects.shelfie import replies
from server.dialects.shelfie.wire import MAX_TEXT_LENGTH, sanitize_argument

TEXTS = {name: text for name, text in vars(replies).items() if name.isupper()}
PARTS = {"name", "room", "seats", "reason", "text", "items", "column", "goal", "points", "seconds"}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_no_line_of_a_reply_is_changed_by_cleaning_and_sanitizing(name: str) -> None:
    for text in TEXTS[name].split("\n"):
        assert sanitize_argument(clean(text, MAX_TEXT_LENGTH)) == text


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_reply_has_only_known_placeholders(name: str) -> None:
    assert {part for _, part, _, _ in Formatter().parse(TEXTS[name]) if part} <= PARTS
