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
        elif not _is_allowed(value, values):
            _refuse(f"The option {name} of {title} is {_values_text(values)}.")


def normalized(known: Mapping[str, Values], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with words in any letter case replaced by the words that are allowed.

    Unknown options and values stay as they are, for ``check`` to refuse them.
    """
    return {name: _normalized(value, known.get(name, ())) for name, value in chosen.items()}


def _normalized(value: Any, values: Values) -> Any:
    """Return a word as the option spells it, in any letter case; other values unchanged."""
    if not isinstance(value, str):
        return value
    words = (word for word in values if isinstance(word, str))
    return next((word for word in words if word.casefold() == value.casefold()), value)


def _is_allowed(value: object, values: Values) -> bool:
    """Return whether the value is allowed; True does not count as 1, nor False as 0."""
    if isinstance(values, range):
        return type(value) is int and value in values
    return any(type(value) is type(one) and value == one for one in values)


def _values_text(values: Values) -> str:
    """Return the allowed values in words, for a refusal."""
    if isinstance(values, range):
        return f"a number from {values[0]} to {values[-1]}"
    if set(values) == set(SWITCH):
        return "true or false"
    return f"one of {', '.join(map(str, values))}"


def _refuse(text: str) -> None:
    """Raise Refusal with CHOICENOTVALID."""
    raise Refusal(ErrorCode.CHOICENOTVALID, text)
