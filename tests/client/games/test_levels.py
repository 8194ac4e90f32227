"""Test the strategies behind the levels of computer players."""

import pytest

from client.games.levels import LEVELS, strategy_for
from client.games.registry import PLAYABLE, ui


@pytest.mark.parametrize(
    ("level", "strategies", "strategy"),
    [
        ("easy", ("greedy", "random"), "random"),
        ("easy", ("greedy",), ""),
        ("medium", ("basic", "advanced", "random"), ""),
        ("hard", ("greedy", "random"), ""),
        ("hard", ("basic", "advanced", "random"), "advanced"),
        ("hard", ("greedy", "advanced", "search"), "search"),
        ("hard", ("search", "random"), ""),
        ("greedy", ("greedy", "random"), "greedy"),
    ],
)
def test_level_uses_its_best_strategy_or_falls_back_to_the_default(
    level: str, strategies: tuple[str, ...], strategy: str
) -> None:
    assert strategy_for(level, strategies) == strategy


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_game_has_a_computer_player_for_every_level(game: str) -> None:
    known = ui(game).strategies
    assert all(strategy_for(level, known) in ("", *known) for level in LEVELS)
    assert strategy_for("easy", known) != strategy_for("medium", known)
