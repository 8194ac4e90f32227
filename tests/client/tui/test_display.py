"""Test boards, parts of games and rules, for every game."""

import pytest

from client.games.drawing import Marks
from client.games.parsing import CommandError
from client.games.registry import ui
from client.model import Model
from client.tui import display
from client.tui.display import render
from client.tui.line_client import LineClient
from client.tui.text import typing
from games.registry import GAMES
from games.rng import Rng
from messages import PlayersInfo
from messages.codex.actions import SelectCodexDraw
from messages.registry import AnyView, GameView
from tests.client.games.codex.tables import codex_view, large_view
from tests.client.games.shelfie.tables import placing_view, shelfie_view

NAMES = ("ada", "bob")


def playing(view: AnyView) -> Model:
    model = Model()
    model.receive(PlayersInfo(NAMES, 2))
    model.receive(GameView(view))
    return model


def test_rules_of_the_current_or_named_game_are_shown_and_others_refused() -> None:
    assert display.show_rules(playing(shelfie_view()), "") == list(ui("shelfie").text.rules_summary)
    assert display.show_rules(playing(shelfie_view()), "uno") == list(ui("uno").text.rules_summary)
    assert display.show_rules(Model(), "eri") == list(ui("eriantys").text.rules_summary)
    with pytest.raises(CommandError, match="rules eriantys"):
        display.show_rules(Model(), "")
    with pytest.raises(CommandError, match="'chess' is no game"):
        display.show_rules(Model(), "chess")


@pytest.mark.parametrize("name", GAMES)
def test_parts_and_board_at_the_start_of_each_game_fit_80_columns(name: str) -> None:
    game = GAMES[name]
    state = game.start(2, game.options(True, {}), Rng(b"show")).state
    for seat in (0, None):
        view = game.view(state, seat)
        for show in (*ui(name).parts.values(), render):
            assert all(len(line) <= 80 for line in show(view, NAMES))


def test_parts_of_my_shelfie_are_listed_and_shown_and_unknown_parts_refused() -> None:
    model = playing(placing_view())
    assert display.show_part(model, "") == [
        "You can show: goals, cgoal, goal, pgoal, shelf, hand, end, stats, board, "
        "rules, open, timer, online."
    ]
    assert display.show_part(model, "hand") == ["Your hand, lowest first: cat, book"]
    assert display.show_part(playing(shelfie_view()), "hand") == [typing.EMPTY_PART]
    assert display.show_part(model, "goal") == [
        *("  P . F . .", "  . . . . C", "  . . . B .", "  . G . . .", "  . . . . .", "  . . T . ."),
        "  0 of 6 are there.",
    ]
    assert display.show_part(model, "shelf")[3:] == [
        *("  C . . . .", "  B T . . .", "  C G . P .", "  1 2 3 4 5"),
        "  There is room for 3 at once.",
    ]
    assert display.show_part(model, "board") == render(placing_view(), NAMES)
    assert (
        display.show_part(model, "stats")[0]
        == "  ada                   6 of 30 places, first player"
    )
    with pytest.raises(CommandError, match="pgoal, shelf, hand, end, stats or board"):
        display.show_part(model, "castle")
    with pytest.raises(CommandError, match="nothing to show"):
        display.show_part(Model(), "stats")


def test_scroll_moves_the_center_and_refuses_wrong_directions_and_small_boards() -> None:
    model = playing(large_view())
    moved = display.scroll(model, Marks(center=(12, 12)), "l")
    assert moved.center == (10, 12)
    shown = display.render_part(large_view(), NAMES, moved)
    assert shown != display.render_part(large_view(), NAMES, Marks(center=(12, 12)))
    with pytest.raises(CommandError, match="left, right, up or down"):
        display.scroll(model, Marks(), "away")
    with pytest.raises(CommandError, match="nothing to scroll"):
        display.scroll(playing(shelfie_view()), Marks(), "left")
    with pytest.raises(CommandError, match="No match"):
        display.scroll(Model(), Marks(), "left")


def test_part_of_the_board_is_that_of_a_player_or_the_whole_board() -> None:
    seat = display.find_seat(playing(codex_view()), "bob")
    assert seat == 1
    assert display.render_part(codex_view(), NAMES, Marks(seat=seat))[0].startswith(" bob")
    whole = display.render_part(shelfie_view(), NAMES, Marks(seat=seat))
    assert whole == render(shelfie_view(), NAMES)
    assert display.find_seat(playing(codex_view()), "") is None
    with pytest.raises(CommandError, match="'carl' is no player"):
        display.find_seat(playing(codex_view()), "carl")


def test_prompt_resets_the_shown_part_after_board_and_scroll() -> None:
    written: list[str] = []
    client = LineClient(written.append)
    client.on_message(PlayersInfo(NAMES, 2))
    client.on_message(GameView(codex_view()))
    for line in ("board bob", "scroll up"):
        written.clear()
        client.on_line(line)
        assert written[0].startswith(" bob")
    assert client.match.shown_part == Marks(seat=1, center=(0, 0))
    client.on_message(SelectCodexDraw(("GOLD",)))
    assert client.match.shown_part == Marks()
