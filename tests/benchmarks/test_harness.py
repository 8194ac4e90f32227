"""Test rounds, ratios and limits."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from benchmarks.harness import Limit, Pairs, Row, Verdict, alternate
from tests.benchmarks.tiny import RecordingReporter
from tests.benchmarks.verdicts import check_passed


def test_sides_are_measured_alternately_with_progress_and_pairs_of_each_value() -> None:
    order: list[str] = []
    steps = RecordingReporter()

    def side(name: str) -> Callable[[], Sequence[float]]:
        def measure() -> Sequence[float]:
            order.append(name)
            return float(len(order)), 1.0

        return measure

    pairs = alternate(2, side("A"), side("B"), steps)
    assert order == ["A", "B", "A", "B"]
    assert [pair.ours for pair in pairs] == [(1.0, 3.0), (1.0, 1.0)]
    assert steps.texts == ["round 1 of 2", "round 2 of 2"]


def test_ratio_and_medians_are_those_of_the_rounds_and_spread_their_range() -> None:
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
def test_limit_is_an_inclusive_lower_or_upper_bound(
    limit: Limit, ratio: float, verdict: str
) -> None:
    assert limit.verdict(ratio) == verdict


def test_row_without_a_limit_has_verdict_info() -> None:
    row = Pairs((1.0,), (2.0,)).row("name", "what", detail="1 : 2")
    assert (row.value, row.verdict, row.limit) == ("0.50", "info", "")


@pytest.mark.parametrize(
    ("verdict", "text"), [("disturbed", "run it alone"), ("MISS", "limit ≤ 1")]
)
def test_check_passed_accepts_a_pass_and_fails_for_other_verdicts_with_advice(
    verdict: Verdict, text: str
) -> None:
    row = Row(name="load", description="delay", value="2.00", limit="≤ 1", verdict="pass")
    check_passed(row)
    with pytest.raises(AssertionError, match=text):
        check_passed(replace(row, verdict=verdict))
