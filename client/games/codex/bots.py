"""The evaluation of Codex Naturalis actions by the seat that may take them.

A placement is worth its points, what it adds to the seat's three objectives, and the prospects of
the area after it: symbols that can be seen, open spots, and how near the gold cards still in hand
are to being affordable. A card to draw is worth what it would add to the same prospects.
"""

from collections.abc import Sequence

from messages.codex import actions as codex
from messages.codex.area import CodexArea, affordable, with_card, worth
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES, COUNTED, KINGDOMS, CodexCard
from messages.codex.scoring import objective_points
from messages.codex.table import CodexView
from messages.registry import Action

OBJECTIVE_WEIGHT = 0.9
"""A point of an objective, beside one that is scored at once; a later card may not undo it."""
SYMBOL_WEIGHT = 0.25
SPOT_WEIGHT = 0.15
MAX_COUNTED_SPOTS = 8
HAND_CARD_WEIGHT = 0.6
"""A gold card in hand that can be afforded, beside its points on the table."""
EXPECTED_CORNERS = 2
"""How many corners a card that counts them is expected to cover."""
DECK_CARD_VALUE = 0.4
"""The top card of a resource deck; of the gold deck it may be one nobody can afford."""


def evaluate(view: CodexView, actions: Sequence[Action]) -> list[float]:
    """One value for each action; only comparisons between them matter."""
    assert view.seat is not None
    area = view.players[view.seat].area
    before = _own_objective_points(view, area)
    return [_action_value(view, area, before, action) for action in actions]


def _action_value(view: CodexView, area: CodexArea, before: int, action: Action) -> float:
    match action:
        case codex.PlaceCodexCard():
            return _placement_value(view, area, before, action)
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
    view: CodexView, area: CodexArea, before: int, action: codex.PlaceCodexCard
) -> float:
    after = with_card(area, action.card, action.side, action.x, action.y)
    points = worth(CODEX_CARDS[action.card], action.side, after, action.x, action.y)
    objectives = OBJECTIVE_WEIGHT * (_own_objective_points(view, after) - before)
    hand_left = [card for card in view.hand if card != action.card]
    return points + objectives + (0.0 if view.additional else _area_value(after, hand_left))


def _own_objective_points(view: CodexView, area: CodexArea) -> int:
    mine = (*view.common, *((view.objective,) if view.objective else ()))
    return sum(objective_points(area, objective) for objective in mine)


def _area_value(area: CodexArea, hand: Sequence[str]) -> float:
    golds = sum(_expected_value(area, CODEX_CARDS[card]) for card in hand)
    spots = min(len(area.spots), MAX_COUNTED_SPOTS)
    return SYMBOL_WEIGHT * sum(area.symbols) + SPOT_WEIGHT * spots + golds


def _expected_value(area: CodexArea, card: CodexCard) -> float:
    """Return the expected points of a card in the hand; each missing symbol lowers them."""
    lacking = sum(max(0, n - seen) for n, seen in zip(card.needs, area.symbols, strict=True))
    return HAND_CARD_WEIGHT * _estimated_points(area, card) / (1 + lacking)


def _estimated_points(area: CodexArea, card: CodexCard) -> int:
    if card.rule == "per_covered_corner":
        return card.points * EXPECTED_CORNERS
    if card.rule in COUNTED:
        return card.points * (1 + area.symbols[COUNTED[card.rule]])
    return card.points


def _draw_value(view: CodexView, area: CodexArea, action: codex.DrawCodexCard) -> float:
    if action.source in ("RESOURCE", "GOLD"):
        deck = view.resource if action.source == "RESOURCE" else view.gold
        return DECK_CARD_VALUE + _kingdom_value(
            view, KINGDOMS.index(deck.top) if deck.top in KINGDOMS else -1
        )
    card = CODEX_CARDS[view.slots[codex.CODEX_SOURCES.index(action.source)]]
    front = SYMBOL_WEIGHT * len(card.front.symbols) if affordable(area, card) else 0.0
    return _expected_value(area, card) + front + _kingdom_value(view, card.kingdom)


def _kingdom_value(view: CodexView, kingdom: int) -> float:
    """Gold cards in hand and objectives that ask for this kingdom."""
    mine = (*view.common, *((view.objective,) if view.objective else ()))
    golds = sum(CODEX_CARDS[card].needs[kingdom] > 0 for card in view.hand)
    return SYMBOL_WEIGHT * (golds + sum(CODEX_OBJECTIVES[card].kingdom == kingdom for card in mine))
