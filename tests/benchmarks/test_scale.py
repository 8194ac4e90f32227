"""Many matches and few, for a moment."""

import pytest

from benchmarks.scale import scale
from tests.benchmarks.tiny import TINY, Steps


def test_cost_and_memory_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.scale.PAIRS", 2)
    cost, model, memory = scale(TINY, Steps())
    assert float(cost.value) > 0
    assert cost.limit == "≤ 1.3"
    assert float(model.value) > 0
    assert model.verdict == memory.verdict == "info"
