"""The text of every Rummy change, prompt and card."""

import pytest

from client.games.rummy.text import (
    TEXT,
    card_name,
    card_names,
    card_points,
    sort_by_rank,
    sort_by_suit,
)
from client.tui.text.messages import prompt_text
from messages import Change, ServerMessage
from messages.base import members
from messages.rummy.actions import RummyPrompt, SelectRummyDraw, SelectRummyPlay
from messages.rummy.table import (
    RummyCardDiscarded,
    RummyCardsLaidOff,
    RummyCardsLost,
    RummyChange,
    RummyDiscardTaken,
    RummyGameEnded,
    RummyHandDealt,
    RummyMeldLaid,
    RummyRoundEnded,
    RummyRoundStarted,
    RummySeatGone,
    RummyStockDrawn,
    RummyStockRenewed,
    RummyTurnStarted,
)
from tests.harness.sentences import colored_words, sentence_of

SENTENCES = [
    (
        RummyRoundStarted(3, 1, "TH", 7, 37),
        "--- Round 3: 7 cards each, 10H is up; bob had the first turn.",
    ),
    (RummyHandDealt(0, ("KC", "5H")), "Your hand: 5H KC."),
    (RummyHandDealt(1, ("KC",)), ""),
    (RummyTurnStarted(1), ""),
    (RummyStockDrawn(0, "TH"), "You drew 10H."),
    (RummyStockDrawn(1), "bob drew a card."),
    (RummyDiscardTaken(1, ("2D", "9H")), "bob took 2D 9H from the discard pile."),
    (RummyMeldLaid(0, 2, ("5H", "6H", "7H")), "You laid meld #2: 5H 6H 7H."),
    (RummyCardsLaidOff(1, 2, ("4H",), ("8H",)), "bob added 4H 8H to meld #2."),
    (RummyCardDiscarded(1, "KC"), "bob discarded KC."),
    (RummyCardsLost(1, ("KC", "2D")), "bob gave up KC 2D."),
    (RummyCardsLost(0, (), 9), "You could not use a card that was taken and lost 9 points."),
    (RummyStockRenewed(12), "The discards were shuffled: 12 cards can be drawn again."),
    (RummySeatGone(1, 30), "bob left the match for good; the hand is in the stock."),
    (RummyRoundEnded((15, -20), (0, 20), 0), "You went out: You +15, bob -20."),
    (RummyRoundEnded((0, -20), (0, 20)), "The stock was empty: You +0, bob -20."),
    (RummyGameEnded((0,), "500 points."), "The match is over: 500 points."),
]


def who(seat: int) -> str:
    return ("You", "bob")[seat]


@pytest.mark.parametrize(("change", "sentence"), SENTENCES)
def test_change_is_described_by_its_sentence_or_not_at_all(change: Change, sentence: str) -> None:
    assert sentence_of(change, who) == sentence


def test_every_change_has_text_and_a_test_case() -> None:
    changes: set[object] = set(members(RummyChange))
    assert {type(change) for change, _ in SENTENCES} == changes
    assert changes <= TEXT.changes.keys()


@pytest.mark.parametrize(
    ("prompt", "question"),
    [
        (SelectRummyDraw(), "Draw a card; you cannot use the discards."),
        (
            SelectRummyDraw(("TH", "2D")),
            "Draw a card, or take discards: 10H 2D.",
        ),
        (SelectRummyPlay(), "Lay melds or add to those of the table, then discard a card."),
        (
            SelectRummyPlay("TH"),
            "Put down the 10H you took, in a meld or on one of the table.",
        ),
    ],
)
def test_prompt_text_says_what_to_decide(prompt: ServerMessage, question: str) -> None:
    assert prompt_text(prompt) == question


def test_every_prompt_has_text() -> None:
    assert set(members(RummyPrompt)) <= TEXT.prompts.keys()


HAND = ["KD", "TH", "AC", "2H", "AD"]


def test_ten_is_shown_with_two_digits() -> None:
    assert card_names(["TH", "5C", "AD"]) == "10H 5C AD"


def test_hands_are_sorted_by_suit_or_by_rank() -> None:
    assert sort_by_suit(HAND) == ["2H", "TH", "AC", "AD", "KD"]
    assert sort_by_rank(HAND) == ["AC", "AD", "2H", "TH", "KD"]


def test_tens_kings_and_aces_count_10_points_and_a_2_counts_2() -> None:
    assert [card_points(card) for card in HAND] == [10, 10, 10, 2, 10]


def test_unknown_cards_are_printable_have_at_most_4_characters_and_count_10_points() -> None:
    for card in ("", "\x1b[2J", "x" * 99, "T"):
        assert card_name(card).isprintable()
        assert len(card_name(card)) <= 4
        assert card_points(card) == 10


def test_cards_in_the_log_have_the_sign_and_the_colour_of_their_suit() -> None:
    assert colored_words(RummyMeldLaid(1, 2, ("5H", "TD", "KC", "AS")), who) == [
        ("5♥", "ink:red"),
        ("10♦", "ink:blue"),
        ("K♣", "ink:green"),
    ]
    assert colored_words(RummyCardDiscarded(1, "ZZ"), who) == []
