"""What a Rummy bot knows of cards: their points, the melds among them, what fits on the table."""

from collections.abc import Collection, Iterator

from messages.rummy.actions import RummyAces
from messages.rummy.table import RummyMeldView

RANKS, SUITS = "A23456789TJQK", "HCSD"
SHORTEST = 3
POINTS = {rank: 10 if rank in "ATJQK" else int(rank) for rank in RANKS}
PLACES: dict[RummyAces, str] = {"both": RANKS + "A", "low": RANKS, "high": RANKS[1:] + "A"}
"""The order of a run, by what the ace may be."""


def points_of(cards: Collection[str]) -> int:
    """What the cards count together."""
    return sum([POINTS[card[0]] for card in cards])


def melds_among(cards: Collection[str], aces: RummyAces) -> Iterator[tuple[str, ...]]:
    """The longest runs and the largest sets."""
    held = set(cards)
    for rank in RANKS:
        same = tuple([rank + suit for suit in SUITS if rank + suit in held])
        if len(same) >= SHORTEST:
            yield same
    for suit in SUITS:
        yield from _runs([rank + suit for rank in PLACES[aces]], held)


def _runs(places: list[str], held: set[str]) -> Iterator[tuple[str, ...]]:
    run: list[str] = []
    for card in (*places, ""):
        if card in held and card not in run:
            run.append(card)
        else:
            if len(run) >= SHORTEST:
                yield tuple(run)
            run = [card] if card in held else []


def best_melds(cards: Collection[str], aces: RummyAces) -> tuple[int, set[str]]:
    """About the most points that can be laid down, the dearest meld first, and what is left."""
    left, points = set(cards), 0
    while melds := list(melds_among(left, aces)):
        best = max(melds, key=points_of)
        points += points_of(best)
        left -= set(best)
    return points, left


def fitting(melds: tuple[RummyMeldView, ...], aces: RummyAces) -> set[str]:
    """The cards that could be laid off now."""
    return {card for meld in melds for card in _fitting(meld.cards, PLACES[aces])}


def _fitting(meld: tuple[str, ...], places: str) -> Iterator[str]:
    if meld[0][0] == meld[1][0]:
        yield from (meld[0][0] + suit for suit in SUITS if meld[0][0] + suit not in meld)
        return
    suit = meld[0][1]
    at = "".join(places).find("".join([card[0] for card in meld]))
    for place in (at - 1, at + len(meld)):
        if 0 <= place < len(places):
            yield places[place] + suit
