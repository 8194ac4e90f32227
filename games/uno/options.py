"""UNO: the settings of a match, checked."""

from collections.abc import Mapping
from typing import Any

from games.options import Values, check
from games.uno.state import Options
from messages.uno.actions import UNO_MODES, UNO_WILD_POLICIES

KNOWN: dict[str, Values] = {
    "mode": UNO_MODES,
    "wd4_policy": UNO_WILD_POLICIES,
    "hand_size": range(1, 11),  # for ten players that leaves eight cards to turn up and draw
    "target_score": range(1, 10_001),
    "uno_penalty": range(11),
    "max_idle_turns": range(101),
}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Mode true, which is expert, means that a DRAW_4 can be challenged unless options say more."""
    check("UNO", KNOWN, chosen)
    policy = "challenge" if mode else "strict"
    return Options(**{"wd4_policy": policy, **chosen})
