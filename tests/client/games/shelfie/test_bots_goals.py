"""How far a shelf is on its way to each common goal."""

from random import Random

import pytest

from client.games.shelfie.bots_goals import progress
from games.shelfie.goals import met
from games.shelfie.shelf import shelf_rows
from messages.shelfie.actions import SHELFIE_GOALS, ShelfieGoal
from tests.games.shelfie.random_shelves import random_shelf

SHELVES = 400
NOTHING = "." * 30


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
@pytest.mark.parametrize("same_squares", [False, True])
def test_a_goal_is_met_when_all_of_it_is_there(goal: ShelfieGoal, same_squares: bool) -> None:
    random = Random(goal)
    for _ in range(SHELVES):
        shelf = random_shelf(random)
        part = progress(goal, "".join(shelf_rows(shelf)), same_squares)
        assert 0 <= part <= 1
        assert (part == pytest.approx(1)) is met(goal, shelf, same_squares)


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_nothing_is_no_part_of_a_goal(goal: ShelfieGoal) -> None:
    assert progress(goal, NOTHING, False) == 0


@pytest.mark.parametrize(
    ("goal", "shelf", "part"),
    [
        ("PAIRS", "..... ..... ..... ..... ..... CC.TT", 4 / 12),
        ("PAIRS", "..... ..... ..... ..... ..... CCCC.", 2 / 12),
        ("FOURS", "..... ..... ..... ..... C.... CC.TT", 5 / 16),
        ("CORNERS", "..... ..... ..... ..... ..... C...C", 2 / 4),
        ("CORNERS", "..... ..... ..... ..... ..... C...T", 0),
        ("SQUARES", "..... ..... ..... ..... C..T. CC.T.", 5 / 8),
        ("COLS3", "..... ..... ..... ..... CB... CCTPF", (2 + 2 + 1) / 18),
        ("EIGHT", "..... ..... ..... ..... ..... CTCPC", 3 / 8),
        ("DIAG", "..... ..... ..... ..... BC... CB...", 2 / 5),
        ("DIAG", "..... ..... ..... ..... BT... CB...", 1 / 5),
        ("ROWS3", "..... ..... ..... ..... CBGF. CCCC.", 4 / 20),
        ("COLS6", "..... ..... ..... ..... CB... CCTPF", 3 / 12),
        ("ROWS5", "..... ..... ..... ..... CB... CBGF.", 6 / 10),
        ("X", "..... ..... ..... ..... TC... CPC..", 3 / 5),
        ("STAIRS", "..... ..... ..... C.... CB... CBGT.", 7 / 15),
        ("STAIRS", "..... ..... ..... ..... ..... CBGTP", 5 / 15),
        ("STAIRS", "..... ..... ..... CBGTP CBGTP CBGTP", 0),
    ],
)
def test_parts(goal: ShelfieGoal, shelf: str, part: float) -> None:
    assert progress(goal, shelf.replace(" ", ""), False) == pytest.approx(part)


def test_two_squares_of_one_type_where_that_is_asked_for() -> None:
    shelf = "." * 20 + "CC.TT" + "CC.TT"
    assert progress("SQUARES", shelf, False) == 1
    assert progress("SQUARES", shelf, True) == 0.5
