"""`tavolata games`: players, strategies and options of every game."""

import pytest

from client.__main__ import run
from client.bots.strategies import strategies_by_game
from client.cli.games import list_games
from messages.registry import DESCRIPTIONS


def test_every_game_is_listed_with_its_players_strategies_and_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["games"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines() == list(list_games())
    for name, description in DESCRIPTIONS.items():
        smallest, largest = description.players
        assert f"{name}: {description.title}, {smallest} to {largest} players\n" in out
        assert f"computer players      {', '.join(strategies_by_game()[name])}\n" in out
        for option in description.options:
            assert f"--option {option.name}=" in out
            assert option.text in out
    assert "target_score=500 (default) | " in out
