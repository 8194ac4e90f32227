"""Views of a Rummy match for tests."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from messages.rummy.table import RummyMeldView, RummyPlayerView, RummyView

NAMES = ("ada", "bob", "carol")
MELDS = (
    RummyMeldView(("5H", "6H", "7H", "8H"), (1, 1, 1, 0)),
    RummyMeldView(("TC", "TS", "TD"), (0, 0, 0)),
)


def rummy_view(hand: Sequence[str], *others: int, **fields: Any) -> RummyView:
    """Return a view in which seat 0 has this hand and must draw.

    ``others`` are the hand sizes of the other seats, 7 and 7 by default.
    """
    counts = (len(hand), *(others or (7, 7)))
    view = RummyView(
        seat=0,
        deal_two=13,
        deal_more=7,
        target=500,
        ace_runs="both",
        stock_out="end_now",
        forgiving=False,
        round=2,
        first=1,
        hand=tuple(hand),
        players=tuple(RummyPlayerView(cards=cards, score=10 * n) for n, cards in enumerate(counts)),
        melds=(),
        discard=("9H", "2D", "TH"),
        stock=20,
        turn=0,
        decision="DRAW",
    )
    return replace(view, **fields)
