"""How good a Rummy action looks to the seat that may take it.

A hand is worth what can be laid down of it, plus hope for what may come to be, less the risk of
being left with the rest. Melds and lay-offs are put down as soon as they can be, the dearest way
first; a discard also weighs what it gives to the others.
"""

from collections.abc import Collection, Sequence

from client.bots.rummy_cards import PLACES, POINTS, SUITS, best_melds, fitting, points_of
from messages import (
    Action,
    DiscardRummyCard,
    LayOffRummyCards,
    LayRummyMeld,
    RummyView,
    TakeRummyDiscard,
)

PUT_DOWN = 1000.0
"""Points on the table are safe: putting down comes before any discard."""
RISK = 0.15
"""The part of a loose card's points that is feared to be left at the end, while that is far."""
SOON = 3
"""The end is near when somebody holds fewer cards than this, or will draw fewer."""
PARTNER = 0.3
"""The part of a card's points that one partner of it, still to be had, gives hope for."""
STOCK = 2.0
"""What an unknown card brings."""
GIFT = 3.0
"""How much its points weigh in a discard that others could lay off at once."""


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

    def value(self, action: Action) -> float:
        """How the hand looks after the action."""
        hand = set(self._view.hand)
        match action:
            case TakeRummyDiscard(card):
                pile = self._view.discard
                return self._worth(hand | set(pile[: pile.index(card) + 1]))
            case LayRummyMeld(cards) | LayOffRummyCards(_, cards):
                return PUT_DOWN + points_of(cards) + self._worth(hand - set(cards))
            case DiscardRummyCard(card):
                gift = GIFT * POINTS[card[0]] if card in self._fits else 0.0
                return self._worth(hand - {card}) - gift
        return self._worth(hand) + STOCK

    def _worth(self, hand: Collection[str]) -> float:
        points, loose = best_melds(hand, self._view.ace_runs)
        return points + sum([self._hope(card, loose) for card in loose])

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
