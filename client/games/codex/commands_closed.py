"""What cannot be done now in Codex Naturalis though one might wish to, and why."""

from collections.abc import Sequence

from client.games.base import Unavailable
from client.games.codex.commands import text
from client.games.codex.text_cards import symbols
from client.games.codex.text_typing import EMPTY, NEEDS
from messages.codex.actions import CODEX_SOURCES, CodexAction, DrawCodexCard, PlaceCodexCard
from messages.codex.cards import CODEX_CARDS
from messages.codex.table import CodexView


def closed(view: CodexView, actions: Sequence[CodexAction]) -> list[Unavailable]:
    """Fronts that need more symbols, places that are empty."""
    placed = [action for action in actions if isinstance(action, PlaceCodexCard)]
    if placed:
        return _fronts(view, {action.card for action in placed if action.side == "FRONT"})
    draws = [action for action in actions if isinstance(action, DrawCodexCard)]
    rest = map(DrawCodexCard, CODEX_SOURCES) if draws else ()
    return [Unavailable(text(draw), EMPTY) for draw in rest if draw not in draws]


def _fronts(view: CodexView, fit: set[str]) -> list[Unavailable]:
    return [
        Unavailable(f"place {number} front", NEEDS.format(symbols=symbols(CODEX_CARDS[card].needs)))
        for number, card in enumerate(view.hand, start=1)
        if card not in fit and card in CODEX_CARDS
    ]
