"""An UNO table as one seat sees it, and what that seat may do."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from messages.registry import Action
from messages.uno.actions import UNO_COLORS, DrawUnoCard, PlayUnoCard, SayUno
from messages.uno.table import UnoPlayerView, UnoView

NAMES = ("ada", "bob", "carol")


def uno_view(hand: Sequence[str], *others: int, top: str = "RED 5", **fields: Any) -> UnoView:
    """The turn of seat 0 with this hand; the others have so many cards (7 and 7)."""
    counts = (len(hand), *(others or (7, 7)))
    color = top.split(" ")[0]
    view = UnoView(
        seat=0,
        mode="normal",
        wd4_policy="strict",
        hand_size=7,
        target_score=500,
        uno_penalty=2,
        round=1,
        dealer=len(counts) - 1,
        hand=tuple(hand),
        players=tuple(UnoPlayerView(cards=cards, score=10 * n) for n, cards in enumerate(counts)),
        top=top,
        color=next((c for c in UNO_COLORS if c == color), None),
        clockwise=True,
        turn=0,
        decision="PLAY",
        draw_pile=60,
        discard_pile=9,
    )
    return replace(view, **fields)


def plays(*cards: str, swaps: Sequence[int] = ()) -> list[Action]:
    """Everything the seat on turn may do with these cards, as the server lists it."""
    found: list[Action] = []
    for card in cards:
        if card.startswith("WILD"):
            found += [PlayUnoCard(card, color=color) for color in UNO_COLORS]
        elif card.endswith(" 7") and swaps:
            found += [PlayUnoCard(card, swap=seat) for seat in swaps]
        else:
            found.append(PlayUnoCard(card))
    return [*found, DrawUnoCard()]


def with_uno(actions: Sequence[Action]) -> list[Action]:
    """The same, and UNO may be said."""
    return [*actions, SayUno()]
