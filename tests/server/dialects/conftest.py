"""Every conversation is held twice: answered at once, and with everything written down first."""

import pytest

from tests.harness.dialects.codex_server import RunCodexScenario, codex_scenario_runner
from tests.harness.dialects.uno_server import RunScenario, scenario_runner


@pytest.fixture(params=["at once", "written first"])
def play(request: pytest.FixtureRequest) -> RunScenario:
    return scenario_runner(written=request.param == "written first")


@pytest.fixture(params=["at once", "written first"])
def codex_play(request: pytest.FixtureRequest) -> RunCodexScenario:
    return codex_scenario_runner(written=request.param == "written first")
