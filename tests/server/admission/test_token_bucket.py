"""Token buckets: they fill with time, never beyond the burst, and are emptied together."""

from hypothesis import given
from hypothesis import strategies as st

from server.admission.token_bucket import PORTION, Bucket, Rate, draw, wait

RATE = Rate(per_second=10.0, burst=40.0)


def test_a_bucket_gives_its_burst_and_then_what_time_brings() -> None:
    bucket = Bucket.full(RATE, 0.0)
    assert sum(bucket.take(1.0, 0.0) for _ in range(100)) == 40
    assert sum(bucket.take(1.0, 1.0) for _ in range(100)) == 10
    assert not bucket.take(1.0, 1.0)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    assert Bucket.full(RATE, 0.0).look(1e9) == 40.0


def test_a_clock_that_goes_back_gives_and_takes_nothing() -> None:
    bucket = Bucket.full(RATE, 100.0)
    bucket.take(40.0, 100.0)
    assert bucket.look(50.0) == 0.0


def test_nothing_is_drawn_when_one_bucket_has_too_little() -> None:
    rich, poor = Bucket.full(RATE, 0.0), Bucket(RATE, 2.0, 0.0)
    assert draw([rich, poor], 3.0, 0.0) == 0.0
    assert (rich.level, poor.level) == (40.0, 2.0)
    assert wait([rich, poor], 3.0) == 0.1


def test_a_portion_is_drawn_from_all_buckets_at_once() -> None:
    first, second = Bucket.full(RATE, 0.0), Bucket(RATE, 10.0, 0.0)
    assert draw([first, second], 1.0, 0.0) == 10.0
    assert (first.level, second.level) == (30.0, 0.0)
    assert draw([first], 1.0, 0.0) == PORTION
    assert draw([Bucket.full(RATE, 0.0)], 30.0, 0.0) == 30.0


@given(st.lists(st.tuples(st.floats(0.0, 3.0), st.floats(0.0, 50.0)), max_size=60))
def test_nobody_gets_more_than_the_rate_over_any_time(steps: list[tuple[float, float]]) -> None:
    bucket = Bucket.full(RATE, 0.0)
    now = got = 0.0
    for pause, wanted in steps:
        now += pause
        got += wanted if bucket.take(wanted, now) else 0.0
        assert got <= RATE.burst + now * RATE.per_second + 1e-6
