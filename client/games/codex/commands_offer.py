"""What can be done now in Codex Naturalis, in few lines.

Decisions with few choices have numbers. A placement is three choices at once, so it is a command
with three words, and the lines say which cards and spots there are.
"""

from collections.abc import Sequence

from client.games.base import Offer
from client.games.codex import text_typing as phrases
from client.games.codex.commands import text
from client.games.codex.text_cards import card_line, card_short, objective_line
from messages.codex.actions import (
    CODEX_SOURCES,
    ChooseCodexObjective,
    CodexAction,
    DrawCodexCard,
    PlaceCodexCard,
)
from messages.codex.area import with_card, worth
from messages.codex.cards import CODEX_CARDS
from messages.codex.table import CodexView


def offer(view: CodexView, actions: Sequence[CodexAction]) -> Offer:
    """The numbers that may be typed, and the lines to show."""
    placements = [action for action in actions if isinstance(action, PlaceCodexCard)]
    if placements:
        return Offer({}, tuple(_placing(view, placements)))
    draws = [action for action in actions if isinstance(action, DrawCodexCard)]
    numbers: dict[int, CodexAction] = dict(enumerate(actions, start=1))
    if draws:
        numbers = {CODEX_SOURCES.index(action.source) + 1: action for action in draws}
    return Offer(numbers, tuple(f"  {n}  {_label(view, a)}" for n, a in numbers.items()))


def _placing(view: CodexView, placements: Sequence[PlaceCodexCard]) -> list[str]:
    fronts = {action.card for action in placements if action.side == "FRONT"}
    sides = [
        f"{number} {card} {'front/back' if card in fronts else 'back'}"
        for number, card in enumerate(view.hand, start=1)
    ]
    spots = len({(action.x, action.y) for action in placements})
    where = "spot 1" if spots == 1 else f"spots 1 to {spots}"
    return [phrases.PLACE_LINE.format(cards=", ".join(sides)), f"  {where}"]


def _label(view: CodexView, action: CodexAction) -> str:
    return _meaning(view, action) or text(action)


def explain(view: CodexView, action: CodexAction) -> str:
    """What the action would do, where that is not plain."""
    match action:
        case PlaceCodexCard():
            return _gain(view, action)
        case DrawCodexCard(source=slot) if slot.startswith("SLOT"):
            return card_short(view.slots[CODEX_SOURCES.index(slot)])
    return _meaning(view, action)


def _meaning(view: CodexView, action: CodexAction) -> str:
    match action:
        case DrawCodexCard(source="RESOURCE"):
            return phrases.RESOURCE_DECK.format(count=view.resource.left)
        case DrawCodexCard(source="GOLD"):
            return phrases.GOLD_DECK.format(count=view.gold.left)
        case DrawCodexCard():
            return card_line(view.slots[CODEX_SOURCES.index(action.source)])
        case ChooseCodexObjective():
            return objective_line(action.objective)
    return ""


def _gain(view: CodexView, action: PlaceCodexCard) -> str:
    """The points that the card is worth there."""
    if view.seat is None or action.card not in CODEX_CARDS or action.side == "BACK":
        return ""
    area = view.players[view.seat].area
    laid = with_card(area, action.card, action.side, action.x, action.y)
    points = worth(CODEX_CARDS[action.card], action.side, laid, action.x, action.y)
    return f"+{points}" if points else ""
