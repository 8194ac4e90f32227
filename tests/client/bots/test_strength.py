"""Stronger strategies win more often; `python -m benchmarks.strength` measures by how much."""

import pytest

from client.bots import Bot, RandomBot
from client.games.uno.bots import AdvancedBot, BasicBot
from messages.uno.actions import UNO_MODES
from tests.harness.arena import Arena, MakeBot, Rules, wins

BOTS: dict[str, MakeBot] = {"advanced": AdvancedBot, "basic": BasicBot, "random": RandomBot}


def win_rate(
    strategy: str, opponent: str, games: int, mode: str = "normal", target: int = 500
) -> float:
    rules = Rules("uno", options={"mode": mode, "target_score": target})
    return wins(rules, BOTS[strategy], BOTS[opponent], range(games)) / games


def test_advanced_wins_at_least_55_percent_of_80_games_against_basic() -> None:
    assert win_rate("advanced", "basic", 80) >= 0.55


def test_basic_wins_at_least_75_percent_of_50_games_against_random() -> None:
    assert win_rate("basic", "random", 50) >= 0.75


@pytest.mark.parametrize("mode", UNO_MODES)
def test_advanced_wins_at_least_60_percent_against_random_in_each_mode(mode: str) -> None:
    assert win_rate("advanced", "random", 30, mode, 200) >= 0.6


def test_advanced_wins_at_least_80_of_400_deals_against_three_basic_bots() -> None:
    won = 0
    for game in range(400):
        deal, seat = divmod(game, 4)
        bots: list[Bot] = [BasicBot(game * 4 + other_seat) for other_seat in range(4)]
        bots[seat] = AdvancedBot(game)
        won += seat in Arena(Rules("uno", options={"target_score": 1}), bots, deal).play().winners
    assert won >= 80


@pytest.mark.soak
@pytest.mark.parametrize("mode", UNO_MODES)
def test_advanced_wins_at_least_55_percent_of_2000_games_against_basic_in_each_mode(
    mode: str,
) -> None:
    assert win_rate("advanced", "basic", 2000, mode) >= 0.55


@pytest.mark.soak
@pytest.mark.parametrize("mode", UNO_MODES)
def test_basic_wins_at_least_55_percent_of_2000_games_against_random_in_each_mode(
    mode: str,
) -> None:
    assert win_rate("basic", "random", 2000, mode) >= 0.55
