"""The evaluation function of Rummy 500 for the ``greedy`` strategy, and the random bot.

The value of a hand is the points of its melds, plus the value of loose cards: their potential to
become melds, less the risk of holding them at the end of the round. Melds are held back while the
end is far, because other players could lay off cards on them. They are laid down, the most valuable
first, when the end is near or the hand can go out.
"""

from collections.abc import Collection, Sequence
from math import fsum

from client.bots.base import MultiGameBot
from client.games.rummy.melds import POINTS, RANK_ORDERS, greedy_melds, layoff_cards, points_of
from client.games.rummy.text import SUITS
from messages.registry import Action, AnyView
from messages.rummy import actions as rummy
from messages.rummy.table import RummyView

LAY_DOWN_BONUS = 1000.0
"""Added to melds and lay-offs, so that they come before any discard; subtracted to hold back."""
HOLD_MELDS_TURNS = 3
"""Melds are held back while more turns than this are left in the round."""
LOOSE_CARD_RISK = 0.15
"""Share of the points of a loose card that is counted as a loss while the end is far."""
NEAR_END_TURNS = 3
"""Number of turns left below which the end of the round is near."""
PARTNER_WEIGHT = 0.3
"""Share of the points of a loose card that each available card for a meld adds."""
STOCK_CARD_VALUE = 0.0
"""Value of an unknown card from the stock."""


def evaluate(view: RummyView, actions: Sequence[Action]) -> list[float]:
    """Return the heuristic value of each action; only comparisons between values matter."""
    evaluator = _Evaluator(view)
    return [evaluator.value(action) for action in actions]


class _Evaluator:
    """Evaluates the actions of the seat of a view."""

    def __init__(self, view: RummyView) -> None:
        self._view = view
        self._layoff_cards = layoff_cards(view.melds, view.ace_runs)
        self._rank_order = RANK_ORDERS[view.ace_runs]
        laid = {card for meld in view.melds for card in meld.cards}
        self._seen = laid | set(view.hand)
        others = [p.cards for seat, p in enumerate(view.players) if seat != view.seat and p.cards]
        # A player needs about one turn for each card, and the stock ends the round too.
        turns = min([*others, view.stock // (len(others) + 1)])
        self._end_nearness = max(0.0, 1 - turns / NEAR_END_TURNS)
        """From 0 (the end of the round is far) to 1 (it may end now)."""
        self._holds_melds = turns > HOLD_MELDS_TURNS and not self._can_go_out(view.hand)

    def value(self, action: Action) -> float:
        """Return the value of the hand after the action.

        Cards laid down add their points and LAY_DOWN_BONUS. While melds are held back the bonus is
        subtracted instead, except for the owed card.
        """
        hand = set(self._view.hand)
        match action:
            case rummy.TakeRummyDiscard(card):
                pile = self._view.discard
                return self._hand_value(hand | set(pile[: pile.index(card) + 1]))
            case rummy.LayRummyMeld(cards) | rummy.LayOffRummyCards(_, cards):
                is_held_back = self._holds_melds and self._view.owed not in cards
                value = points_of(cards) + self._hand_value(hand - set(cards))
                return value - LAY_DOWN_BONUS if is_held_back else value + LAY_DOWN_BONUS
            case rummy.DiscardRummyCard(card):
                return self._hand_value(hand - {card})
        return self._hand_value(hand) + STOCK_CARD_VALUE

    def _can_go_out(self, hand: Collection[str]) -> bool:
        """Return whether all cards but one, the discard, can be laid down or laid off."""
        _, loose = greedy_melds(hand, self._view.ace_runs)
        return len(loose - self._layoff_cards) <= 1

    def _hand_value(self, hand: Collection[str]) -> float:
        """Return the points of the melds in a hand plus the values of its loose cards."""
        points, loose = greedy_melds(hand, self._view.ace_runs)
        # fsum is exact: the value must not depend on the order of the set.
        return points + fsum([self._loose_card_value(card, loose) for card in loose])

    def _loose_card_value(self, card: str, loose: set[str]) -> float:
        """Return the points of a loose card if it can be laid off, otherwise its potential.

        The potential becomes a loss of its points as the end of the round comes near.
        """
        points = POINTS[card[0]]
        if card in self._layoff_cards:
            return points
        potential = PARTNER_WEIGHT * self._count_useful_cards(card, loose) - LOOSE_CARD_RISK
        return points * (potential * (1 - self._end_nearness) - self._end_nearness)

    def _count_useful_cards(self, card: str, loose: set[str]) -> int:
        """Count the available cards that would make a meld of this card and another loose one.

        A card that would complete two such runs, each with another loose card, counts twice: as 6
        does for a 5 if 4 and 7 of the suit are loose.
        """
        rank, suit = card[0], card[1]
        same = [rank + other for other in SUITS if other != suit]
        count = sum([other in loose for other in same]) and self._count_available(same, loose)
        ranks = self._rank_order
        for index in [i for i, other in enumerate(ranks) if other == rank]:
            for low in (index - 2, index - 1, index):
                if low >= 0 and low + 3 <= len(ranks):
                    run = [other + suit for other in ranks[low : low + 3] if other != rank]
                    if sum([other in loose for other in run]) == 1:
                        count += self._count_available(run, loose)
        return count

    def _count_available(self, cards: Sequence[str], loose: set[str]) -> int:
        """Count the cards that are in no meld of the table and not in the hand."""
        return sum([card not in loose and card not in self._seen for card in cards])


class RandomRummyBot(MultiGameBot):
    """Chooses any draw, meld or lay-off; it discards only when nothing can be put down.

    If all players discarded at random, scores would stay below zero and the match would not end.
    """

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Return a random action; a discard only if there is no other."""
        plays = [action for action in actions if not isinstance(action, rummy.DiscardRummyCard)]
        return self._random.choice(plays or actions)
