"""Fixtures that run each scenario twice: without a journal, and with a deferred one."""

import pytest

from tests.harness.dialects.codex_server import RunCodexScenario, codex_scenario_runner
from tests.harness.dialects.uno_server import RunScenario, scenario_runner


@pytest.fixture(params=["no journal", "deferred journal"])
def run_scenario(request: pytest.FixtureRequest) -> RunScenario:
    return scenario_runner(written=request.param == "deferred journal")


@pytest.fixture(params=["no journal", "deferred journal"])
def run_codex_scenario(request: pytest.FixtureRequest) -> RunCodexScenario:
    return codex_scenario_runner(written=request.param == "deferred journal")
