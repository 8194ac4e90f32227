import ast
from pathlib import Path

import pytest

from client.bots import general
from client.bots.general import GreedyBot, RandomBot
from client.games.registry import ui
from messages.eriantys.actions import ChooseCloud
from tests.client.games.eriantys.tables import full_view
from tests.harness.eriantys_matches import greedy_wins, play_match

CLOUDS = [ChooseCloud(n) for n in range(50)]


def test_random_bot_chooses_each_of_50_actions_in_2000_choices() -> None:
    bot = RandomBot(1)
    assert {bot.choose(full_view(), CLOUDS) for _ in range(2000)} == set(CLOUDS)


def test_random_bots_with_the_same_seeds_choose_and_play_a_match_alike() -> None:
    first, second = RandomBot(5), RandomBot(5)
    assert [first.choose(full_view(), CLOUDS) for _ in range(20)] == [
        second.choose(full_view(), CLOUDS) for _ in range(20)
    ]
    assert play_match([RandomBot(1), RandomBot(2)], 3) == play_match(
        [RandomBot(1), RandomBot(2)], 3
    )


@pytest.mark.parametrize("expert", [False, True])
def test_greedy_wins_at_least_80_percent_of_16_games_against_random(expert: bool) -> None:
    assert greedy_wins(16, expert=expert) >= 0.8


@pytest.mark.parametrize("players", [3, 4])
def test_greedy_wins_at_least_half_of_12_expert_games_with_3_or_4_players(players: int) -> None:
    assert greedy_wins(12, expert=True, players=players) >= 0.5


@pytest.mark.soak
@pytest.mark.parametrize("expert", [False, True])
def test_greedy_wins_at_least_80_percent_of_200_games_against_random(expert: bool) -> None:
    assert greedy_wins(200, expert=expert) >= 0.8


def test_greedy_plays_at_random_in_a_game_without_an_evaluation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(general, "ui_of", lambda view: ui("chess"))
    clouds = [ChooseCloud(n) for n in range(5)]
    bot = GreedyBot(1)
    assert {bot.choose(full_view(), clouds) for _ in range(100)} == set(clouds)


def test_general_bots_and_bots_of_games_import_neither_games_nor_server() -> None:
    evaluations = list(Path(general.__file__).parents[1].glob("games/*/bot*.py"))
    assert len(evaluations) >= 5
    for path in [Path(general.__file__), *evaluations]:
        imported = {
            node.module.split(".")[0]
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module
        }
        assert not imported & {"games", "server"}
