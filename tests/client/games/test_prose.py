"""Test sentences with coloured words, as text and as spans."""

from client.games.drawing import Span
from client.games.prose import (
    Word,
    capitalized,
    ink,
    join_words,
    prose,
    split_lines,
    to_plain_text,
    to_spans,
)

LINE = prose("You took ", join_words([ink("RED"), Word("5H", "ink:red", "5♥")]), ".")


def test_line_client_gets_the_text_of_each_word() -> None:
    assert to_plain_text(LINE) == "You took red, 5H."


def test_full_screen_gets_roles_and_signs_instead_of_the_text() -> None:
    assert to_spans(LINE) == (
        Span("You took "),
        Span("red", "ink:red"),
        Span(", "),
        Span("5♥", "ink:red"),
        Span("."),
    )


def test_control_characters_are_removed_from_spans() -> None:
    assert to_spans(("a\x1b[2J", Word("b\x07", "ink:red", "c\x00"))) == (
        Span("a[2J"),
        Span("c", "ink:red"),
    )


def test_text_has_several_lines_and_an_empty_sentence_none() -> None:
    assert split_lines("one\ntwo") == [("one",), ("two",)]
    assert split_lines("") == split_lines(()) == []
    assert split_lines(LINE) == [LINE]


def test_word_at_the_beginning_of_a_sentence_has_a_capital_letter() -> None:
    assert capitalized(Word("white", "ink:white", "a card")) == Word("White", "ink:white", "A card")


def test_capital_letter_at_the_beginning_leaves_the_other_letters_as_they_are() -> None:
    assert capitalized(Word("mcAda", "text", "a Gold card")) == Word("McAda", "text", "A Gold card")
    assert capitalized(Word("McAda")) == Word("McAda")
