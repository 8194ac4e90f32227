"""Completion and help texts of the options that several commands share."""

import pytest

from client.cli import options
from client.cli.options import complete_games, complete_strategies, list_choices_in_help


def test_games_and_strategies_are_completed_from_their_first_letters() -> None:
    assert complete_games("U") == ["uno"]
    assert "uno" in complete_games("")
    assert complete_strategies("gr") == ["greedy"]
    assert complete_strategies("nothing") == []


def test_help_texts_list_the_games_and_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    for info in (options.GAME_INFO, options.GAME_ARGUMENT_INFO, options.STRATEGY_INFO):
        monkeypatch.setattr(info, "help", "")
    list_choices_in_help()
    assert "eriantys, uno, codex" in str(options.GAME_INFO.help)
    assert "eriantys, uno, codex" in str(options.GAME_ARGUMENT_INFO.help)
    assert "random, greedy" in str(options.STRATEGY_INFO.help)
