"""Rummy 500: the options of a match, and the whole position as one frozen value.

The next card to be drawn is the last of ``stock``, the top card of the pile the last of
``discard``. The 52 cards lie in hands, piles and melds at every moment.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from games.options import SWITCH, Values, check
from games.rng import Rng
from games.rummy.cards import NO_CARD
from messages.base import Seat
from messages.rummy.actions import RUMMY_ACES, RUMMY_STOCK_OUT, RummyAces, RummyStockOut
from messages.rummy.table import RummyDecision

NOBODY = -1
"""No seat: on turn when the game is over."""


class Options(Struct, frozen=True, gc=False):
    """How a match is played: the settings of the digest that are the game's own."""

    deal_two: int = 13
    deal_more: int = 7
    target: int = 500
    ace_runs: RummyAces = "both"
    stock_out: RummyStockOut = "end_now"
    forgiving: bool = False
    """Turns that cannot be explained may be forgiven, for old clients that ask nobody (11)."""


KNOWN: dict[str, Values] = {
    "deal_two": range(1, 26),  # the largest hands still leave a card to turn up and one to draw
    "deal_more": range(1, 11),
    "target": range(1, 10_001),
    "ace_runs": RUMMY_ACES,
    "stock_out": RUMMY_STOCK_OUT,
    "forgiving": SWITCH,
}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Both modes are the same game; the options tell tables apart."""
    check("Rummy 500", KNOWN, chosen)
    return Options(**chosen)


class Meld(Struct, frozen=True, gc=False):
    """Cards in order, and for each the seat that laid it."""

    cards: bytes
    owners: bytes


class State(Struct, frozen=True, gc=False):
    """``seated`` are the seats still at the table; the others have no cards and no total.

    ``drawn`` is the card that came from the stock in this turn. ``owed`` is the deepest card taken
    from the pile in this turn, until it lies in a meld (Rummy 5). ``fines`` are points lost in this
    round at a forgiving table. ``renewed`` is how many cards lay in melds when the stock was made
    anew the last time. ``rounds`` are the points of the last rounds.
    """

    options: Options
    rng: Rng = field(name="chance")
    seated: tuple[Seat, ...]
    scores: tuple[int, ...]
    hands: tuple[int, ...]
    fines: tuple[int, ...]
    stock: bytes = b""
    discard: bytes = b""
    melds: tuple[Meld, ...] = ()
    turn: int = NOBODY
    decision: RummyDecision = "DRAW"
    drawn: int = NO_CARD
    owed: int = NO_CARD
    renewed: int = -1
    round: int = 0
    first: int = NOBODY
    rounds: tuple[tuple[int, ...], ...] = ()
    winners: tuple[Seat, ...] = ()
    reason: str = ""


def next_seat(state: State, seat: Seat) -> Seat:
    """Who sits next, also after an empty seat."""
    later = [other for other in state.seated if other > seat]
    return later[0] if later else state.seated[0]
