"""What cannot be done now in Eriantys though one might wish to, and why."""

from collections.abc import Sequence

from client.games.base import Unavailable
from client.games.eriantys.text_typing import COSTS, NOT_NOW, PLAYED, SPENT
from messages.eriantys.actions import EriantysAction, PlayAssistantCard, UseCharacterCard
from messages.eriantys.table import CharacterView, EriantysView


def closed(view: EriantysView, actions: Sequence[EriantysAction]) -> list[Unavailable]:
    """Assistants that others played, and characters that cannot be used."""
    if view.seat is None:
        return []
    if view.phase == "PLANNING":
        return _assistants(view.schools[view.seat].hand, actions)
    usable = {a.asset for a in actions if isinstance(a, UseCharacterCard)}
    return [
        Unavailable(f"use {card.name.lower()}", _why(view, card, view.schools[view.seat].coins))
        for card in view.characters
        if card.name not in usable
    ]


def _assistants(hand: Sequence[int], actions: Sequence[EriantysAction]) -> list[Unavailable]:
    open_ = {a.card_value for a in actions if isinstance(a, PlayAssistantCard)}
    return [Unavailable(f"assistant {value}", PLAYED) for value in hand if value not in open_]


def _why(view: EriantysView, card: CharacterView, coins: int) -> str:
    if view.character_used:
        return SPENT
    if card.price > coins:
        return COSTS.format(price=card.price, coins=coins)
    return NOT_NOW
