"""Every conversation is held twice: answered at once, and with everything written down first."""

import pytest

from tests.server.dialects.inn import Play, player


@pytest.fixture(params=["at once", "written first"])
def play(request: pytest.FixtureRequest) -> Play:
    return player(written=request.param == "written first")
