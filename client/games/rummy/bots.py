"""The evaluation of Rummy actions by the seat that may take them, and the bot that plays at random.

A hand is worth what can be laid down of it, plus hope for what may come to be, less the risk of
being left with the rest. What lies on the table helps the others too: melds stay in the hand while
the end is far, and come down, the dearest way first, when it is near or the hand can go out.
"""

from collections.abc import Collection, Iterator, Sequence
from math import fsum

from client.bots.base import MultiGameBot
from client.games.rummy.text import RANKS, SUITS
from messages.registry import Action, AnyView
from messages.rummy import actions as rummy
from messages.rummy.actions import RummyAces
from messages.rummy.table import RummyMeldView, RummyView

LAY_DOWN_BONUS = 1000.0
"""Points on the table are safe: what is to be put down comes before any discard."""
HOLD_MELDS_TURNS = 3
"""Melds are kept back while everybody else holds more cards, and will draw more, than this."""
LOOSE_CARD_RISK = 0.15
"""The part of a loose card's points that is feared to be left at the end, while that is far."""
NEAR_END_TURNS = 3
"""The end is near when somebody holds fewer cards than this, or will draw fewer."""
PARTNER_WEIGHT = 0.3
"""The part of a card's points that one partner of it, still to be had, gives hope for."""
STOCK_CARD_VALUE = 0.0
"""What an unknown card brings."""


def evaluate(view: RummyView, actions: Sequence[Action]) -> list[float]:
    """One value for each action; only comparisons between them matter."""
    evaluator = _Evaluator(view)
    return [evaluator.value(action) for action in actions]


class _Evaluator:
    """Facts that the evaluation of every action needs."""

    def __init__(self, view: RummyView) -> None:
        self._view = view
        self._layoff_cards = layoff_cards(view.melds, view.ace_runs)
        self._rank_order = RANK_ORDERS[view.ace_runs]
        laid = {card for meld in view.melds for card in meld.cards}
        self._seen = laid | set(view.hand)
        others = [p.cards for seat, p in enumerate(view.players) if seat != view.seat and p.cards]
        turns = min([*others, view.stock // (len(others) + 1)])
        self._end_nearness = max(0.0, 1 - turns / NEAR_END_TURNS)
        """From 0, the end is far, to 1, it is there."""
        self._holds_melds = turns > HOLD_MELDS_TURNS and not self._can_go_out(view.hand)

    def value(self, action: Action) -> float:
        """Return the value of the hand after the action."""
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
        """Return True if everything but one card, the discard, can be put down."""
        _, loose = best_melds(hand, self._view.ace_runs)
        return len(loose - self._layoff_cards) <= 1

    def _hand_value(self, hand: Collection[str]) -> float:
        points, loose = best_melds(hand, self._view.ace_runs)
        # Exact, because a set has no order: the same hand must always be worth the same.
        return points + fsum([self._loose_card_value(card, loose) for card in loose])

    def _loose_card_value(self, card: str, loose: set[str]) -> float:
        """A card that fits on the table is as good as laid; others live by their partners."""
        points = POINTS[card[0]]
        if card in self._layoff_cards:
            return points
        potential = PARTNER_WEIGHT * self._count_useful_cards(card, loose) - LOOSE_CARD_RISK
        return points * (potential * (1 - self._end_nearness) - self._end_nearness)

    def _count_useful_cards(self, card: str, loose: set[str]) -> int:
        """Cards still to be had that would make a meld of this one and another loose one."""
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
        return sum([card not in loose and card not in self._seen for card in cards])


# --- cards and melds ------------------------------------------------------------------------------


MIN_MELD_SIZE = 3
POINTS = {rank: 10 if rank in "ATJQK" else int(rank) for rank in RANKS}
RANK_ORDERS: dict[RummyAces, str] = {"both": RANKS + "A", "low": RANKS, "high": RANKS[1:] + "A"}
"""The order of a run, by what the ace may be."""


def points_of(cards: Collection[str]) -> int:
    """Return the points of the cards together."""
    return sum([POINTS[card[0]] for card in cards])


def longest_melds(cards: Collection[str], aces: RummyAces) -> Iterator[tuple[str, ...]]:
    """The longest runs and the largest sets."""
    held = set(cards)
    for rank in RANKS:
        same = tuple([rank + suit for suit in SUITS if rank + suit in held])
        if len(same) >= MIN_MELD_SIZE:
            yield same
    for suit in SUITS:
        yield from _longest_runs([rank + suit for rank in RANK_ORDERS[aces]], held)


def _longest_runs(ordered: list[str], held: set[str]) -> Iterator[tuple[str, ...]]:
    run: list[str] = []
    for card in (*ordered, ""):
        if card in held and card not in run:
            run.append(card)
        else:
            if len(run) >= MIN_MELD_SIZE:
                yield tuple(run)
            run = [card] if card in held else []


def best_melds(cards: Collection[str], aces: RummyAces) -> tuple[int, set[str]]:
    """About the most points that can be laid down, the dearest meld first, and what is left."""
    left, points = set(cards), 0
    while melds := list(longest_melds(left, aces)):
        best = max(melds, key=points_of)
        points += points_of(best)
        left -= set(best)
    return points, left


def layoff_cards(melds: tuple[RummyMeldView, ...], aces: RummyAces) -> set[str]:
    """The cards that could be laid off now."""
    return {card for meld in melds for card in _extending_cards(meld.cards, RANK_ORDERS[aces])}


def _extending_cards(meld: tuple[str, ...], rank_order: str) -> Iterator[str]:
    if meld[0][0] == meld[1][0]:
        yield from (meld[0][0] + suit for suit in SUITS if meld[0][0] + suit not in meld)
        return
    suit = meld[0][1]
    start = "".join(rank_order).find("".join([card[0] for card in meld]))
    for index in (start - 1, start + len(meld)):
        if 0 <= index < len(rank_order):
            yield rank_order[index] + suit


class RandomRummyBot(MultiGameBot):
    """Chooses any draw, meld or lay-off; it discards only when nothing can be put down.

    Discarding with a meld in hand is almost never right, and five players who do it stay below zero
    for ever.
    """

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Any of them, discards last."""
        plays = [action for action in actions if not isinstance(action, rummy.DiscardRummyCard)]
        return self._random.choice(plays or actions)
