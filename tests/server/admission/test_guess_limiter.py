"""GuessLimiter: wrong guesses per address, the seconds to wait, and forgotten addresses."""

import tracemalloc

import pytest

from messages import ErrorCode, Refusal
from server.admission.guess_limiter import MAX_ADDRESSES, GuessLimiter


def _is_locked(limiter: GuessLimiter, address: str, now: float) -> bool:
    try:
        limiter.check(address, now)
    except Refusal:
        return True
    return False


def test_address_is_locked_after_its_guesses_and_told_how_long_to_wait() -> None:
    limiter = GuessLimiter(2)
    limiter.count_wrong("192.0.2.1", 0.0)
    limiter.check("192.0.2.1", 0.0)
    limiter.count_wrong("192.0.2.1", 10.5)
    with pytest.raises(Refusal, match="wait 50 s") as refused:
        limiter.check("192.0.2.1", 10.5)
    assert refused.value.code is ErrorCode.RATELIMITED
    assert not _is_locked(limiter, "192.0.2.2", 10.5)
    assert not _is_locked(limiter, "192.0.2.1", 60.0)


def test_guesses_are_limited_in_every_minute_and_by_the_64_bit_network_of_ipv6() -> None:
    limiter = GuessLimiter(10)
    guesses: list[float] = []
    for second in range(300):
        if not _is_locked(limiter, "2001:db8::1", float(second)):
            limiter.count_wrong(f"2001:db8::{second + 1:x}", float(second))
            guesses.append(float(second))
    for start in range(240):
        assert sum(start <= time < start + 60 for time in guesses) <= 10


def test_sweep_forgets_addresses_whose_guesses_do_not_count_any_more() -> None:
    limiter = GuessLimiter(2)
    limiter.count_wrong("192.0.2.1", 0.0)
    limiter.count_wrong("192.0.2.2", 0.0)
    limiter.count_wrong("192.0.2.1", 30.0)
    limiter.sweep(60.0)
    assert len(limiter) == 1
    assert _is_locked(limiter, "192.0.2.1", 59.0)
    limiter.sweep(90.0)
    assert len(limiter) == 0


def test_guesses_of_very_many_addresses_need_bounded_memory_and_the_oldest_are_forgotten() -> None:
    limiter = GuessLimiter(1)
    tracemalloc.start()
    for number in range(MAX_ADDRESSES + 2):
        limiter.count_wrong(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 0.0)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(limiter) == MAX_ADDRESSES
    assert used < 5_000_000
    assert not _is_locked(limiter, "10.0.0.1", 0.0)
    assert _is_locked(limiter, "10.0.0.2", 0.0)
