"""The games written down in this folder are still played in the same way.

If a change of the rules is meant, write them anew with ``python -m tests.playthroughs``.
"""

import pytest

from tests.games.tables import TableOf
from tests.playthroughs.transcript import FOLDER, TABLES, path_of, transcript


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.label)
def test_a_seeded_game_is_played_as_written(table: TableOf) -> None:
    written = path_of(table).read_text(encoding="utf-8").splitlines()
    played = transcript(table).splitlines()
    assert played == written


def test_every_text_belongs_to_a_game() -> None:
    names = {table.name for table in TABLES}
    texts = {path for name in names for path in FOLDER.glob(f"{name}-*.txt")}
    assert texts == {path_of(table) for table in TABLES}
