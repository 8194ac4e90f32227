"""My Shelfie: the settings of a match, checked (A.12)."""

from collections.abc import Mapping
from typing import Any

from games.options import SWITCH, Values, check
from games.shelfie.state import Options

KNOWN: dict[str, Values] = {
    "refill": ("keep", "return"),
    "squares_same_type": SWITCH,
    "common_goals": range(3),
    "end_round": ("seat", "lap"),
    "tie": ("furthest", "none"),
    "leaving": ("continue", "end"),
}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """There is one mode only, so expert and base are the same."""
    check("My Shelfie", KNOWN, chosen)
    return Options(**chosen)
