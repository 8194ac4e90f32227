"""Melds found in a hand equal those of an exhaustive search, and lay-offs keep them valid."""

from itertools import chain, combinations
from random import Random

import pytest

from games.rummy.cards import CARDS, PER_SUIT, cards_of, hand_of
from games.rummy.melds import (
    joinable_cards,
    maybe_arrange,
    maybe_attach,
    melds_in,
    next_cards,
    sequences,
    single_joiners,
)
from messages.rummy.actions import RUMMY_ACES, RummyAces
from tests.games.rummy.tables import cards

HANDS = 300
SOAK_HANDS = 10_000
HIGH = {rank: rank or PER_SUIT for rank in range(PER_SUIT)}


def test_sequences_have_at_least_three_cards_of_one_suit_without_a_gap() -> None:
    hand = hand_of(cards("2H 3H 5H 6H 7H KC AC 2C"))
    suit, low = divmod(cards("5H")[0], PER_SUIT)
    assert list(sequences(hand, "both")) == [(suit, range(low, low + 3))]


def is_meld(held: tuple[int, ...], aces: RummyAces) -> bool:
    """Return whether the cards are a meld: one rank, or one suit and consecutive."""
    ranks, suits = {c % PER_SUIT for c in held}, {c // PER_SUIT for c in held}
    if len(ranks) == 1:
        return True
    low, high = sorted(ranks), sorted(HIGH[rank] for rank in ranks)
    readings = [low] if aces == "low" else [high] if aces == "high" else [low, high]
    unbroken = any(places == list(range(places[0], places[0] + len(held))) for places in readings)
    return len(suits) == 1 and len(ranks) == len(held) and unbroken


def searched(hand: int, aces: RummyAces) -> set[frozenset[int]]:
    """Return every combination of three cards or more that is a meld."""
    held = list(cards_of(hand))
    sizes = range(3, len(held) + 1)
    # Of a large hand only cards of one suit or of one rank are put together.
    groups = [[c for c in held if c // PER_SUIT == suit] for suit in range(4)]
    groups += [[c for c in held if c % PER_SUIT == rank] for rank in range(PER_SUIT)]
    groups = [held] if len(held) <= 8 else groups
    some = chain.from_iterable(combinations(group, n) for group in groups for n in sizes)
    return {frozenset(part) for part in some if is_meld(part, aces)}


def check(count: int, largest: int) -> None:
    """Compare the melds of ``count`` random hands with an exhaustive search."""
    random = Random(count)
    for number in range(count):
        aces = RUMMY_ACES[number % 3]
        hand = hand_of(random.sample(CARDS, random.randint(3, largest)))
        found = melds_in(hand, aces)
        assert len(found) == len(set(map(frozenset, found)))
        assert {frozenset(meld) for meld in found} == searched(hand, aces)
        assert all(maybe_arrange(meld[::-1], aces) == meld for meld in found)


def test_melds_of_300_hands_are_distinct_in_order_and_those_of_an_exhaustive_search() -> None:
    check(HANDS, 26)


@pytest.mark.soak
def test_melds_of_10000_hands_are_distinct_in_order_and_those_of_an_exhaustive_search() -> None:
    check(SOAK_HANDS, 32)


def test_suit_has_one_meld_of_all_its_cards_and_the_deck_at_most_373_melds() -> None:
    for aces in RUMMY_ACES:
        suit = melds_in(hand_of(range(PER_SUIT)), aces)
        assert sum(len(meld) == PER_SUIT for meld in suit) == 1
        assert len(melds_in(hand_of(CARDS), aces)) <= 4 * 77 + 13 * 5


@pytest.mark.parametrize(
    ("text", "aces", "meld"),
    [
        ("3C AC 2C", "both", "AC 2C 3C"),
        ("3C AC 2C", "low", "AC 2C 3C"),
        ("3C AC 2C", "high", ""),
        ("AS QS KS", "both", "QS KS AS"),
        ("AS QS KS", "high", "QS KS AS"),
        ("AS QS KS", "low", ""),
        ("KS AS 2S", "both", ""),
        ("QS KS AS 2S", "both", ""),
        ("7D 7H 7S", "both", "7H 7S 7D"),
        ("7D 7H 7S 7C", "both", "7H 7C 7S 7D"),
        ("7D 7H 8S", "both", ""),
        ("4H 5H 6C", "both", ""),
        ("4H 6H 7H", "both", ""),
        ("4H 5H", "both", ""),
        ("4H 5H 6H 6H", "both", ""),
        ("7D 7D 7D", "both", ""),
        ("", "both", ""),
    ],
)
def test_arrange_gives_a_valid_set_or_run_in_order_and_else_none(
    text: str, aces: RummyAces, meld: str
) -> None:
    assert maybe_arrange(cards(text), aces) == (cards(meld) or None)


@pytest.mark.parametrize(
    ("meld", "added", "joined"),
    [
        ("6H 7H 8H", "9H", ("", "9H")),
        ("6H 7H 8H", "TH 4H 9H 5H", ("4H 5H", "9H TH")),
        ("6H 7H 8H", "TH", None),
        ("6H 7H 8H", "9C", None),
        ("6H 7H 8H", "9H 9H", None),
        ("6H 7H 8H", "", None),
        ("2H 3H 4H", "AH", ("AH", "")),
        ("JS QS KS", "AS", ("", "AS")),
        ("QS KS AS", "2S", None),
        ("AS 2S 3S", "KS", None),
        ("8H 8C 8S", "8D", ("", "8D")),
        ("8H 8C 8S 8D", "8D", None),
        ("8H 8C 8S", "9S", None),
    ],
)
def test_attach_gives_the_cards_before_and_after_the_meld_or_none(
    meld: str, added: str, joined: tuple[str, str] | None
) -> None:
    expected = None if joined is None else (cards(joined[0]), cards(joined[1]))
    assert maybe_attach(cards(meld), cards(added), "both") == expected


def test_ace_is_not_attached_high_with_aces_low_nor_low_with_aces_high() -> None:
    assert maybe_attach(cards("JS QS KS"), cards("AS"), "low") is None
    assert maybe_attach(cards("2H 3H 4H"), cards("AH"), "high") is None


def test_next_cards_are_those_that_can_be_attached_alone() -> None:
    for aces in RUMMY_ACES:
        for meld in melds_in(hand_of(CARDS), aces):
            alone = [card for card in CARDS if maybe_attach(meld, (card,), aces) is not None]
            assert next_cards(meld, aces) == hand_of(alone)


def test_single_joiners_are_the_next_cards_in_the_hand_with_the_front_first() -> None:
    hand = hand_of(cards("AH 2H 9H 2C"))
    assert single_joiners(cards("TH JH QH KH"), hand, "both") == [*cards("9H AH")]
    assert single_joiners(cards("3H 4H 5H"), hand, "both") == [*cards("2H")]
    assert single_joiners(cards("2D 2S 2H"), hand_of(cards("2C 3C")), "both") == [*cards("2C")]
    assert single_joiners(cards("4C 5C 6C"), hand, "both") == []


def test_joinable_cards_are_ordered_from_the_meld_outwards() -> None:
    hand = hand_of(cards("4H 5H 9H JH 2C"))
    assert joinable_cards(cards("6H 7H 8H"), hand, "both") == (cards("5H 4H"), cards("9H"))
    assert joinable_cards(cards("2D 2S 2H"), hand, "both") == (b"", cards("2C"))
    ace = hand_of(cards("AH KH"))
    almost = cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH")
    assert joinable_cards(almost, ace, "both") == (cards("AH"), cards("KH"))
