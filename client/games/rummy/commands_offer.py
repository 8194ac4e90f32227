"""What can be done now in Rummy 500, in few lines: 0 draws, the pile has its places as numbers."""

from collections.abc import Sequence

from client.games.base import Offer
from client.games.layout import rows
from client.games.rummy.commands import text
from client.games.rummy.text_cards import by_suit, card_name, card_names, points
from client.games.rummy.text_typing import ABOVE, DISCARD_LINE, POINTS, YOUR_HAND
from messages.rummy.actions import (
    DiscardRummyCard,
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    RummyAction,
    TakeRummyDiscard,
)
from messages.rummy.table import RummyView

SHOWN = 12
"""Plays listed; ``actions`` lists everything."""


def offer(view: RummyView, actions: Sequence[RummyAction]) -> Offer:
    """The numbers that may be typed, and the lines to show."""
    numbers = _draws(view, actions) or _plays(actions)
    lines = tuple(rows(f"{n} {text(action)}" for n, action in numbers.items())) if numbers else ()
    if any(isinstance(action, DiscardRummyCard) for action in actions):
        lines += (DISCARD_LINE,)
    return Offer(numbers, (*_hand(view), *lines))


def explain(view: RummyView, action: RummyAction) -> str:
    """What comes with a card of the pile, and what cards put down are worth."""
    match action:
        case TakeRummyDiscard(card) if card in view.discard[1:]:
            return ABOVE.format(cards=card_names(view.discard[: view.discard.index(card)]))
        case LayRummyMeld(cards) | LayOffRummyCards(cards=cards):
            return POINTS.format(count=sum(map(points, cards)))
    return ""


def _hand(view: RummyView) -> list[str]:
    """After the draw the hand is another than on the board."""
    if view.decision != "PLAY":
        return []
    return [YOUR_HAND, *rows(map(card_name, by_suit(view.hand)))]


def _draws(view: RummyView, actions: Sequence[RummyAction]) -> dict[int, RummyAction]:
    numbers: dict[int, RummyAction] = {}
    for action in actions:
        if isinstance(action, DrawRummyStock):
            numbers[0] = action
        if isinstance(action, TakeRummyDiscard) and action.card in view.discard:
            numbers[view.discard.index(action.card) + 1] = action
    return numbers


def _plays(actions: Sequence[RummyAction]) -> dict[int, RummyAction]:
    plays = [action for action in actions if not isinstance(action, DiscardRummyCard)]
    return dict(enumerate(plays[:SHOWN], start=1))
