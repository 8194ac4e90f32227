"""Test the scale benchmark with a small number of matches."""

import pytest

from benchmarks.scale import scale
from tests.benchmarks.tiny import TINY, RecordingReporter


def test_cost_per_move_has_a_limit_model_and_memory_are_only_informative(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("benchmarks.scale.PAIRS", 2)
    cost, model, memory = scale(TINY, RecordingReporter())
    assert float(cost.value) > 0
    assert cost.limit == "≤ 1.3"
    assert float(model.value) > 0
    assert model.verdict == memory.verdict == "info"
