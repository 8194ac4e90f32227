"""The benchmark of a restart, with three matches."""

from pathlib import Path

import pytest

from benchmarks.restart import _timed, _verdict, restart
from tests.benchmarks.tiny import TINY, Steps
from tests.harness.live_matches import write_matches
from tests.harness.processes import BenchmarkError


def test_a_restart_is_compared_with_what_it_may_take() -> None:
    steps = Steps()
    (row,) = restart(TINY, steps)
    assert row.what == "3 live matches of 150 actions are back ÷ 0.012 s"
    assert float(row.value) > 0
    assert steps.texts == ["3 matches of 150 actions are played", "restart 1 of 1"]


def test_a_match_that_is_not_back_as_it_was_is_noticed(tmp_path: Path) -> None:
    hashes = write_matches(tmp_path, 2, 10)
    with pytest.raises(BenchmarkError):
        _timed(tmp_path, {**hashes, 1: b"another state"})


def test_a_miss_on_a_busy_machine_is_no_miss() -> None:
    assert _verdict(1.2, 0.99) == "MISS"
    assert _verdict(1.2, 0.5) == "disturbed"
    assert _verdict(0.8, 0.5) == "pass"
