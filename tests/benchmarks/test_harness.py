"""Rounds, ratios and limits."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from benchmarks.harness import Limit, Pairs, Row, Verdict, alternate
from tests.benchmarks.tiny import Steps
from tests.benchmarks.verdicts import check_passed


def test_the_sides_take_turns() -> None:
    order: list[str] = []
    steps = Steps()

    def side(name: str) -> Callable[[], Sequence[float]]:
        def measure() -> Sequence[float]:
            order.append(name)
            return float(len(order)), 1.0

        return measure

    pairs = alternate(2, side("A"), side("B"), steps)
    assert order == ["A", "B", "A", "B"]
    assert [pair.ours for pair in pairs] == [(1.0, 3.0), (1.0, 1.0)]
    assert steps.texts == ["round 1 of 2", "round 2 of 2"]


def test_the_ratio_is_the_median_of_the_rounds() -> None:
    pairs = Pairs((1.0, 2.0, 90.0), (2.0, 2.0, 3.0))
    assert pairs.ratio == 1.0
    assert pairs.spread == "0.50 to 30.00"
    assert pairs.medians("moves/s") == "2 : 2 moves/s"


@pytest.mark.parametrize(
    ("limit", "ratio", "verdict"),
    [
        (Limit("≥", 0.25), 0.25, "pass"),
        (Limit("≥", 0.25), 0.24, "MISS"),
        (Limit("≤", 1.3), 1.3, "pass"),
        (Limit("≤", 1.3), 1.31, "MISS"),
    ],
)
def test_a_limit_has_a_side(limit: Limit, ratio: float, verdict: str) -> None:
    assert limit.verdict(ratio) == verdict


def test_a_row_without_a_limit_is_information() -> None:
    row = Pairs((1.0,), (2.0,)).row("name", "what", detail="1 : 2")
    assert (row.value, row.verdict, row.limit) == ("0.50", "info", "")


@pytest.mark.parametrize(("verdict", "told"), [("disturbed", "not quiet"), ("MISS", "limit ≤ 1")])
def test_a_soak_passes_only_what_was_measured_in_quiet(verdict: Verdict, told: str) -> None:
    row = Row(name="load", what="delay", value="2.00", limit="≤ 1", verdict="pass")
    check_passed(row)
    with pytest.raises(AssertionError, match=told):
        check_passed(replace(row, verdict=verdict))
