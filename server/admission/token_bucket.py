"""Token buckets: how often something may be done.

A bucket holds at most ``burst`` units and gets ``per_second`` of them back. A connection spends
from several buckets (its own, its session's, its address's); it takes units from all of them in
advance, so that most messages cost one subtraction.
"""

from typing import NamedTuple

from msgspec import Struct

REFILL_UNITS = 16.0
"""Units taken in advance: so few that hardly any are lost when the connection ends."""


class Rate(NamedTuple):
    """How fast a bucket is refilled, and how much it holds."""

    per_second: float
    burst: float


class TokenBucket(Struct):
    """Holds ``level`` units at the time ``at``."""

    rate: Rate
    level: float
    at: float

    @classmethod
    def full(cls, rate: Rate, now: float) -> "TokenBucket":
        """A full bucket."""
        return cls(rate, rate.burst, now)

    def level_at(self, now: float) -> float:
        """Refill it up to now; return the units it holds."""
        filled = self.level + max(0.0, now - self.at) * self.rate.per_second
        self.level, self.at = min(self.rate.burst, filled), now
        return self.level

    def try_spend(self, units: float, now: float) -> bool:
        """Spend so many units if it has them; return whether it had."""
        if self.level_at(now) < units:
            return False
        self.level -= units
        return True


def spend_from_all(buckets: list[TokenBucket], units: float, now: float) -> float:
    """Spend at least so many units from each bucket; return how many, 0.0 if one has too few."""
    least = min(bucket.level_at(now) for bucket in buckets)
    if least < units:
        return 0.0
    portion = max(units, min(REFILL_UNITS, least))
    for bucket in buckets:
        bucket.level -= portion
    return portion


def seconds_until(buckets: list[TokenBucket], units: float) -> float:
    """Seconds until each of the buckets has so many units."""
    return max((units - bucket.level) / bucket.rate.per_second for bucket in buckets)
