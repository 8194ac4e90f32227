"""Token buckets: how often something may be done. Time is a number that is passed in.

A bucket holds at most ``burst`` units and gets ``per_second`` of them back. An allowance is what
one connection may spend: it takes units in portions out of all its buckets (its own, its session's,
its address's), so that most messages cost one subtraction.
"""

from typing import NamedTuple

from msgspec import Struct

PORTION = 16.0
"""Units taken out of the buckets at once: few enough that nothing is lost with a connection."""


class Rate(NamedTuple):
    """How fast a bucket fills, and how much it holds."""

    per_second: float
    burst: float


class Bucket(Struct):
    """Full when it is made."""

    rate: Rate
    level: float
    at: float

    @classmethod
    def full(cls, rate: Rate, now: float) -> "Bucket":
        """A bucket nobody has taken anything out of."""
        return cls(rate, rate.burst, now)

    def look(self, now: float) -> float:
        """What is in it now."""
        filled = self.level + max(0.0, now - self.at) * self.rate.per_second
        self.level, self.at = min(self.rate.burst, filled), now
        return self.level

    def take(self, units: float, now: float) -> bool:
        """Take that much out, if that much is in it."""
        if self.look(now) < units:
            return False
        self.level -= units
        return True


def draw(buckets: list[Bucket], units: float, now: float) -> float:
    """At least so many units out of every one of these buckets, or 0.0 and nothing changes."""
    least = min(bucket.look(now) for bucket in buckets)
    if least < units:
        return 0.0
    portion = max(units, min(PORTION, least))
    for bucket in buckets:
        bucket.level -= portion
    return portion


def wait(buckets: list[Bucket], units: float) -> float:
    """Seconds until so many units will be in all of these buckets."""
    return max((units - bucket.level) / bucket.rate.per_second for bucket in buckets)
