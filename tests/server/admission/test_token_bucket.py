"""Token buckets: they fill with time, never beyond the burst, and are emptied together."""

from hypothesis import given
from hypothesis import strategies as st

from server.admission.token_bucket import (
    REFILL_UNITS,
    Rate,
    TokenBucket,
    seconds_until,
    spend_from_all,
)

RATE = Rate(per_second=10.0, burst=40.0)


def test_a_bucket_gives_its_burst_and_then_what_time_brings() -> None:
    bucket = TokenBucket.full(RATE, 0.0)
    assert sum(bucket.try_spend(1.0, 0.0) for _ in range(100)) == 40
    assert sum(bucket.try_spend(1.0, 1.0) for _ in range(100)) == 10
    assert not bucket.try_spend(1.0, 1.0)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    assert TokenBucket.full(RATE, 0.0).level_at(1e9) == 40.0


def test_a_clock_that_goes_back_gives_and_takes_nothing() -> None:
    bucket = TokenBucket.full(RATE, 100.0)
    bucket.try_spend(40.0, 100.0)
    assert bucket.level_at(50.0) == 0.0


def test_nothing_is_drawn_when_one_bucket_has_too_little() -> None:
    rich, poor = TokenBucket.full(RATE, 0.0), TokenBucket(RATE, 2.0, 0.0)
    assert spend_from_all([rich, poor], 3.0, 0.0) == 0.0
    assert (rich.level, poor.level) == (40.0, 2.0)
    assert seconds_until([rich, poor], 3.0) == 0.1


def test_a_portion_is_drawn_from_all_buckets_at_once() -> None:
    first, second = TokenBucket.full(RATE, 0.0), TokenBucket(RATE, 10.0, 0.0)
    assert spend_from_all([first, second], 1.0, 0.0) == 10.0
    assert (first.level, second.level) == (30.0, 0.0)
    assert spend_from_all([first], 1.0, 0.0) == REFILL_UNITS
    assert spend_from_all([TokenBucket.full(RATE, 0.0)], 30.0, 0.0) == 30.0


@given(st.lists(st.tuples(st.floats(0.0, 3.0), st.floats(0.0, 50.0)), max_size=60))
def test_nobody_gets_more_than_the_rate_over_any_time(steps: list[tuple[float, float]]) -> None:
    bucket = TokenBucket.full(RATE, 0.0)
    now = got = 0.0
    for pause, wanted in steps:
        now += pause
        got += wanted if bucket.try_spend(wanted, now) else 0.0
        assert got <= RATE.burst + now * RATE.per_second + 1e-6
