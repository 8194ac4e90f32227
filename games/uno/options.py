"""UNO: the settings of a match, checked."""

from collections.abc import Mapping
from typing import Any

from games.uno.state import Options
from messages.errors import ErrorCode, Refusal
from messages.uno import UNO_MODES, UNO_WILD_POLICIES

NUMBERS: dict[str, range] = {
    "hand_size": range(1, 11),
    "target_score": range(1, 10_001),
    "uno_penalty": range(11),
    "max_idle_turns": range(101),
}
"""With hands of ten, ten players still leave eight cards to turn up and draw."""

WORDS: dict[str, tuple[str, ...]] = {"mode": UNO_MODES, "wd4_policy": UNO_WILD_POLICIES}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Mode true, which is expert, means that a DRAW_4 can be challenged unless options say more."""
    for name, value in chosen.items():
        _check(str(name), value)
    policy = "challenge" if mode else "strict"
    return Options(**{"wd4_policy": policy, **chosen})


def _check(name: str, value: object) -> None:
    if name in WORDS:
        if value not in WORDS[name]:
            _refuse(f"The option {name} of UNO is one of {', '.join(WORDS[name])}.")
    elif name in NUMBERS:
        bounds = NUMBERS[name]
        if type(value) is not int or value not in bounds:
            _refuse(f"The option {name} of UNO is a number from {bounds[0]} to {bounds[-1]}.")
    else:
        names = ", ".join((*WORDS, *NUMBERS))
        _refuse(f"UNO has no option {name[:32]}; there are {names}.")


def _refuse(text: str) -> None:
    raise Refusal(ErrorCode.CHOICENOTVALID, text)
