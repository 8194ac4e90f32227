"""The chaos run: no answered action is lost, mirrors stay correct and matches continue.

`make chaos` runs it with other parameters.
"""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.harness.chaos.run import ChaosPlan, run_chaos
from tests.harness.chaos.schedule import FaultKind, plan_rounds
from tests.harness.timeouts import GIVE_UP_SECONDS, within

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs prlimit and 127.0.0.0/8")
SHORT_PLAN = ChaosPlan(
    seed=17,
    rooms=5,
    seconds=2.0,
    round_seconds=1.0,
    pause_seconds=0.1,
    attackers=10,
    progress_seconds=GIVE_UP_SECONDS,
)


def _run(plan: ChaosPlan, data: Path) -> list[str]:
    """Run the plan, print its report, and return the problems."""
    lines: list[str] = []
    result = asyncio.run(within(run_chaos(plan, data, lines.append), 3 * GIVE_UP_SECONDS))
    sys.stderr.write("\n".join(lines) + "\n")
    return result.problems


def test_schedule_depends_only_on_the_seed_and_has_every_kind_of_fault_in_each_cycle() -> None:
    rounds = plan_rounds(7, 180.0, 15.0)
    assert rounds == plan_rounds(7, 180.0, 15.0) != plan_rounds(8, 180.0, 15.0)
    assert len(rounds) == 2 * len(FaultKind)
    for number, faults in enumerate(rounds):
        assert faults == sorted(faults)
        assert all(15.0 * number <= fault.at < 15.0 * (number + 1) for fault in faults)
        assert len({fault.kind for fault in faults}) == len(faults)
    for cycle in (rounds[: len(FaultKind)], rounds[len(FaultKind) :]):
        assert {fault.kind for faults in cycle for fault in faults} == set(FaultKind)


def test_short_run_of_mixed_faults_loses_nothing(tmp_path: Path) -> None:
    rounds = plan_rounds(SHORT_PLAN.seed, SHORT_PLAN.seconds, SHORT_PLAN.round_seconds)
    kinds = {fault.kind for faults in rounds for fault in faults}
    assert kinds == set(FaultKind)
    assert _run(SHORT_PLAN, tmp_path / "data") == []


@pytest.mark.soak
def test_mixed_faults_for_ten_minutes_with_200_rooms_lose_nothing(tmp_path: Path) -> None:
    assert _run(ChaosPlan(), tmp_path / "data") == []
