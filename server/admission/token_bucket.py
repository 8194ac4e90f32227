"""Token buckets: the counters behind rate limits.

A bucket holds at most ``burst`` units and regains ``per_second`` units each second. A connection
spends from several buckets: its own, its session's and its address's. It takes units from all of
them in advance, so that most messages need one subtraction only.
"""

from itertools import islice
from typing import NamedTuple

from msgspec import Struct

REFILL_UNITS = 16.0
"""Units taken in advance; a small number, because they are lost when the connection ends."""


class Rate(NamedTuple):
    """The refill rate and the capacity of a bucket."""

    per_second: float
    burst: float


class TokenBucket(Struct):
    """Holds ``level`` units at the time ``updated_at``."""

    rate: Rate
    level: float
    updated_at: float

    @classmethod
    def full(cls, rate: Rate, now: float) -> "TokenBucket":
        """Return a full bucket."""
        return cls(rate, rate.burst, now)

    def level_at(self, now: float) -> float:
        """Refill the bucket up to ``now``; return its level."""
        filled = self.level + max(0.0, now - self.updated_at) * self.rate.per_second
        self.level, self.updated_at = min(self.rate.burst, filled), now
        return self.level

    def try_spend(self, units: float, now: float) -> bool:
        """Refill the bucket and spend the units, or none of them if it has fewer.

        Return whether they were spent.
        """
        if self.level_at(now) < units:
            return False
        self.level -= units
        return True


class KeyedBuckets:
    """Token buckets by key, such as a nickname or an address; full ones are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, TokenBucket] = {}
        """The bucket that was used last is the last one."""

    def __len__(self) -> int:
        """Return the number of buckets that are kept."""
        return len(self._buckets)

    def try_spend(self, key: str, now: float) -> bool:
        """Spend one unit of the bucket of this key; return False if it has none.

        A key without a bucket gets a full one. The two oldest buckets are forgotten if they are
        full again.
        """
        refill_seconds = self._rate.burst / self._rate.per_second
        # Two are examined for each one that is added, so their number stays small.
        for oldest, bucket in list(islice(self._buckets.items(), 2)):
            if now - bucket.updated_at >= refill_seconds:
                del self._buckets[oldest]
        used = self._buckets.pop(key, TokenBucket.full(self._rate, now))
        self._buckets[key] = used
        return used.try_spend(1.0, now)


def spend_from_all(buckets: list[TokenBucket], units: float, now: float) -> float:
    """Refill the buckets and spend an equal number of units from each; return that number.

    It is ``units`` or more, up to REFILL_UNITS if all buckets have them. If one bucket has fewer
    than ``units``, nothing is spent and 0.0 is returned.
    """
    lowest_level = min(bucket.level_at(now) for bucket in buckets)
    if lowest_level < units:
        return 0.0
    spent = max(units, min(REFILL_UNITS, lowest_level))
    for bucket in buckets:
        bucket.level -= spent
    return spent


def seconds_until(buckets: list[TokenBucket], units: float) -> float:
    """Return the seconds until every bucket has this many units; 0 if all have them now.

    The levels of the buckets must be current.
    """
    waits = [(units - bucket.level) / bucket.rate.per_second for bucket in buckets]
    return max([0.0, *waits])
