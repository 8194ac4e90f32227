"""Rummy 500: the settings of a match, checked."""

from collections.abc import Mapping
from typing import Any

from games.options import SWITCH, Values, check
from games.rummy.state import Options
from messages.rummy.actions import RUMMY_ACES, RUMMY_STOCK_OUT

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
