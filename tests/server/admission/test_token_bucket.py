"""Token buckets: refilling, spending, and spending from several buckets at once."""

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


def test_bucket_allows_its_burst_and_then_its_rate() -> None:
    bucket = TokenBucket.full(RATE, 0.0)
    assert sum(bucket.try_spend(1.0, 0.0) for _ in range(100)) == 40
    assert sum(bucket.try_spend(1.0, 1.0) for _ in range(100)) == 10
    assert not bucket.try_spend(1.0, 1.0)


def test_level_of_a_full_bucket_does_not_exceed_the_burst_later() -> None:
    assert TokenBucket.full(RATE, 0.0).level_at(1e9) == 40.0


def test_clock_going_backwards_does_not_refill_an_empty_bucket() -> None:
    bucket = TokenBucket.full(RATE, 100.0)
    bucket.try_spend(40.0, 100.0)
    assert bucket.level_at(50.0) == 0.0


def test_nothing_is_spent_if_one_bucket_has_fewer_units_and_seconds_until_says_when() -> None:
    full, low = TokenBucket.full(RATE, 0.0), TokenBucket(RATE, 2.0, 0.0)
    assert spend_from_all([full, low], 3.0, 0.0) == 0.0
    assert (full.level, low.level) == (40.0, 2.0)
    assert seconds_until([full, low], 3.0) == 0.1


def test_seconds_until_is_0_if_every_bucket_has_the_units_now() -> None:
    full, low = TokenBucket.full(RATE, 0.0), TokenBucket(RATE, 2.0, 0.0)
    assert seconds_until([full, low], 1.0) == 0.0


def test_spend_from_all_takes_the_lowest_level_up_to_refill_units_or_the_cost() -> None:
    first, second = TokenBucket.full(RATE, 0.0), TokenBucket(RATE, 10.0, 0.0)
    assert spend_from_all([first, second], 1.0, 0.0) == 10.0
    assert (first.level, second.level) == (30.0, 0.0)
    assert spend_from_all([first], 1.0, 0.0) == REFILL_UNITS
    assert spend_from_all([TokenBucket.full(RATE, 0.0)], 30.0, 0.0) == 30.0


@given(st.lists(st.tuples(st.floats(0.0, 3.0), st.floats(0.0, 50.0)), max_size=60))
def test_total_spent_never_exceeds_burst_plus_rate(
    pauses_and_costs: list[tuple[float, float]],
) -> None:
    bucket = TokenBucket.full(RATE, 0.0)
    now = spent = 0.0
    for seconds, cost in pauses_and_costs:
        now += seconds
        spent += cost if bucket.try_spend(cost, now) else 0.0
        assert spent <= RATE.burst + now * RATE.per_second + 1e-6
