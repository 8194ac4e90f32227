"""Views and legal actions of one UNO seat, for tests."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from messages.registry import Action
from messages.uno.actions import UNO_COLORS, DrawUnoCard, PlayUnoCard, SayUno
from messages.uno.table import UnoPlayerView, UnoView

NAMES = ("ada", "bob", "carol")


def uno_view(hand: Sequence[str], *others: int, top: str = "RED 5", **fields: Any) -> UnoView:
    """Return a view in the turn of seat 0, which has this hand.

    ``others`` are the hand sizes of the other seats, 7 and 7 by default.
    """
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
    """Return the legal actions with these cards in the order of the server, the draw last."""
    actions: list[Action] = []
    for card in cards:
        if card.startswith("WILD"):
            actions += [PlayUnoCard(card, color=color) for color in UNO_COLORS]
        elif card.endswith(" 7") and swaps:
            actions += [PlayUnoCard(card, swap=seat) for seat in swaps]
        else:
            actions.append(PlayUnoCard(card))
    return [*actions, DrawUnoCard()]


def with_uno(actions: Sequence[Action]) -> list[Action]:
    """Return the actions followed by SayUno."""
    return [*actions, SayUno()]
