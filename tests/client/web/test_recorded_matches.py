"""The recorded matches of the browser boards still follow the rules.

After an intended change of the rules, write them again with
``python -m tests.client.web.recorded_matches``.
"""

import pytest

from tests.client.web.recorded_matches import recorded_games, recorded_path, recorded_text


@pytest.mark.parametrize("game", recorded_games())
def test_recorded_matches_equal_the_rules(game: str) -> None:
    written = recorded_path(game).read_text(encoding="utf-8")
    assert recorded_text(game).splitlines() == written.splitlines()
