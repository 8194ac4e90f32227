"""Checks the options that a player chose for a match against those that the game has."""

from collections.abc import Mapping
from typing import Any

from messages.errors import ErrorCode, Refusal

Values = range | tuple[str | int | bool, ...]
"""The values that an option may have: the numbers of a range, or the members of a tuple."""

SWITCH = (True, False)


def check(title: str, known: Mapping[str, Values], chosen: Mapping[str, Any]) -> None:
    """Raise Refusal for the first unknown option, or the first option with a value not allowed.

    ``title`` is the name of the game in the refusal.
    """
    for name, value in chosen.items():
        values = known.get(name)
        if values is None:
            names = ", ".join(known)
            _refuse(f"{title} has no option {str(name)[:32]}; there are {names}.")
        elif not _is_one(value, values):
            _refuse(f"The option {name} of {title} is {_words(values)}.")


def _is_one(value: object, values: Values) -> bool:
    """Return whether the value is allowed; True does not count as 1, nor False as 0."""
    if isinstance(values, range):
        return type(value) is int and value in values
    return any(type(value) is type(one) and value == one for one in values)


def _words(values: Values) -> str:
    if isinstance(values, range):
        return f"a number from {values[0]} to {values[-1]}"
    if set(values) == set(SWITCH):
        return "true or false"
    return f"one of {', '.join(map(str, values))}"


def _refuse(text: str) -> None:
    raise Refusal(ErrorCode.CHOICENOTVALID, text)
