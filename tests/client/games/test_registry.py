"""The records of the games: what every game of this project has, and what an unknown game gets."""

import pytest

from client.games import generic, registry
from client.games.registry import BUILT_IN, PLAYABLE, follow, ui, ui_of
from games.registry import GAMES
from messages import View, YourTurn
from messages.base import GameMessages
from messages.eriantys.table import EriantysView, LastRound
from messages.registry import BUILT_IN as MESSAGES
from tests.client.games.eriantys.views import table

every_game = pytest.mark.parametrize("game", MESSAGES, ids=lambda game: game.name)


def test_every_game_has_a_record_of_its_own() -> None:
    assert tuple(BUILT_IN) == tuple(GAMES)[: len(BUILT_IN)] == PLAYABLE[: len(BUILT_IN)]
    assert [ui(name).name for name in BUILT_IN] == list(BUILT_IN)


@every_game
def test_every_change_and_prompt_has_text(game: GameMessages) -> None:
    record = ui(game.name)
    assert set(record.text.changes) == set(game.changes)
    assert set(record.text.prompts) == set(record.text.prompt_rules) == set(game.prompts)


@every_game
def test_every_game_has_rules_of_one_screen(game: GameMessages) -> None:
    lines = ui(game.name).text.rules_summary
    assert 5 < len(lines) <= 20
    assert all(len(line) <= 80 for line in lines)


@every_game
def test_every_game_shows_how_the_players_stand(game: GameMessages) -> None:
    assert "stats" in ui(game.name).parts
    assert "board" not in ui(game.name).parts, "it is always there"


@every_game
def test_a_record_is_found_by_every_class_of_the_game(game: GameMessages) -> None:
    record = ui(game.name)
    for cls in (*game.actions, *game.prompts, *game.setup, *game.changes, game.view):
        assert registry._ui_of(cls) is record


def test_the_mirror_is_chosen_by_the_view() -> None:
    view: View = table()
    after = follow(view, LastRound("why"))
    assert isinstance(after, EriantysView)
    assert after.last_round


def test_an_unknown_game_has_fallbacks() -> None:
    record = ui("chess")
    assert (record.name, record.board, record.strategies) == ("chess", generic.board, ("random",))
    assert record.mirror(table(), LastRound("why")) == table()
    assert ui_of(YourTurn()).text.prompt_rules == {}
