"""Levels of computer players: the words that people choose, and the strategy behind each."""

from collections.abc import Sequence

EASY, MEDIUM, HARD = LEVELS = ("easy", "medium", "hard")

_STRATEGIES: dict[str, tuple[str, ...]] = {
    EASY: ("random",),
    MEDIUM: (),
    HARD: ("search", "advanced"),
}
"""The strategies of each level, the best one first."""


def strategy_for(level: str, strategies: Sequence[str]) -> str:
    """Return the strategy of a level among those of a game; empty for the default of the game.

    A level without a strategy of its own is played by the default. A word that is no level is
    returned unchanged, because it may name a strategy.
    """
    if level not in LEVELS:
        return level
    found = next((name for name in _STRATEGIES[level] if name in strategies), "")
    return "" if strategies and found == strategies[0] else found
