"""Test the siege benchmark with a small number of attackers; as a soak test with all of them."""

from dataclasses import replace

import pytest

from benchmarks.harness import Plan
from benchmarks.siege import (
    ATTACKS,
    Attack,
    AttackerLifetime,
    Round,
    Rounds,
    Window,
    lifetime_row,
    server_under_attack,
    siege,
)
from tests.benchmarks.tiny import TINY, RecordingReporter
from tests.benchmarks.verdicts import check_passed
from tests.harness.processes import BenchmarkError, two_cores

SHORT_PLAN = replace(TINY, window_seconds=0.25, long_matches=5, long_rate=60)


def test_every_attack_gives_rows_with_limits_and_no_errors_and_attacker_lifetimes() -> None:
    *rows, lifetimes = siege(SHORT_PLAN, RecordingReporter())
    assert [row.limit for row in rows] == ["≤ 1.2"] * 4 + ["≤ 1.5"] * 2 + ["≤ 1.2"] * 2 + [
        "≤ 1"
    ] * 2
    assert all(float(row.value) > 0 for row in rows)
    assert all("0 errors" in row.detail for row in rows)
    assert all("connections" in row.detail for row in rows)
    for name in (
        "slow socket",
        "slow pyro",
        "nonreading socket",
        "slow TLS socket",
        "slow TLS pyro",
    ):
        assert name in lifetimes.detail


@pytest.mark.parametrize(("attack", "transport"), [(ATTACKS[0], "socket"), (ATTACKS[1], "pyro")])
def test_attackers_connected_for_too_long_miss_the_limit_of_lifetimes(
    attack: Attack, transport: str
) -> None:
    with server_under_attack(
        replace(SHORT_PLAN, attackers=4), attack, timeout_seconds=400.0
    ) as benchmark:
        benchmark.row(transport, RecordingReporter())
    assert lifetime_row(benchmark.lifetimes).verdict == "MISS"


def test_benchmark_fails_if_an_attacker_cannot_connect(monkeypatch: pytest.MonkeyPatch) -> None:
    with server_under_attack(replace(SHORT_PLAN, attackers=4), ATTACKS[0]) as benchmark:
        monkeypatch.setattr(
            benchmark._attackers, "request", lambda line: '{"connections": 3, "failed": 1}'
        )
        with pytest.raises(BenchmarkError, match="not all attackers connected"):
            benchmark.row("socket", RecordingReporter())


def test_one_lifetime_that_is_too_long_misses_the_limit() -> None:
    good, bad = (
        AttackerLifetime("slow socket", 2.9, 3.0),
        AttackerLifetime("nonreading pyro", 3.1, 3.0),
    )
    assert lifetime_row([good]).verdict == "pass"
    assert lifetime_row([good, bad, good]).verdict == "MISS"


def _round(max_wait_share: float, delay: float) -> Round:
    window = Window([delay] * 100, 0.0, max_wait_share, 0.0)
    return Round(window, window, {})


def test_rounds_with_long_waits_do_not_count_and_are_repeated() -> None:
    rounds = Rounds([_round(0.5, 9.0)], 2)
    assert not rounds.is_complete
    rounds.measured.append(_round(0.0, 1.0))
    assert not rounds.is_complete
    assert (rounds.attack_ms, rounds.baseline_ms, rounds.max_wait_share) == (1000.0, 1000.0, 0.0)
    rounds.measured.append(_round(0.01, 1.0))
    assert rounds.is_complete


def test_all_rounds_count_if_less_than_half_of_them_are_without_long_waits() -> None:
    rounds = Rounds([_round(0.5, 9.0)] * 3, 2)
    assert rounds.is_complete
    assert (rounds.attack_ms, rounds.max_wait_share) == (9000.0, 0.5)


def test_delays_are_medians_that_one_slow_round_does_not_change() -> None:
    rounds = Rounds([_round(0.0, 0.01), _round(0.0, 2.0), _round(0.0, 0.02)], 3)
    assert (rounds.attack_ms, rounds.baseline_ms) == (20.0, 20.0)


def test_spread_is_that_of_the_ratios_of_counted_rounds() -> None:
    fast, slow = Window([0.01] * 100, 0.0, 0.0, 0.0), Window([0.03] * 100, 0.0, 0.0, 0.0)
    disturbed = Window([9.0] * 100, 0.0, 0.5, 0.0)
    rounds = Rounds([Round(slow, fast, {}), Round(fast, slow, {}), Round(disturbed, fast, {})], 2)
    assert rounds.spread == "0.33 to 3.00"


@pytest.mark.soak
def test_all_limits_are_kept_without_errors_under_all_attackers() -> None:
    for row in siege(Plan(cores=two_cores()), RecordingReporter()):
        check_passed(row)
        assert "errors" not in row.detail or "; 0 errors" in row.detail
