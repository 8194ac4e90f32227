"""Win rates with their 95 % confidence intervals."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from client.bots.plan import Outcome

Z = 1.959963984540054
"""Half the width of the central 95 % of the normal distribution, in standard deviations."""


class WinRate(NamedTuple):
    """Wins, with the bounds of the 95 % interval of the win rate; ``str()`` is a line of text.

    A shared victory counts as a win. ``matches`` does not count aborted matches.
    """

    won: int
    shared: int
    matches: int

    @property
    def rate(self) -> float:
        """The share of matches won, from 0 to 1; 0 without matches."""
        return self.won / self.matches if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate, from 0 to 1."""
        return wilson_interval(self.won, self.matches)

    def __str__(self) -> str:
        low, high = (100 * bound for bound in self.interval)
        share = f"{100 * self.rate:.1f} %, 95 % interval {low:.1f} to {high:.1f} %"
        return f"won {self.won} of {self.matches} ({share}), {self.shared} shared"


def win_rate(outcomes: Iterable[Outcome]) -> WinRate:
    """Return the win rate of a bot from its outcomes, without aborted matches.

    A forfeited match counts as lost.
    """
    ended = [outcome for outcome in outcomes if not outcome.aborted]
    won = [outcome for outcome in ended if outcome.won]
    return WinRate(len(won), sum(len(outcome.winners) > 1 for outcome in won), len(ended))


def wilson_interval(won: int, matches: int) -> tuple[float, float]:
    """Return the Wilson score interval of a share for a confidence of 95 %.

    It is also correct for shares near 0 and 1, and for small numbers of matches. It is 0 to 1
    without matches.
    """
    if not matches:
        return 0.0, 1.0
    share = won / matches
    center = share + Z * Z / (2 * matches)
    margin = Z * sqrt(share * (1 - share) / matches + (Z / (2 * matches)) ** 2)
    scale = 1 + Z * Z / matches
    return max(0.0, (center - margin) / scale), min(1.0, (center + margin) / scale)
