"""Rummy cards in words for people: ``5H``, ``10C``; and in the order of suits or ranks."""

from collections.abc import Iterable

from messages.text import clean

RANKS, SUITS = "A23456789TJQK", "HCSD"


def card_name(card: str) -> str:
    """A ten is ``10H``; what a strange server says is made harmless."""
    return clean(f"10{card[1:]}" if card.startswith("T") else card, 4)


def card_names(cards: Iterable[str]) -> str:
    """Several cards, side by side."""
    return " ".join(map(card_name, cards))


def by_suit(cards: Iterable[str]) -> list[str]:
    """Hearts, clubs, spades, diamonds, each from the ace up."""
    return sorted(cards, key=lambda card: (SUITS.find(card[1:]), RANKS.find(card[:1])))


def by_rank(cards: Iterable[str]) -> list[str]:
    """Aces first, kings last."""
    return sorted(cards, key=lambda card: (RANKS.find(card[:1]), SUITS.find(card[1:])))


def points(card: str) -> int:
    """What a card counts."""
    return int(card[0]) if card[:1] in "23456789" and card else 10
