"""The games written down in this folder are still played in the same way.

If a change of the rules is meant, write them anew with ``python -m tests.playthroughs``.
"""

import pytest

from tests.playthroughs.transcript import FOLDER, PLAYS, Play, transcript


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.path.stem)
def test_a_seeded_game_is_played_as_written(play: Play) -> None:
    written = play.path.read_text(encoding="utf-8").splitlines()
    played = transcript(play).splitlines()
    assert played == written


def test_every_text_belongs_to_a_game() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {play.path.name for play in PLAYS}
