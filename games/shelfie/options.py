"""My Shelfie: the settings of a match, checked (A.12)."""

from collections.abc import Mapping
from typing import Any

from games.shelfie.state import Options
from messages.errors import ErrorCode, Refusal

CHOICES: dict[str, tuple[str | int | bool, ...]] = {
    "refill": ("keep", "return"),
    "squares_same_type": (False, True),
    "common_goals": (2, 1, 0),
    "end_round": ("seat", "lap"),
    "tie": ("furthest", "none"),
    "leaving": ("continue", "end"),
}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """There is one mode only, so expert and base are the same."""
    for name, value in chosen.items():
        _check(str(name), value)
    return Options(**chosen)


def _check(name: str, value: object) -> None:
    if name not in CHOICES:
        _refuse(f"My Shelfie has no option {name[:32]}; there are {', '.join(CHOICES)}.")
    values = CHOICES[name]
    # True is 1 in Python, but not on the wire.
    if not any(type(value) is type(known) and value == known for known in values):
        words = ", ".join(str(known).lower() for known in values)
        _refuse(f"The option {name} of My Shelfie is one of {words}.")


def _refuse(text: str) -> None:
    raise Refusal(ErrorCode.CHOICENOTVALID, text)
