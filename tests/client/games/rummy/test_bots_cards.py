"""What a bot knows of cards agrees with the rules, which it cannot import."""

from random import Random

import pytest

from client.games.rummy.bots_cards import best_melds, fitting, melds_among, points_of
from games.rummy.cards import CARDS, hand_of, texts, value_of
from games.rummy.melds import attached, melds_in
from messages.rummy.actions import RUMMY_ACES, RummyAces
from messages.rummy.table import RummyMeldView

every_ace = pytest.mark.parametrize("aces", RUMMY_ACES)


@every_ace
def test_the_melds_among_cards_are_melds_of_the_rules_and_the_longest(aces: RummyAces) -> None:
    random = Random(1)
    for _ in range(300):
        hand = random.sample(CARDS, random.randint(3, 20))
        lawful = {frozenset(texts(meld)) for meld in melds_in(hand_of(hand), aces)}
        found = {frozenset(meld) for meld in melds_among(texts(hand), aces)}
        assert found <= lawful
        assert all(any(meld <= longer for longer in found) for meld in lawful)


@every_ace
def test_what_fits_on_the_table_is_what_the_rules_let_join(aces: RummyAces) -> None:
    random = Random(2)
    for _ in range(100):
        melds = melds_in(hand_of(random.sample(CARDS, 20)), aces)
        for meld in melds:
            joining = {
                texts((card,))[0] for card in CARDS if attached(meld, (card,), aces) is not None
            }
            shown = RummyMeldView(texts(meld), (0,) * len(meld))
            assert fitting((shown,), aces) - set(shown.cards) == joining


def test_points_are_those_of_the_rules() -> None:
    assert points_of(texts(CARDS)) == value_of(CARDS) == 376


def test_the_dearest_meld_is_counted_first() -> None:
    assert best_melds(["7H", "7C", "7S", "8H", "9H", "2C"], "both") == (24, {"7C", "7S", "2C"})
    assert best_melds(["7H", "2C"], "both") == (0, {"7H", "2C"})
