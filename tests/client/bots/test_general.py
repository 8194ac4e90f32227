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


def test_random_bot_chooses_every_legal_action_sometimes() -> None:
    bot = RandomBot(1)
    assert {bot.choose(full_view(), CLOUDS) for _ in range(2000)} == set(CLOUDS)


def test_same_seed_gives_the_same_choices() -> None:
    one, two = RandomBot(5), RandomBot(5)
    assert [one.choose(full_view(), CLOUDS) for _ in range(20)] == [
        two.choose(full_view(), CLOUDS) for _ in range(20)
    ]
    assert play_match([RandomBot(1), RandomBot(2)], 3) == play_match(
        [RandomBot(1), RandomBot(2)], 3
    )


@pytest.mark.parametrize("expert", [False, True])
def test_greedy_beats_random(expert: bool) -> None:
    assert greedy_wins(40, expert=expert) >= 0.7


@pytest.mark.parametrize("players", [3, 4])
def test_greedy_beats_random_with_more_players(players: int) -> None:
    assert greedy_wins(12, expert=True, players=players) >= 0.5


@pytest.mark.soak
@pytest.mark.parametrize("expert", [False, True])
def test_greedy_beats_random_in_200_games(expert: bool) -> None:
    assert greedy_wins(200, expert=expert) >= 0.8


def test_greedy_plays_at_random_without_an_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(general, "ui_of", lambda view: ui("chess"))
    clouds = [ChooseCloud(n) for n in range(5)]
    bot = GreedyBot(1)
    assert {bot.choose(full_view(), clouds) for _ in range(100)} == set(clouds)


def test_bots_import_neither_games_nor_server() -> None:
    evaluations = list(Path(general.__file__).parents[1].glob("games/*/bot*.py"))
    assert len(evaluations) >= 5
    for path in [Path(general.__file__), *evaluations]:
        imported = {
            node.module.split(".")[0]
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module
        }
        assert not imported & {"games", "server"}
