"""Rummy's old dialect: what a client of the later profile put down (Rummy 11).

It only reports the hand it has left. The cards that are missing are split into new melds and
lay-offs on the player's own melds; what nobody can explain is left over.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.rummy.cards import READ, card_names, cards_of, hand_of, value_of
from games.rummy.melds import SHORTEST, attached, melds_in
from messages.rummy.actions import LayOffRummyCards, LayRummyMeld, RummyAces, RummyPlay
from messages.rummy.table import RummyView

MOST_TRIES = 100
"""Splits looked at: more than a turn of a person needs, and at most 20 ms of the server's time."""


class Explained(NamedTuple):
    """Plays that put down some of the cards, and those left over."""

    plays: tuple[RummyPlay, ...]
    lost: tuple[str, ...]


class _Board(NamedTuple):
    own: tuple[tuple[int, bytes], ...]
    """The player's own melds, with their numbers."""
    aces: RummyAces


def explain(view: RummyView, missing: tuple[str, ...]) -> Explained:
    """The split that leaves the fewest points unexplained."""
    own = tuple(
        (number, bytes(READ[card] for card in meld.cards))
        for number, meld in enumerate(view.melds, 1)
        if view.seat is not None and meld.owners.count(view.seat) >= SHORTEST
    )
    hand = hand_of(READ[card] for card in missing)
    best: tuple[tuple[RummyPlay, ...], int] = ((), hand)
    for tried, (plays, left) in enumerate(_splits(_Board(own, view.ace_runs), hand)):
        if value_of(cards_of(left)) < value_of(cards_of(best[1])):
            best = plays, left
        if not best[1] or tried > MOST_TRIES:
            break
    return Explained(best[0], card_names(cards_of(best[1])))


def _splits(board: _Board, hand: int) -> Iterator[tuple[tuple[RummyPlay, ...], int]]:
    """Every way to put down some of the cards, and what it leaves."""
    yield _laid_off(board, hand)
    for meld in sorted(melds_in(hand, board.aces), key=len, reverse=True):
        play = LayRummyMeld(card_names(meld))
        for plays, left in _splits(board, hand & ~hand_of(meld)):
            yield (play, *plays), left


def _laid_off(board: _Board, hand: int) -> tuple[tuple[RummyPlay, ...], int]:
    """Lay off card by card, as long as one fits."""
    plays: list[RummyPlay] = []
    melds = dict(board.own)
    while found := _fit(melds, hand, board.aces):
        number, card, grown = found
        melds[number], hand = grown, hand & ~(1 << card)
        plays.append(LayOffRummyCards(number, card_names((card,))))
    return tuple(plays), hand


def _fit(melds: dict[int, bytes], hand: int, aces: RummyAces) -> tuple[int, int, bytes] | None:
    for number, meld in melds.items():
        for card in cards_of(hand):
            joined = attached(meld, (card,), aces)
            if joined is not None:
                return number, card, joined[0] + meld + joined[1]
    return None
