"""Test the restart benchmark with three matches."""

from pathlib import Path

import pytest

from benchmarks.restart import _time_restart, _verdict, restart
from tests.benchmarks.tiny import TINY, RecordingReporter
from tests.harness.live_matches import write_matches
from tests.harness.processes import BenchmarkError


def test_restart_time_is_divided_by_the_allowed_time_and_progress_is_reported() -> None:
    steps = RecordingReporter()
    (row,) = restart(TINY, steps)
    assert row.description == "3 live matches of 150 actions restored ÷ 0.012 s"
    assert float(row.value) > 0
    assert steps.texts == ["3 matches of 150 actions are being played", "restart 1 of 1"]


def test_benchmark_fails_if_a_match_is_restored_with_another_state(tmp_path: Path) -> None:
    hashes = write_matches(tmp_path, 2, 10)
    with pytest.raises(BenchmarkError):
        _time_restart(tmp_path, {**hashes, 1: b"another state"})


def test_only_a_missed_limit_on_a_busy_machine_has_verdict_disturbed() -> None:
    assert _verdict(1.2, 0.99) == "MISS"
    assert _verdict(1.2, 0.5) == "disturbed"
    assert _verdict(0.8, 0.5) == "pass"
