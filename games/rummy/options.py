"""Rummy 500: the settings of a match, checked."""

from collections.abc import Mapping
from typing import Any

from games.rummy.state import Options
from messages.errors import ErrorCode, Refusal
from messages.rummy import RUMMY_ACES, RUMMY_STOCK_OUT

NUMBERS: dict[str, range] = {
    "deal_two": range(1, 26),
    "deal_more": range(1, 11),
    "target": range(1, 10_001),
}
"""The largest hands still leave a card to turn up and one to draw."""

WORDS: dict[str, tuple[str | bool, ...]] = {
    "ace_runs": RUMMY_ACES,
    "stock_out": RUMMY_STOCK_OUT,
    "forgiving": (True, False),
}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Both modes are the same game; the options tell tables apart."""
    for name, value in chosen.items():
        _check(str(name), value)
    return Options(**chosen)


def _check(name: str, value: object) -> None:
    if name in WORDS:
        if type(value) not in (str, bool) or value not in WORDS[name]:
            words = ", ".join(str(word).lower() for word in WORDS[name])
            _refuse(f"The option {name} of Rummy 500 is one of {words}.")
    elif name in NUMBERS:
        bounds = NUMBERS[name]
        if type(value) is not int or value not in bounds:
            _refuse(f"The option {name} of Rummy 500 is a number from {bounds[0]} to {bounds[-1]}.")
    else:
        names = ", ".join((*NUMBERS, *WORDS))
        _refuse(f"Rummy 500 has no option {name[:32]}; there are {names}.")


def _refuse(text: str) -> None:
    raise Refusal(ErrorCode.CHOICENOTVALID, text)
