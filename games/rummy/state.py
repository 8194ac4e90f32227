"""Rummy 500: the options of a match, and its state as one frozen value.

The next card to be drawn is the last of ``stock``, the top card of the pile the last of
``discard``. Hands, piles and melds always contain 52 cards in total.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from games.options import SWITCH, Values, check, normalized
from games.rng import Rng
from games.rummy.cards import NO_CARD
from messages.base import Seat
from messages.rummy.actions import RUMMY_ACES, RUMMY_STOCK_OUT, RummyAces, RummyStockOut
from messages.rummy.table import RummyDecision

NOBODY = -1
"""No seat: ``turn`` when the match is over."""


class Options(Struct, frozen=True, gc=False):
    """The options of a match."""

    deal_two: int = 13
    deal_more: int = 7
    target: int = 500
    ace_runs: RummyAces = "both"
    stock_out: RummyStockOut = "end_now"
    forgiving: bool = False
    """Forgive plays of legacy clients that match no melds (11)."""


KNOWN: dict[str, Values] = {
    "deal_two": range(1, 26),  # the largest hands still leave a card to turn up and one to draw
    "deal_more": range(1, 11),
    "target": range(1, 10_001),
    "ace_runs": RUMMY_ACES,
    "stock_out": RUMMY_STOCK_OUT,
    "forgiving": SWITCH,
}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Return the options; expert and base mode are the same."""
    chosen = normalized(KNOWN, chosen)
    check("Rummy 500", KNOWN, chosen)
    return Options(**chosen)


class Meld(Struct, frozen=True, gc=False):
    """The cards of a meld in order, and for each the seat that laid it."""

    cards: bytes
    owners: bytes


class State(Struct, frozen=True, gc=False):
    """The whole position. ``seated`` are the seats whose players have not left.

    The other seats have no cards and no total. ``hands`` are bit masks of cards. ``drawn`` is the
    card that came from the stock in this turn. ``owed`` is the deepest card taken from the pile in
    this turn, until it is laid in a meld (Rummy 5).

    ``fines`` are points lost in this round at a forgiving table. ``renewed`` is the number of cards
    in melds when the stock was last renewed. ``rounds`` are the points of the last rounds.
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
    """Return the next seat, also after an empty one."""
    later = [other for other in state.seated if other > seat]
    return later[0] if later else state.seated[0]
