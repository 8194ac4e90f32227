"""What can be done now in Codex Naturalis, in few lines.

Decisions with few choices have numbers. A placement is three choices at once, so it is a command
with three words, and the lines say which cards and spots there are.
"""

from collections.abc import Sequence

from client.tui.commands.codex import text
from client.tui.commands.offer import Offer
from client.tui.phrases import codex_typing as phrases
from client.tui.phrases.codex_cards import card_line, objective_line
from messages import (
    CODEX_SOURCES,
    ChooseCodexObjective,
    CodexAction,
    CodexView,
    DrawCodexCard,
    PlaceCodexCard,
)


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


def explain(view: CodexView, action: CodexAction) -> str:
    """What would be drawn or kept; a placement can be seen on the board."""
    return _label(view, action) if isinstance(action, DrawCodexCard | ChooseCodexObjective) else ""


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
    match action:
        case DrawCodexCard(source="RESOURCE"):
            return phrases.RESOURCE_DECK.format(count=view.resource.left)
        case DrawCodexCard(source="GOLD"):
            return phrases.GOLD_DECK.format(count=view.gold.left)
        case DrawCodexCard():
            return card_line(view.slots[CODEX_SOURCES.index(action.source)])
        case ChooseCodexObjective():
            return objective_line(action.objective)
    return text(action)
