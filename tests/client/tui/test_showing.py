"""The rules, parts of the game and who is online, at any time and for every game."""

import pytest

from client.model import Model
from client.tui import showing
from client.tui.boards import Viewport, render
from client.tui.boards.objects import OBJECTS, objects_of
from client.tui.commands import CommandError
from client.tui.commands.games import PLAYABLE
from client.tui.line_client import LineClient
from client.tui.phrases.rules import RULES
from client.tui.text import typing
from games.registry import GAMES
from games.rng import Rng
from messages import PlayersInfo
from messages.codex.actions import SelectCodexDraw
from messages.eriantys.table import EriantysView
from messages.registry import AnyView, GameView, members
from messages.registry import AnyView as Views
from tests.client.games.codex.tables import codex_view
from tests.client.games.shelfie.tables import placing_view, shelfie_view

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
    state = game.start(2, game.options(True, {}), Rng(b"show")).state
    for seat in (0, None):
        view = game.view(state, seat)
        assert {"stats", "board"} <= set(objects_of(view))
        for show in objects_of(view).values():
            assert all(len(line) <= 80 for line in show(view, NAMES))


def test_every_view_has_its_parts() -> None:
    assert {view.__name__ for view in OBJECTS} == {view.__name__ for view in members(Views)}
    assert EriantysView in OBJECTS


def test_parts_of_my_shelfie() -> None:
    model = playing(placing_view())
    assert showing.part(model, "") == ["You can show: goals, goal, shelf, hand, stats, board."]
    assert showing.part(model, "hand") == ["Your hand, lowest first: cat, book"]
    assert showing.part(playing(shelfie_view()), "hand") == [typing.NOTHING]
    assert showing.part(model, "goal") == [
        *("  P . F . .", "  . . . . C", "  . . . B .", "  . G . . .", "  . . . . .", "  . . T . ."),
        "  0 of 6 are there.",
    ]
    assert showing.part(model, "shelf")[3:] == [
        *("  C . . . .", "  B T . . .", "  C G . P .", "  1 2 3 4 5"),
        "  There is room for 3 at once.",
    ]
    assert showing.part(model, "board") == render(placing_view(), NAMES)
    assert showing.part(model, "stats")[0] == "  ada                   6 of 30 places, first player"
    with pytest.raises(CommandError, match="goals, goal, shelf, hand, stats or board"):
        showing.part(model, "castle")
    with pytest.raises(CommandError, match="nothing to show"):
        showing.part(Model(), "stats")


def test_a_large_board_is_scrolled_by_a_typed_word() -> None:
    viewport = Viewport()
    lines = showing.scroll(playing(codex_view()), viewport, "l")
    assert lines[0].startswith(">ada (you)")
    assert viewport.center is not None
    with pytest.raises(CommandError, match="left, right, up or down"):
        showing.scroll(playing(codex_view()), viewport, "away")
    with pytest.raises(CommandError, match="nothing to scroll"):
        showing.scroll(playing(shelfie_view()), viewport, "left")
    with pytest.raises(CommandError, match="No match"):
        showing.scroll(Model(), viewport, "left")


def test_what_lies_before_another_player_can_be_looked_at_and_scrolled() -> None:
    viewport = Viewport()
    assert showing.look(playing(codex_view()), viewport, "bob")[0].startswith(" bob")
    assert showing.scroll(playing(codex_view()), viewport, "up")[0].startswith(" bob")


def test_where_the_board_is_drawn_again_nothing_is_written() -> None:
    viewport = Viewport(height=17)
    assert showing.look(playing(codex_view()), viewport, "bob") == []
    assert showing.scroll(playing(codex_view()), viewport, "up") == []
    assert (viewport.seat, viewport.center) == (1, (0, 3))


def test_a_question_brings_the_sight_back_to_the_game() -> None:
    client = LineClient(lambda line: None)
    client.heard(PlayersInfo(NAMES, 2))
    client.heard(GameView(codex_view()))
    client.typed("board bob")
    client.typed("scroll up")
    assert client.viewport.seat == 1
    client.heard(SelectCodexDraw(("GOLD",)))
    assert client.viewport == Viewport()
