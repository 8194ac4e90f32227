"""Every game is still played as in the texts of this folder.

After an intended change of the rules, write the texts again with ``python -m tests.playthroughs``.
"""

import pytest

from games.registry import GAMES
from tests.games.settings import Playthrough
from tests.games.variants import FOLDERS
from tests.playthroughs.transcript import FOLDER, PLAYTHROUGHS


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.file)
def test_seeded_game_equals_its_playthrough(playthrough: Playthrough) -> None:
    written = (FOLDER / playthrough.file).read_text(encoding="utf-8").splitlines()
    assert playthrough.text().splitlines() == written


def test_every_playthrough_belongs_to_a_game_and_every_game_has_one() -> None:
    texts = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.txt")}
    assert texts == {playthrough.file for playthrough in PLAYTHROUGHS}
    assert {text.split("/")[0] for text in texts} == {FOLDERS.get(name, name) for name in GAMES}
