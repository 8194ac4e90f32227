"""Settings of one game for the tests that run over all games.

The test folder of a game may define ``TESTS = GameTests(...)``; without it the defaults apply.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from messages.base import ClientMessage, Seat


class Playthrough(NamedTuple):
    """A seeded game written as text, and its file in ``tests/playthroughs``."""

    file: str
    text: Callable[[], str]


class Omission(NamedTuple):
    """A class of actions that ``apply`` accepts but ``legal`` does not list."""

    words: str
    """The words for this class in ``docs/games/``."""
    covers: Callable[[Any, Seat, Any, frozenset[Any]], bool]
    """Returns whether an accepted action is in the class, given state, seat and listed actions."""
    rare: bool = False
    """True if a random search of several thousand positions may not find one."""


@dataclass(frozen=True, kw_only=True)
class GameTests:
    """Settings of the tests of one game."""

    short_options: Mapping[str, Any] = field(default_factory=dict)
    """Options with which a random game ends soon; a game of one round needs none."""
    rare_actions: frozenset[type[ClientMessage]] = frozenset()
    """Actions that delay the end of a game; random players choose others more often."""
    late_actions: frozenset[type[ClientMessage]] = frozenset()
    """Actions that may be made out of turn; a late one is refused with NOTALLOWED and a reason."""
    modes: tuple[bool, ...] = (False, True)
    """The modes with a playthrough per player count; none if the game writes its own."""
    omissions: tuple[Omission, ...] = ()
    """All classes of accepted actions that are not listed."""
    playthroughs: tuple[Playthrough, ...] = ()
    """The playthroughs that the game writes itself."""
