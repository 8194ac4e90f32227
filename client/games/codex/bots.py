"""The evaluation function of Codex Naturalis for the ``greedy`` strategy.

The value of a placement is the sum of its points, the gain in the seat's objectives, and the value
of the area after it. The value of an area counts visible symbols, open spots and the expected
points of the cards in hand. The value of a card to draw is estimated in the same way.
"""

from collections.abc import Sequence

from messages.codex import actions as codex
from messages.codex.area import CodexArea, is_affordable, placement_points, with_card
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES, COUNTED, KINGDOMS, CodexCard
from messages.codex.scoring import objective_points
from messages.codex.table import CodexView
from messages.registry import Action

OBJECTIVE_WEIGHT = 0.9
"""Weight of a point of an objective, relative to a point scored at once."""
SYMBOL_WEIGHT = 0.25
"""Value of each visible symbol, and of each card or objective that needs a kingdom."""
SPOT_WEIGHT = 0.15
"""Value of each open spot."""
MAX_COUNTED_SPOTS = 8
"""Number of open spots above which more add no value."""
HAND_CARD_WEIGHT = 0.6
"""Weight of the points of a card in hand, relative to points scored at once."""
EXPECTED_CORNERS = 2
"""Number of corners that a card with points per covered corner is expected to cover."""
DECK_CARD_VALUE = 0.4
"""Value of an unknown card from a deck."""


def evaluate(view: CodexView, actions: Sequence[Action]) -> list[float]:
    """Return the heuristic value of each action; only comparisons between values matter.

    The view must be that of a player.
    """
    assert view.seat is not None
    area = view.players[view.seat].area
    objective_points_before = _own_objective_points(view, area)
    return [_action_value(view, area, objective_points_before, action) for action in actions]


def _action_value(
    view: CodexView, area: CodexArea, objective_points_before: int, action: Action
) -> float:
    """Return the value of an action; 0 for colours and unknown actions.

    A starter counts as the area after it, an objective as the number of cards in hand of its
    kingdom. ``objective_points_before`` are the points of the own objectives in the current area.
    """
    match action:
        case codex.PlaceCodexCard():
            return _placement_value(view, area, objective_points_before, action)
        case codex.DrawCodexCard():
            return _draw_value(view, area, action)
        case codex.PlaceCodexStarter(side=side):
            starter = view.players[view.seat or 0].starter
            return _area_value(with_card(area, starter, side, 0, 0), view.hand)
        case codex.ChooseCodexObjective(objective=objective):
            kingdom = CODEX_OBJECTIVES[objective].kingdom
            return float(sum(CODEX_CARDS[card].kingdom == kingdom for card in view.hand))
    return 0.0


def _placement_value(
    view: CodexView, area: CodexArea, objective_points_before: int, action: codex.PlaceCodexCard
) -> float:
    """Return the points of a placement, its gain in objectives, and the value of the area after it.

    The value of the area is left out in the additional round, because no later turn follows.
    """
    after = with_card(area, action.card, action.side, action.x, action.y)
    points = placement_points(CODEX_CARDS[action.card], action.side, after, action.x, action.y)
    objectives = OBJECTIVE_WEIGHT * (_own_objective_points(view, after) - objective_points_before)
    hand_left = [card for card in view.hand if card != action.card]
    return points + objectives + (0.0 if view.additional else _area_value(after, hand_left))


def _own_objective_points(view: CodexView, area: CodexArea) -> int:
    """Return the points of the common objectives and the own secret one in this area."""
    mine = (*view.common, *((view.objective,) if view.objective else ()))
    return sum(objective_points(area, objective) for objective in mine)


def _area_value(area: CodexArea, hand: Sequence[str]) -> float:
    """Return the value of an area for later turns: symbols, open spots and the cards of this hand.

    At most MAX_COUNTED_SPOTS spots count.
    """
    golds = sum(_expected_value(area, CODEX_CARDS[card]) for card in hand)
    spots = min(len(area.spots), MAX_COUNTED_SPOTS)
    return SYMBOL_WEIGHT * sum(area.symbols) + SPOT_WEIGHT * spots + golds


def _expected_value(area: CodexArea, card: CodexCard) -> float:
    """Return the weighted points of a card that is not placed; each missing symbol lowers them."""
    lacking = sum(max(0, n - seen) for n, seen in zip(card.needs, area.symbols, strict=True))
    return HAND_CARD_WEIGHT * _estimated_points(area, card) / (1 + lacking)


def _estimated_points(area: CodexArea, card: CodexCard) -> int:
    """Return the points of a card if it were placed now, with a guess for covered corners.

    A rule that counts symbols also counts the one that the card itself shows.
    """
    if card.rule == "per_covered_corner":
        return card.points * EXPECTED_CORNERS
    if card.rule in COUNTED:
        return card.points * (1 + area.symbols[COUNTED[card.rule]])
    return card.points


def _draw_value(view: CodexView, area: CodexArea, action: codex.DrawCodexCard) -> float:
    """Return the value of drawing a visible card or the top card of a deck.

    Of the top card only the kingdom is known. The symbols of a visible front count if it is
    affordable.
    """
    if action.source in ("RESOURCE", "GOLD"):
        deck = view.resource if action.source == "RESOURCE" else view.gold
        kingdom = KINGDOMS.index(deck.top) if deck.top in KINGDOMS else -1
        return DECK_CARD_VALUE + _kingdom_value(view, kingdom)
    card = CODEX_CARDS[view.slots[codex.CODEX_SOURCES.index(action.source)]]
    front = SYMBOL_WEIGHT * len(card.front.symbols) if is_affordable(area, card) else 0.0
    return _expected_value(area, card) + front + _kingdom_value(view, card.kingdom)


def _kingdom_value(view: CodexView, kingdom: int) -> float:
    """Return the value of a kingdom: cards in hand that need it, and own objectives with it.

    ``kingdom`` is an index, or -1 if it is unknown.
    """
    mine = (*view.common, *((view.objective,) if view.objective else ()))
    golds = sum(CODEX_CARDS[card].needs[kingdom] > 0 for card in view.hand)
    return SYMBOL_WEIGHT * (golds + sum(CODEX_OBJECTIVES[card].kingdom == kingdom for card in mine))
