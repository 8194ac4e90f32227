"""Test the registry of dialects (server.dialects.registry)."""

from games.registry import GAMES
from server.dialects.registry import DIALECTS


def test_registry_has_four_dialects_under_their_names_with_distinct_ports() -> None:
    assert set(DIALECTS) == {"uno", "codex", "shelfie", "rummy"}
    assert [dialect.name for dialect in DIALECTS.values()] == list(DIALECTS)
    assert len({dialect.port for dialect in DIALECTS.values()}) == len(DIALECTS)


def test_every_dialect_plays_a_game_of_the_server() -> None:
    assert {dialect.game for dialect in DIALECTS.values()} <= set(GAMES)
