"""What an operator may set of a dialect: its own settings, and the options of its game.

The settings of a dialect are a frozen dataclass whose defaults say what kind of value each takes. A
name that it does not have is an option of the game.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from games.base import AnyGame
from messages.errors import Refusal
from server.rooms.opening import CLOCK_SECONDS

OPTIONS = "options"
"""The field of every such dataclass that holds the options of the game."""
SEATS = ("seats", "max_players")
CLOCK = "turn_limit"


class BadDialectSetting(Exception):
    """A value that cannot be; ``str()`` says what could."""


def settings_of(kind: type[Any], game: AnyGame, chosen: Mapping[str, Any]) -> Any:
    """The usual settings with these instead. Raises BadDialectSetting."""
    usual = kind()
    own = {field.name for field in fields(usual)} - {OPTIONS}
    mine = {name: value for name, value in chosen.items() if name in own}
    options = {name: value for name, value in chosen.items() if name not in own}
    for name, value in mine.items():
        _check(name, value, getattr(usual, name), game.seats)
    try:
        game.options(False, options)
    except Refusal as refusal:
        raise BadDialectSetting(refusal.text) from None
    return kind(**mine, options={**usual.options, **options})


def _check(name: str, value: Any, usual: Any, seats: range) -> None:
    """A number for a number, yes or no for yes or no; nothing the tables would refuse."""
    if isinstance(usual, bool):
        if not isinstance(value, bool):
            raise BadDialectSetting(f"{name} is true or false, not {value!r}")
        return
    whole = isinstance(usual, int)
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise BadDialectSetting(f"{name} is a {'whole ' if whole else ''}number, not {value!r}")
    if not 0 < value < float("inf"):
        raise BadDialectSetting(f"{name} must be above 0")
    allowed = seats if name in SEATS else CLOCK_SECONDS if name == CLOCK else None
    if allowed is not None and value not in allowed:
        raise BadDialectSetting(f"{name} is {allowed[0]} to {allowed[-1]}, not {value}")
