"""The games written down in tests/playthroughs/shelfie-*.txt are still played in the same way.

If a change of the rules is meant: ``python -m tests.games.shelfie.transcript`` writes them anew.
"""

import pytest

from tests.games.shelfie.transcript import FOLDER, PLAYS, Play, transcript


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.path.stem)
def test_a_seeded_game_is_played_as_written(play: Play) -> None:
    written = play.path.read_text(encoding="utf-8").splitlines()
    assert transcript(play).splitlines() == written


def test_every_text_belongs_to_a_game() -> None:
    names = {path.name for path in FOLDER.glob("shelfie-*.txt")}
    assert names == {play.path.name for play in PLAYS}
