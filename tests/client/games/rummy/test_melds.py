"""Melds of Rummy 500 in the client, compared with the rules."""

from random import Random

import pytest

from client.games.rummy.melds import (
    Play,
    fitting_cards,
    greedy_melds,
    layoff_cards,
    longest_melds,
    maybe_play_with,
    points_of,
)
from games.rummy.cards import CARDS, card_names, hand_of, value_of
from games.rummy.melds import maybe_attach, melds_in
from messages.rummy.actions import RUMMY_ACES, RummyAces
from messages.rummy.table import RummyMeldView
from tests.client.games.rummy.tables import MELDS

every_ace = pytest.mark.parametrize("aces", RUMMY_ACES)


@every_ace
def test_longest_melds_are_legal_and_contain_every_legal_meld(aces: RummyAces) -> None:
    random = Random(1)
    for _ in range(300):
        hand = random.sample(CARDS, random.randint(3, 20))
        legal_melds = {frozenset(card_names(meld)) for meld in melds_in(hand_of(hand), aces)}
        found = {frozenset(meld) for meld in longest_melds(card_names(hand), aces)}
        assert found <= legal_melds
        assert all(any(meld <= longer for longer in found) for meld in legal_melds)


@every_ace
def test_layoff_cards_agree_with_the_rules(aces: RummyAces) -> None:
    random = Random(2)
    for _ in range(100):
        melds = melds_in(hand_of(random.sample(CARDS, 20)), aces)
        for laid in melds:
            legal_cards = {
                card_names((card,))[0]
                for card in CARDS
                if maybe_attach(laid, (card,), aces) is not None
            }
            meld_view = RummyMeldView(card_names(laid), (0,) * len(laid))
            assert layoff_cards((meld_view,), aces) - set(meld_view.cards) == legal_cards


def test_points_of_all_cards_agree_with_the_rules_and_sum_to_376() -> None:
    assert points_of(card_names(CARDS)) == value_of(CARDS) == 376


def test_greedy_melds_takes_the_most_valuable_meld_and_returns_points_and_remaining_cards() -> None:
    assert greedy_melds(["7H", "7C", "7S", "8H", "9H", "2C"], "both") == (24, {"7C", "7S", "2C"})
    assert greedy_melds(["7H", "2C"], "both") == (0, {"7H", "2C"})


def test_fitting_cards_are_in_the_hand_and_can_be_laid_off_alone() -> None:
    assert fitting_cards(MELDS[0].cards, ("4H", "3H", "9H", "9S"), "both") == ("4H", "9H")
    assert fitting_cards(MELDS[1].cards, ("TH", "9C"), "both") == ("TH",)


def test_play_with_a_card_has_the_most_points() -> None:
    run = ("2H", "3H", "4H")
    assert maybe_play_with("3H", run, (), "both") == Play(run)
    assert maybe_play_with("9H", ("9H", "TH"), MELDS, "both") == Play(("9H", "TH"), 1)
    assert maybe_play_with("4H", ("4H", "3H"), MELDS, "both") == Play(("4H", "3H"), 1)
    assert maybe_play_with("TH", ("TH", "2C"), MELDS, "both") == Play(("TH",), 2)
    assert maybe_play_with("TH", ("TH", "2C"), MELDS[:1], "both") is None


def test_ace_is_laid_off_only_at_the_ends_that_the_option_allows() -> None:
    low = (RummyMeldView(("2S", "3S", "4S"), (0,) * 3),)
    high = (RummyMeldView(("JS", "QS", "KS"), (0,) * 3),)
    found = {
        aces: [maybe_play_with("AS", ("AS",), melds, aces) is not None for melds in (low, high)]
        for aces in RUMMY_ACES
    }
    assert found == {"both": [True, True], "high": [False, True], "low": [True, False]}
