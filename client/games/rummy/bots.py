"""How good a Rummy action looks to the seat that may take it.

A hand is worth what can be laid down of it, plus hope for what may come to be, less the risk of
being left with the rest. What lies on the table helps the others too: melds stay in the hand while
the end is far, and come down, the dearest way first, when it is near or the hand can go out.
"""

from collections.abc import Collection, Sequence
from math import fsum

from client.games.rummy.bots_cards import PLACES, POINTS, SUITS, best_melds, fitting, points_of
from messages.registry import Action
from messages.rummy.actions import (
    DiscardRummyCard,
    LayOffRummyCards,
    LayRummyMeld,
    TakeRummyDiscard,
)
from messages.rummy.table import RummyView

PUT_DOWN = 1000.0
"""Points on the table are safe: what is to be put down comes before any discard."""
HIDE = 3
"""Melds are kept back while everybody else holds more cards, and will draw more, than this."""
RISK = 0.15
"""The part of a loose card's points that is feared to be left at the end, while that is far."""
SOON = 3
"""The end is near when somebody holds fewer cards than this, or will draw fewer."""
PARTNER = 0.3
"""The part of a card's points that one partner of it, still to be had, gives hope for."""
STOCK = 0.0
"""What an unknown card brings."""


def evaluate(view: RummyView, actions: Sequence[Action]) -> list[float]:
    """One value for each action; only comparisons between them matter."""
    table = _Table(view)
    return [table.value(action) for action in actions]


class _Table:
    """What one decision looks at again and again."""

    def __init__(self, view: RummyView) -> None:
        self._view = view
        self._fits = fitting(view.melds, view.ace_runs)
        self._places = PLACES[view.ace_runs]
        laid = {card for meld in view.melds for card in meld.cards}
        self._gone = laid | set(view.hand)
        others = [p.cards for seat, p in enumerate(view.players) if seat != view.seat and p.cards]
        turns = min([*others, view.stock // (len(others) + 1)])
        self._near = max(0.0, 1 - turns / SOON)
        """From 0, the end is far, to 1, it is there."""
        self._hiding = turns > HIDE and not self._goes_out(view.hand)

    def value(self, action: Action) -> float:
        """How the hand looks after the action."""
        hand = set(self._view.hand)
        match action:
            case TakeRummyDiscard(card):
                pile = self._view.discard
                return self._worth(hand | set(pile[: pile.index(card) + 1]))
            case LayRummyMeld(cards) | LayOffRummyCards(_, cards):
                hidden = self._hiding and self._view.owed not in cards
                down = points_of(cards) + self._worth(hand - set(cards))
                return down - PUT_DOWN if hidden else down + PUT_DOWN
            case DiscardRummyCard(card):
                return self._worth(hand - {card})
        return self._worth(hand) + STOCK

    def _goes_out(self, hand: Collection[str]) -> bool:
        """Whether all of it can be put down but one card, which is the discard."""
        _, loose = best_melds(hand, self._view.ace_runs)
        return len(loose - self._fits) <= 1

    def _worth(self, hand: Collection[str]) -> float:
        points, loose = best_melds(hand, self._view.ace_runs)
        # Exact, because a set has no order: the same hand must always be worth the same.
        return points + fsum([self._hope(card, loose) for card in loose])

    def _hope(self, card: str, loose: set[str]) -> float:
        """A card that fits on the table is as good as laid; others live by their partners."""
        points = POINTS[card[0]]
        if card in self._fits:
            return points
        hope = PARTNER * self._chances(card, loose) - RISK
        return points * (hope * (1 - self._near) - self._near)

    def _chances(self, card: str, loose: set[str]) -> int:
        """Cards still to be had that would make a meld of this one and another loose one."""
        rank, suit = card[0], card[1]
        same = [rank + other for other in SUITS if other != suit]
        ways = sum([other in loose for other in same]) and self._open(same, loose)
        for at in [place for place, other in enumerate(self._places) if other == rank]:
            for low in (at - 2, at - 1, at):
                if low >= 0 and low + 3 <= len(self._places):
                    run = [other + suit for other in self._places[low : low + 3] if other != rank]
                    ways += sum([other in loose for other in run]) == 1 and self._open(run, loose)
        return ways

    def _open(self, cards: Sequence[str], loose: set[str]) -> int:
        return sum([card not in loose and card not in self._gone for card in cards])
