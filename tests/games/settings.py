"""What the tests of all games need to know about one game.

The test folder of a game may define ``TESTS = GameTests(...)``; without it the defaults apply.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from messages.base import ClientMessage


@dataclass(frozen=True, kw_only=True)
class GameTests:
    """Settings of the tests of one game."""

    short: Mapping[str, Any] = field(default_factory=dict)
    """Options with which a random game ends soon; a game of one round needs none."""
    seldom: frozenset[type[ClientMessage]] = frozenset()
    """Actions that delay the end of a game; random players choose others more often."""
    playthroughs: tuple[bool, ...] = (False, True)
    """The modes with a playthrough per player count; none if the game writes its own."""
