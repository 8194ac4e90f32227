"""Cleaning of text and validation of nicknames."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.text import clean, maybe_name, name_key


@given(st.text())
def test_clean_removes_control_characters_and_newlines_and_is_idempotent(text: str) -> None:
    shown = clean(text)
    assert not [c for c in shown if unicodedata.category(c)[0] == "C"]
    assert "\n" not in shown
    assert clean(shown) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words", "plain words"),
        ("\x1b[31mred", "[31mred"),
        ("\x9b31mred", "31mred"),
        ("a\u202eb\u2066c", "abc"),
        ("a\u200bb\ufeffc", "abc"),
        ("two\nlines\tand\u2028more", "two lines and more"),
        ("\ud800lone", "lone"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 3),
        ("naïve café 日本語 🙂", "naïve café 日本語 🙂"),
    ],
)
def test_clean_drops_escapes_and_invisible_characters_and_limits_combining_marks(
    text: str, shown: str
) -> None:
    assert clean(text) == shown


def test_clean_cuts_text_to_512_characters() -> None:
    assert len(clean("x" * 10_000_000)) == 512


@given(st.text(max_size=30))
def test_valid_nickname_is_unchanged_by_clean_and_maybe_name_and_keeps_its_key(text: str) -> None:
    name = maybe_name(text)
    if name is not None:
        assert clean(name) == name
        assert maybe_name(name) == name
        assert name_key(name) == name_key(text)
