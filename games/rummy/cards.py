"""Rummy 500: the 52 cards as small numbers (Rummy 1).

A card is ``13 * suit + rank`` with the ace as rank 0. A hand is a number with one bit for each card
in it; piles and melds, which have an order, are bytes of cards.
"""

from collections.abc import Iterable, Iterator

RANKS = "A23456789TJQK"
SUITS = "HCSD"
PER_SUIT = 13
CARDS = range(52)
NO_CARD = 52
"""A number that no hand, pile or meld ever contains."""
ACE, KING = 0, 12

TEXT = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_BY_TEXT = {text: card for card, text in enumerate(TEXT)}
MAYBE_TEXT: tuple[str | None, ...] = (*TEXT, None)
"""Each card as text, and None for NO_CARD."""

POINTS = bytes(10 if rank in (ACE, 10, 11, KING) else rank + 1 for _ in SUITS for rank in range(13))
"""Face value; jacks, queens, kings and every ace count ten (Rummy 1)."""

DECK = bytes(CARDS)
OF_RANK = tuple(sum(1 << rank + PER_SUIT * suit for suit in range(4)) for rank in range(PER_SUIT))
"""The four cards of each rank as a hand."""


def hand_of(cards: Iterable[int]) -> int:
    """Return different cards as a hand."""
    return sum([1 << card for card in cards])


def cards_of(hand: int) -> Iterator[int]:
    """Yield the cards of a hand, by suit and rank."""
    while hand:
        lowest = hand & -hand
        yield lowest.bit_length() - 1
        hand ^= lowest


def value_of(cards: Iterable[int]) -> int:
    """Return the points of the cards."""
    return sum([POINTS[card] for card in cards])


def card_names(cards: Iterable[int]) -> tuple[str, ...]:
    """Return the texts of the cards."""
    return tuple([TEXT[card] for card in cards])
