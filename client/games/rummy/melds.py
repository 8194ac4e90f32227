"""Melds of Rummy 500 as the client needs them: in a hand, on the table, and cards that fit.

A run never continues through an ace; ``RANK_ORDERS`` has the ends at which an ace may be.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from client.games.rummy.text import RANKS, SUITS
from messages.rummy.actions import RummyAces
from messages.rummy.table import RummyMeldView

MIN_MELD_SIZE = 3
POINTS = {rank: 10 if rank in "ATJQK" else int(rank) for rank in RANKS}
RANK_ORDERS: dict[RummyAces, str] = {"both": RANKS + "A", "low": RANKS, "high": RANKS[1:] + "A"}
"""The order of ranks in a run, by the positions allowed for the ace."""


def points_of(cards: Collection[str]) -> int:
    """Return the total points of the cards; unknown text counts 10."""
    return sum([POINTS.get(card[:1], 10) for card in cards])


def is_set(meld: Sequence[str]) -> bool:
    """Return whether a meld is a set; otherwise it is a run."""
    return len(meld) > 1 and meld[0][:1] == meld[1][:1]


def longest_melds(cards: Collection[str], aces: RummyAces) -> Iterator[tuple[str, ...]]:
    """Yield the largest sets, then the longest runs; a card may be in several.

    Each has at least MIN_MELD_SIZE cards.
    """
    held = set(cards)
    for rank in RANKS:
        same = tuple([rank + suit for suit in SUITS if rank + suit in held])
        if len(same) >= MIN_MELD_SIZE:
            yield same
    for suit in SUITS:
        yield from _longest_runs([rank + suit for rank in RANK_ORDERS[aces]], held)


def _longest_runs(ordered: list[str], held: set[str]) -> Iterator[tuple[str, ...]]:
    """Yield the longest runs of at least three held cards; ``ordered`` are all cards of a suit.

    A card that is in ``ordered`` twice, such as an ace, is not used twice in a run.
    """
    run: list[str] = []
    for card in (*ordered, ""):
        if card in held and card not in run:
            run.append(card)
        else:
            if len(run) >= MIN_MELD_SIZE:
                yield tuple(run)
            run = [card] if card in held else []


def greedy_melds(cards: Collection[str], aces: RummyAces) -> tuple[int, set[str]]:
    """Return the points that can be laid down and the cards left, by a greedy search.

    The most valuable meld is chosen first, which need not give the highest total. Lay-offs are not
    included.
    """
    left, points = set(cards), 0
    while melds := list(longest_melds(left, aces)):
        best = max(melds, key=points_of)
        points += points_of(best)
        left -= set(best)
    return points, left


def layoff_cards(melds: tuple[RummyMeldView, ...], aces: RummyAces) -> set[str]:
    """Return the cards that can be laid off alone on one of the melds of the table."""
    return {card for meld in melds for card in extending_cards(meld.cards, aces)}


def extending_cards(meld: Sequence[str], aces: RummyAces) -> Iterator[str]:
    """Yield the other suits of a set, or the cards at both ends of a run, if there are any."""
    if is_set(meld):
        rank = meld[0][:1]
        yield from (rank + suit for suit in SUITS if rank + suit not in meld)
        return
    suit, rank_order = meld[0][1:] if meld else "", RANK_ORDERS[aces]
    start = rank_order.find("".join([card[:1] for card in meld]))
    for index in (start - 1, start + len(meld)):
        if 0 <= index < len(rank_order):
            yield rank_order[index] + suit


# --- plays of one card ----------------------------------------------------------------------------


class Play(NamedTuple):
    """Cards of a hand that can be put down: as a new meld, or on the meld with a number."""

    cards: tuple[str, ...]
    meld: int | None = None


def fitting_cards(meld: Sequence[str], hand: Collection[str], aces: RummyAces) -> tuple[str, ...]:
    """Return the cards of a hand that can be laid off alone on a meld."""
    return tuple([card for card in extending_cards(meld, aces) if card in hand])


def maybe_play_with(
    card: str, hand: Collection[str], melds: Sequence[RummyMeldView], aces: RummyAces
) -> Play | None:
    """Return the play with the most points that contains a card of the hand; None without one."""
    plays = [Play(meld) for meld in longest_melds(hand, aces) if card in meld]
    for number, meld in enumerate(melds, start=1):
        plays += [
            Play(cards, number) for cards in _lay_offs(meld.cards, hand, aces) if card in cards
        ]
    return max(plays, key=lambda play: points_of(play.cards), default=None)


def _lay_offs(
    meld: Sequence[str], hand: Collection[str], aces: RummyAces
) -> Iterator[tuple[str, ...]]:
    """Yield all cards of the hand that extend a set, or a run at the front, then at the back.

    The tuples may be empty.
    """
    if is_set(meld):
        yield fitting_cards(meld, hand, aces)
        return
    for is_front in (True, False):
        grown, added = list(meld), list[str]()
        while card := _next_card(grown, hand, aces, is_front=is_front):
            added.append(card)
            grown = [card, *grown] if is_front else [*grown, card]
        yield tuple(added)


def _next_card(
    run: Sequence[str], hand: Collection[str], aces: RummyAces, *, is_front: bool
) -> str | None:
    """Return the card of the hand that extends a run at one end; None without one."""
    for card in extending_cards(run, aces):
        order = [card, *run] if is_front else [*run, card]
        ranks = "".join([other[0] for other in order])
        if card in hand and card not in run and ranks in RANK_ORDERS[aces]:
            return card
    return None
