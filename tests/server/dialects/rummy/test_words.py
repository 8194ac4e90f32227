"""Cards, lists, aliases and actions as text."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rummy.cards import TEXT
from messages.rummy.actions import (
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
    TakeRummyDiscard,
)
from server.dialects.rummy.words import (
    Unreadable,
    card_list,
    card_text,
    maybe_alias,
    maybe_card,
    maybe_cards,
    read_turn,
    scores,
)

RUN = LayRummyMeld(("5H", "6H", "7H"))


def test_every_card_can_be_written_and_read() -> None:
    for card in TEXT:
        assert maybe_card(card_text(card)) == card
        assert maybe_card(card) == card
    assert card_text("TH") == "T of Hearts"


@pytest.mark.parametrize("text", ["10 of Hearts", "t OF hearts", "TH", "10h", " T of Hearts "])
def test_a_ten_has_many_names(text: str) -> None:
    assert maybe_card(text) == "TH"


@pytest.mark.parametrize("text", ["", "1 of Hearts", "5 of", "5 of Harts", "5", "H5", "5HH", "ß"])
def test_what_is_no_card(text: str) -> None:
    assert maybe_card(text) is None


def test_lists() -> None:
    assert card_list(("5H", "TC")) == "5 of Hearts, T of Clubs"
    assert maybe_cards("5 of Hearts, 10C, ") == ("5H", "TC")
    assert maybe_cards("") == ()
    assert maybe_cards("5H, x") is None
    assert scores(("alice", "bob"), (15, -20)) == "alice - 15, bob - -20"


@pytest.mark.parametrize("alias", ["a", "Alice_2.0-x", "x" * 20])
def test_aliases(alias: str) -> None:
    assert maybe_alias(alias) == alias


@pytest.mark.parametrize("alias", ["", "x" * 21, "a b", "é", "HOST", "none", "a\n"])
def test_what_is_no_alias(alias: str) -> None:
    assert maybe_alias(alias) is None


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("DRAW STOCK", DrawRummyStock()),
        ("draw stock;", DrawRummyStock()),
        ("DRAW DISCARD 9 of Hearts", TakeRummyDiscard("9H")),
        ("MELD 5 of Hearts, 6 of Hearts, 7H", PlayRummyTurn((RUN,))),
        ("LAYOFF #2 9H", PlayRummyTurn((LayOffRummyCards(2, ("9H",)),))),
        ("LAYOFF 2 9H, TH", PlayRummyTurn((LayOffRummyCards(2, ("9H", "TH")),))),
        ("DISCARD K of Spades", PlayRummyTurn((), "KS")),
        ("MELD 5H,6H,7H; DISCARD KS", PlayRummyTurn((RUN,), "KS")),
    ],
)
def test_actions(text: str, action: RummyAction) -> None:
    assert read_turn(text) == action


@given(st.text(max_size=60))
def test_any_text_is_an_action_or_unreadable(text: str) -> None:
    for words in (text, f"MELD {text}", f"LAYOFF #{text}", f"DRAW {text}", f"DISCARD {text}"):
        with suppress(Unreadable):
            read_turn(words)
