"""Rummy's old dialect: what happened in a match, in words (Rummy 10.5, 11).

An event is all changes of one step and the view after them. What it means is worked out once, as a
Tale; the two profiles word it in their own way (profiles.py).
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from messages.base import Change, Seat
from messages.rummy.table import (
    RummyCardDiscarded,
    RummyCardsLaidOff,
    RummyCardsLost,
    RummyDiscardTaken,
    RummyGameEnded,
    RummyMeldLaid,
    RummyRoundEnded,
    RummyRoundStarted,
    RummySeatGone,
    RummyStockDrawn,
    RummyTurnStarted,
    RummyView,
)
from server.dialects.rummy.words import card_list, card_text

DRAW_STOCK = "DRAW STOCK"

_ACTIONS: dict[type[Change], Callable[[Any], str]] = {
    RummyStockDrawn: lambda c: DRAW_STOCK,
    RummyDiscardTaken: lambda c: f"DRAW DISCARD {card_text(c.cards[-1])}",
    RummyMeldLaid: lambda c: f"MELD #{c.meld} {card_list(c.cards)}",
    RummyCardsLaidOff: lambda c: f"LAYOFF #{c.meld} {card_list(c.front + c.back)}",
    RummyCardDiscarded: lambda c: f"DISCARD {card_text(c.card)}",
    RummyCardsLost: lambda c: f"LOST {card_list(c.cards)}" if c.cards else "",
    RummySeatGone: lambda c: "LEFT",
}


class Tale(NamedTuple):
    """What an event means to the guests of this dialect."""

    mover: Seat
    actions: tuple[str, ...]
    discarded: str | None
    turn_over: bool
    round_over: bool
    new_round: bool
    winners: tuple[Seat, ...]

    @property
    def is_draw(self) -> bool:
        """Only a draw, which is told together with what comes after it."""
        return not self.turn_over and all(action.startswith("DRAW") for action in self.actions)


def tell(changes: Sequence[Change], before: RummyView) -> Tale:
    """``before`` is the view before the event."""
    kinds = {type(change) for change in changes}
    acting = [change for change in changes if type(change) in _ACTIONS]
    words = tuple(filter(None, [_ACTIONS[type(change)](change) for change in acting]))
    discards = [change.card for change in changes if isinstance(change, RummyCardDiscarded)]
    ended = [change for change in changes if isinstance(change, RummyGameEnded)]
    mover: Seat = acting[0].seat if acting else before.turn or 0  # type: ignore[attr-defined]
    return Tale(
        mover=mover,
        # Who asks for an empty stock ends the round; nothing else does so without a card. 7
        actions=words or (DRAW_STOCK,),
        discarded=discards[-1] if discards else None,
        turn_over=bool(kinds & {RummyTurnStarted, RummyGameEnded, RummySeatGone}),
        round_over=bool(kinds & {RummyRoundEnded, RummyGameEnded}),
        new_round=RummyRoundStarted in kinds,
        winners=ended[0].winners if ended else (),
    )
