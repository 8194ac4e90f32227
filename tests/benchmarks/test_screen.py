"""The benchmark of the full-screen client, once."""

from benchmarks.screen import screen
from tests.benchmarks.tiny import TINY, Steps


def test_the_start_and_the_echo_are_measured() -> None:
    steps = Steps()
    start, echo = screen(TINY, steps)
    assert start.what.startswith("start to the first question")
    assert float(start.value) > 0
    assert float(echo.value) > 0
    assert steps.texts[0] == "start 1 of 1"
