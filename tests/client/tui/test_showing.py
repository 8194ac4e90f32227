"""The rules, parts of the game and who is online, at any time and for every game."""

import pytest

from client.model import Model
from client.tui import showing
from client.tui.boards.objects import OBJECTS, objects_of
from client.tui.commands import CommandError
from client.tui.commands.games import PLAYABLE
from client.tui.phrases import typing
from client.tui.phrases.rules import RULES
from games.chance import Chance
from games.registry import GAMES
from messages import AnyView, EriantysView, GameView, PlayersInfo
from messages.registry import AnyView as Views
from messages.registry import members
from tests.client.shelfie_tables import placing_view, shelfie_view

NAMES = ("ada", "bob")


def playing(view: AnyView) -> Model:
    model = Model()
    model.receive(PlayersInfo(NAMES, 2))
    model.receive(GameView(view))
    return model


def test_every_game_has_rules_of_one_screen() -> None:
    assert tuple(RULES) == tuple(GAMES) == PLAYABLE
    for lines in RULES.values():
        assert 5 < len(lines) <= 20
        assert all(len(line) <= 80 for line in lines)


def test_the_rules_of_the_game_that_is_played_or_named() -> None:
    assert showing.rules(playing(shelfie_view()), "") == list(RULES["shelfie"])
    assert showing.rules(playing(shelfie_view()), "uno") == list(RULES["uno"])
    assert showing.rules(Model(), "eri") == list(RULES["eriantys"])
    with pytest.raises(CommandError, match="rules eriantys"):
        showing.rules(Model(), "")
    with pytest.raises(CommandError, match="'chess' is no game"):
        showing.rules(Model(), "chess")


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_every_game_can_be_shown(name: str) -> None:
    game = GAMES[name]
    state = game.start(2, game.options(True, {}), Chance(b"show")).state
    for seat in (0, None):
        view = game.view(state, seat)
        assert "stats" in objects_of(view)
        for show in objects_of(view).values():
            assert all(len(line) <= 80 for line in show(view, NAMES))


def test_every_view_has_its_parts() -> None:
    assert {view.__name__ for view in OBJECTS} == {view.__name__ for view in members(Views)}
    assert EriantysView in OBJECTS


def test_parts_of_my_shelfie() -> None:
    model = playing(placing_view())
    assert showing.part(model, "") == ["You can show: goals, goal, hand, stats."]
    assert showing.part(model, "hand") == ["Your hand, lowest first: cat, book"]
    assert showing.part(playing(shelfie_view()), "hand") == [typing.NOTHING]
    assert showing.part(model, "goal") == [
        *("  P . F . .", "  . . . . C", "  . . . B .", "  . G . . .", "  . . . . .", "  . . T . ."),
        "  0 of 6 are there.",
    ]
    assert showing.part(model, "stats")[0] == "  ada                   6 of 30 places, first player"
    with pytest.raises(CommandError, match="goals, goal, hand or stats"):
        showing.part(model, "castle")
    with pytest.raises(CommandError, match="nothing to show"):
        showing.part(Model(), "stats")
