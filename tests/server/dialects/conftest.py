"""Every conversation is held twice: answered at once, and with everything written down first."""

import pytest

from tests.harness.dialects.codex_server import CodexPlay, codex_player
from tests.harness.dialects.uno_server import Play, player


@pytest.fixture(params=["at once", "written first"])
def play(request: pytest.FixtureRequest) -> Play:
    return player(written=request.param == "written first")


@pytest.fixture(params=["at once", "written first"])
def codex_play(request: pytest.FixtureRequest) -> CodexPlay:
    return codex_player(written=request.param == "written first")
