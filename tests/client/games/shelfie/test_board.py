"""The My Shelfie table as text."""

import random

import pytest
from msgspec.structs import replace

from client.games.shelfie import UI
from client.games.shelfie.board import (
    GOAL_DRAWINGS,
    ONE_TYPE_SQUARES,
    draw_goals,
)
from client.tui.display import render
from games.registry import GAMES
from games.rng import Rng
from games.shelfie.scoring import is_goal_met
from games.shelfie.tiles import parse_tiles
from messages.shelfie.actions import SHELFIE_GOALS, ShelfieGoal
from tests.client.games.shelfie.tables import NAMES, placing_view, shelfie_view

GOLDEN = """\
My Shelfie | 50 tiles in the bag
    1  2  3  4  5  6  7  8  9   >ada         bob
 a                               p . f . .   . . . . .
 b           C [B]               . . . . c   . . . . .
 c           G  F  T             . . . b .   . . . . .
 d        .  .  .  .  .  .       C g . . .   . . . . .
 e     .  .  .  .  .  .  .       B T . . .   . . . . .
 f     .  .  .  .  .  .          C G t P .   . . . . .
 g           .  .  .             1 2 3 4 5   1 2 3 4 5
 h              .  .
 i
Goal: five equal tiles in the form of an X (8 points)
Goal: two squares of 2 x 2 equal tiles (8 points)"""


def test_board_matches_the_expected_text() -> None:
    lines = render(shelfie_view(picked=(14,)), NAMES)
    assert "\n".join(lines) == GOLDEN


def test_name_of_a_computer_player_is_not_shortened() -> None:
    assert render(shelfie_view(), ("ada", "Bianca-bot"))[1].endswith(">ada         Bianca-bot")


def test_enclosed_tile_is_a_lower_case_letter() -> None:
    view = shelfie_view()
    rows = list(view.board)
    rows[3] = "  ..P... "
    lines = render(shelfie_view(board=tuple(rows)), NAMES)
    assert lines[4].startswith(" c           G  f  T ")


def test_display_renders_the_board_of_the_game_ui() -> None:
    assert UI.board(shelfie_view(), NAMES) == render(shelfie_view(), NAMES)


def test_hand_is_shown_while_placing() -> None:
    assert render(placing_view(), NAMES)[-1] == "Your hand, lowest first: cat, book"


def test_tokens_players_who_left_last_round_and_points_of_goals_are_shown() -> None:
    view = shelfie_view(stacks=((4,), ()), squares_same_type=True)
    players = list(view.players)
    players[0] = type(players[0])(players[0].shelf, (8, 0), end_token=True)
    players[1] = type(players[1])(players[1].shelf, (0, 0), gone=True)
    lines = render(shelfie_view(stacks=view.stacks, players=tuple(players)), NAMES)
    assert lines[0].endswith("the last round")
    assert lines[9].endswith("8 + end 1   has left")
    assert lines[-2].endswith("X (4 points)")
    assert lines[-1].endswith("(no points left)")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_boards_of_a_random_match_fit_80_by_15_with_cleaned_names_and_end_with_totals(
    players: int,
) -> None:
    game, rng = GAMES["shelfie"], random.Random(players)
    names = ["\x1b[31m" + "long_name_of_somebody"] * players
    state = game.start(players, game.options(False, {}), Rng(b"board")).state
    while game.active(state):
        (seat,) = game.active(state)
        for viewer in (0, None):
            lines = render(game.view(state, viewer), names)
            assert len(lines) <= 15
            assert all(len(line) <= 80 and "\x1b" not in line for line in lines)
        state = game.apply(state, seat, rng.choice(game.legal(state, seat))).state
    assert "= " in render(game.view(state, 0), names)[10]


TILES = str.maketrans("123456#", "CBGFTPC")


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_goal_drawing_meets_its_goal(goal: ShelfieGoal) -> None:
    assert is_goal_met(goal, parse_tiles(GOAL_DRAWINGS[goal].translate(TILES)), False)


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_every_tile_of_a_goal_drawing_is_needed(goal: ShelfieGoal) -> None:
    shelf = GOAL_DRAWINGS[goal].translate(TILES)
    for place in [place for place, sign in enumerate(shelf) if sign not in ". "]:
        assert not is_goal_met(goal, parse_tiles(f"{shelf[:place]}.{shelf[place + 1 :]}"), False), (
            place
        )


def test_drawing_of_squares_of_one_type_meets_the_goal_and_is_shown_with_its_text() -> None:
    assert is_goal_met("SQUARES", parse_tiles(ONE_TYPE_SQUARES.translate(TILES)), True)
    view = replace(shelfie_view(), goals=("SQUARES",), stacks=((8,),), squares_same_type=True)
    assert draw_goals(view)[0] == "Goal: two squares of 2 x 2 equal tiles (of one type, 8 points)"
    assert draw_goals(view)[5:7] == ["  . . . 1 1", "  . . . 1 1"]


def test_goals_are_drawn_side_by_side_between_their_texts_and_a_key() -> None:
    first, second, empty, top, *rows, key = draw_goals(shelfie_view())
    assert first == "Goal: five equal tiles in the form of an X (8 points)"
    assert second == "Goal: two squares of 2 x 2 equal tiles (8 points)"
    assert empty == ""
    assert top == "  . . . . .                             1 1 . . ."
    assert len(rows) == 5
    assert "Equal numbers" in key


def test_match_without_common_goals_has_no_drawings() -> None:
    assert draw_goals(replace(shelfie_view(), goals=(), stacks=())) == []
