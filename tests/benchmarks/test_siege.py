"""Attackers and honest guests, for a moment; and as many as there should be."""

from dataclasses import replace

import pytest

from benchmarks.harness import Plan
from benchmarks.siege import CAMPS, Camp, Round, Rounds, Stay, Window, besieged, siege, stay_row
from tests.benchmarks.tiny import TINY, Steps
from tests.benchmarks.verdicts import check_passed
from tests.harness.processes import BenchmarkError, two_cores

MOMENT = replace(TINY, seconds=0.25, tables=5, steady=60)


def test_every_kind_of_attacker_comes_to_both_routes() -> None:
    *rows, stays = siege(MOMENT, Steps())
    assert [row.limit for row in rows] == ["≤ 1.2"] * 6 + ["≤ 1"] * 2
    assert all(float(row.value) > 0 for row in rows)
    assert all("0 errors" in row.detail for row in rows)
    assert all("connections" in row.detail for row in rows)
    for who in ("slow socket", "slow pyro", "deaf socket", "slow TLS socket", "slow TLS pyro"):
        assert who in stays.detail


@pytest.mark.parametrize(("camp", "route"), [(CAMPS[0], "socket"), (CAMPS[1], "pyro")])
def test_who_outlives_the_limit_is_noticed(camp: Camp, route: str) -> None:
    with besieged(replace(MOMENT, crowd=4), camp, patience=400.0) as one:
        one.row(route, Steps())
    assert stay_row(one.stays).verdict == "MISS"


def test_a_siege_without_attackers_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with besieged(replace(MOMENT, crowd=4), CAMPS[0]) as one:
        monkeypatch.setattr(one._attackers, "ask", lambda line: '{"connections": 3, "failed": 1}')
        with pytest.raises(BenchmarkError, match="not all attackers came"):
            one.row("socket", Steps())


def test_one_stay_that_is_too_long_is_a_miss() -> None:
    good, bad = Stay("slow socket", 2.9, 3.0), Stay("deaf pyro", 3.1, 3.0)
    assert stay_row([good]).verdict == "pass"
    assert stay_row([good, bad, good]).verdict == "MISS"


def _round(waited: float, delay: float) -> Round:
    window = Window([delay] * 100, waited, 0.0)
    return Round(window, window, {})


def test_rounds_with_other_work_on_the_machine_are_measured_again() -> None:
    rounds = Rounds([_round(0.5, 9.0)], 2)
    assert not rounds.over
    rounds.every.append(_round(0.0, 1.0))
    assert not rounds.over
    assert (rounds.war_ms, rounds.peace_ms, rounds.waited) == (1000.0, 1000.0, 0.0)
    rounds.every.append(_round(0.01, 1.0))
    assert rounds.over


def test_without_calm_rounds_all_count_and_the_result_is_marked() -> None:
    rounds = Rounds([_round(0.5, 9.0)] * 3, 2)
    assert rounds.over
    assert (rounds.war_ms, rounds.waited) == (9000.0, 0.5)


def test_a_hiccup_of_the_machine_in_one_window_does_not_decide() -> None:
    rounds = Rounds([_round(0.0, 0.01), _round(0.0, 2.0), _round(0.0, 0.02)], 3)
    assert (rounds.war_ms, rounds.peace_ms) == (20.0, 20.0)


@pytest.mark.soak
def test_guests_notice_little() -> None:
    for row in siege(Plan(cores=two_cores()), Steps()):
        check_passed(row)
        assert "errors" not in row.detail or "; 0 errors" in row.detail
