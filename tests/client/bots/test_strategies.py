import pytest

from client.bots import Bot, RandomBot, UnknownStrategy, create_computer_player, load_strategy
from client.bots.strategies import strategies_by_game, strategies_for
from client.games.registry import BUILT_IN
from messages import ChooseMatch, ChooseNickname, RequestNickname, SelectMatch, SessionOpened


@pytest.mark.parametrize("name", strategies_for(""))
def test_every_strategy_makes_a_bot(name: str) -> None:
    assert isinstance(load_strategy(name)(), Bot)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_strategy_of_a_game_makes_a_bot(game: str) -> None:
    assert set(strategies_by_game()[game]) | {"random", "greedy"} == set(strategies_for(game))
    for name in strategies_for(game):
        assert load_strategy(name, game)().name == name


def test_a_class_of_ones_own() -> None:
    assert load_strategy("client.bots.general:RandomBot") is RandomBot


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("clever", "use random, greedy, basic, advanced or module:Class"),
        ("", "use random, greedy, basic, advanced or module:Class"),
        (":Bot", "use random, greedy, basic, advanced or module:Class"),
        ("no_such_module:Bot", "Cannot load no_such_module:Bot"),
        ("client.bots:Nobody", "Cannot load client.bots:Nobody"),
        ("client.model:Model", "is not a subclass of client.bots.Bot"),
        ("client.bots:load_strategy", "is not a subclass of client.bots.Bot"),
    ],
)
def test_what_is_no_strategy(name: str, help: str) -> None:
    with pytest.raises(UnknownStrategy, match=help):
        load_strategy(name)


def test_a_computer_player_goes_to_its_match() -> None:
    player = create_computer_player("random", "uno", 7, "CODE", "Bianca-bot")
    [hello] = player.receive(RequestNickname())
    assert isinstance(hello, ChooseNickname)
    assert hello.nickname == "Bianca-bot"
    player.receive(SessionOpened("Bianca-bot", "x"))
    [setup] = player.receive(ChooseMatch(()))
    assert isinstance(setup, SelectMatch)
    assert setup.code == "CODE"


def test_a_computer_player_has_a_strategy_of_its_game() -> None:
    """Two games may have different bots with one name."""
    with pytest.raises(UnknownStrategy, match="No strategy 'basic' for codex"):
        create_computer_player("basic", "codex", 7, "CODE", "Bianca-bot")
