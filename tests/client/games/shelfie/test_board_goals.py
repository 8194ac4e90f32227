"""The common goals of My Shelfie as drawings."""

import pytest
from msgspec.structs import replace

from client.games.shelfie.board_goals import DRAWINGS, ONE_TYPE, drawn
from games.shelfie.goals import met
from games.shelfie.tiles import read
from messages.shelfie.actions import SHELFIE_GOALS, ShelfieGoal
from tests.client.games.shelfie.tables import shelfie_view

TILES = str.maketrans("123456#", "CBGFTPC")


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_each_drawing_meets_its_goal(goal: ShelfieGoal) -> None:
    assert met(goal, read(DRAWINGS[goal].translate(TILES)), False)


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_nothing_in_a_drawing_is_too_much(goal: ShelfieGoal) -> None:
    shelf = DRAWINGS[goal].translate(TILES)
    for place in [place for place, sign in enumerate(shelf) if sign not in ". "]:
        assert not met(goal, read(f"{shelf[:place]}.{shelf[place + 1 :]}"), False), place


def test_squares_of_one_type() -> None:
    assert met("SQUARES", read(ONE_TYPE.translate(TILES)), True)
    view = replace(shelfie_view(), goals=("SQUARES",), stacks=((8,),), squares_same_type=True)
    assert drawn(view)[0] == "Goal: two squares of 2 x 2 equal tiles (of one type, 8 points)"
    assert drawn(view)[5:7] == ["  . . . 1 1", "  . . . 1 1"]


def test_goals_are_drawn_side_by_side_below_their_words() -> None:
    first, second, empty, top, *rows, key = drawn(shelfie_view())
    assert first == "Goal: five equal tiles in the form of an X (8 points)"
    assert second == "Goal: two squares of 2 x 2 equal tiles (8 points)"
    assert empty == ""
    assert top == "  . . . . .                             1 1 . . ."
    assert len(rows) == 5
    assert "Equal numbers" in key


def test_a_table_without_common_goals_has_none_to_draw() -> None:
    assert drawn(replace(shelfie_view(), goals=(), stacks=())) == []
