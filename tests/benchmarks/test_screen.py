"""Test the benchmark of the full-screen client with one round."""

from benchmarks.screen import screen
from tests.benchmarks.tiny import TINY, RecordingReporter


def test_start_and_display_of_a_move_are_measured_and_progress_reported() -> None:
    steps = RecordingReporter()
    start, move = screen(TINY, steps)
    assert start.description.startswith("start to the first prompt")
    assert float(start.value) > 0
    assert float(move.value) > 0
    assert steps.texts[0] == "start 1 of 1"
