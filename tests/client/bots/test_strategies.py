from pathlib import Path

import pytest

from client.bots import Bot, RandomBot, UnknownStrategy, create_computer_player, load_strategy
from client.bots.strategies import strategies_by_game, strategies_for
from client.games.registry import BUILT_IN
from messages import ChooseMatch, ChooseNickname, RequestNickname, SelectMatch, SessionOpened


@pytest.mark.parametrize("name", strategies_for(""))
def test_each_strategy_for_any_game_creates_a_bot(name: str) -> None:
    assert isinstance(load_strategy(name)(), Bot)


@pytest.mark.parametrize("game", BUILT_IN)
def test_strategies_of_a_game_include_random_and_greedy_and_create_bots_of_their_name(
    game: str,
) -> None:
    assert set(strategies_by_game()[game]) | {"random", "greedy"} == set(strategies_for(game))
    for name in strategies_for(game):
        assert load_strategy(name, game)().name == name


def test_strategy_may_be_a_class_of_a_module() -> None:
    assert type(load_strategy("client.bots.general:RandomBot")()) is RandomBot


@pytest.mark.parametrize(
    ("name", "expected_text"),
    [
        ("clever", "use random, greedy, basic, advanced or module:Class"),
        ("", "use random, greedy, basic, advanced or module:Class"),
        (":Bot", "use random, greedy, basic, advanced or module:Class"),
        ("no_such_module:Bot", "Cannot load no_such_module:Bot"),
        (".bots:Bot", "Cannot load .bots:Bot: the name of the module is relative"),
        (
            "client.bots:Nobody",
            "Cannot load client.bots:Nobody: the module client.bots has no Nobody",
        ),
        ("client.bots:Bot", r"client.bots:Bot does not define choose\(self, view, actions\)"),
        ("client.model:Model", "is not a subclass of tavolata.Bot"),
        ("client.bots:load_strategy", "is not a subclass of tavolata.Bot"),
    ],
)
def test_unknown_or_unloadable_strategy_is_refused_with_a_hint(
    name: str, expected_text: str
) -> None:
    with pytest.raises(UnknownStrategy, match=expected_text):
        load_strategy(name)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("\nraise KeyError('no data')", "Cannot load {}:X: KeyError at {}.py, line 2: 'no data'"),
        ("def f(:", "Cannot load {}:X: SyntaxError at line 1: invalid syntax"),
        ("import no_such_module", "Cannot load {}:X: No module named 'no_such_module'."),
    ],
)
def test_module_whose_code_fails_is_reported_with_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, sentence: str
) -> None:
    module = f"failing_{abs(hash(sentence))}"
    (tmp_path / f"{module}.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownStrategy) as failed:
        load_strategy(f"{module}:X")
    assert str(failed.value).startswith(sentence.format(module, module))


class NeedsArgument(RandomBot):
    """Cannot be created without an argument."""

    def __init__(self, depth: int) -> None:
        super().__init__(depth)


def test_class_that_needs_arguments_is_reported_with_the_exception() -> None:
    factory = load_strategy(f"{__name__}:NeedsArgument")
    with pytest.raises(UnknownStrategy, match=r"TypeError was raised: .*'depth'"):
        factory()


def test_computer_player_uses_its_nickname_and_joins_its_match_by_code() -> None:
    player = create_computer_player("random", "uno", 7, "CODE", "Bianca-bot")
    [choose_nickname] = player.receive(RequestNickname())
    assert isinstance(choose_nickname, ChooseNickname)
    assert choose_nickname.nickname == "Bianca-bot"
    player.receive(SessionOpened("Bianca-bot", "x"))
    [select_match] = player.receive(ChooseMatch(()))
    assert isinstance(select_match, SelectMatch)
    assert select_match.code == "CODE"


def test_computer_player_needs_a_strategy_of_its_game() -> None:
    """Different games may have different bots of the same name."""
    with pytest.raises(UnknownStrategy, match="No strategy 'basic' for codex"):
        create_computer_player("basic", "codex", 7, "CODE", "Bianca-bot")
