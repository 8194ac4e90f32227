"""The stronger players win more often; `python -m benchmarks.strength` measures it in full."""

import pytest

from client.bots import Bot, RandomBot
from client.games.uno.bots import AdvancedBot, BasicBot
from messages.uno.actions import UNO_MODES
from tests.harness.arena import Arena, MakeBot, Rules, wins

BOTS: dict[str, MakeBot] = {"advanced": AdvancedBot, "basic": BasicBot, "random": RandomBot}


def rate(one: str, other: str, games: int, mode: str = "normal", target: int = 500) -> float:
    rules = Rules("uno", options={"mode": mode, "target_score": target})
    return wins(rules, BOTS[one], BOTS[other], range(games)) / games


def test_advanced_beats_basic() -> None:
    assert rate("advanced", "basic", 200) >= 0.53


def test_basic_beats_random() -> None:
    assert rate("basic", "random", 50) >= 0.75


@pytest.mark.parametrize("mode", UNO_MODES)
def test_advanced_beats_random_in_every_mode(mode: str) -> None:
    assert rate("advanced", "random", 30, mode, 200) >= 0.6


def test_advanced_is_no_burden_at_larger_tables() -> None:
    won = 0
    for number in range(400):
        deal, seat = divmod(number, 4)
        bots: list[Bot] = [BasicBot(number * 4 + place) for place in range(4)]
        bots[seat] = AdvancedBot(number)
        won += seat in Arena(Rules("uno", options={"target_score": 1}), bots, deal).play().winners
    assert won >= 80


@pytest.mark.soak
@pytest.mark.parametrize("mode", UNO_MODES)
def test_advanced_beats_basic_in_2000_games(mode: str) -> None:
    assert rate("advanced", "basic", 2000, mode) >= 0.55


@pytest.mark.soak
@pytest.mark.parametrize("mode", UNO_MODES)
def test_basic_beats_random_in_2000_games(mode: str) -> None:
    assert rate("basic", "random", 2000, mode) >= 0.55
