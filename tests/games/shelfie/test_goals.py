"""Each common goal: examples of A.11, and equality with a slow, obviously right checker."""

from random import Random

import pytest

from games.shelfie.goals import GOALS, met
from games.shelfie.shelf import shelf_rows
from games.shelfie.tiles import read
from messages.shelfie.actions import SHELFIE_GOALS, ShelfieGoal
from tests.games.shelfie.random_shelves import random_shelf
from tests.games.shelfie.slow_goals import SLOW, slow_same_squares

QUICK, MANY = 1_500, 20_000

EXAMPLES: list[tuple[ShelfieGoal, bool, str]] = [
    ("PAIRS", True, "..... ..... C...B CF.TB GFCTP GTCBP"),
    ("PAIRS", False, "..... ..... ..... CF.TB GFCTP GTCBP"),
    ("FOURS", True, "..... ..... CCCCT BBBBT GGGGT FFFFT"),
    ("FOURS", False, "..... ..... CCC.T BBBBT GGGBT FFFPT"),
    ("CORNERS", True, "C...C T...B T...B T...B T...B CPPPC"),
    ("CORNERS", False, "C...C T...B T...B T...B T...B CPPPB"),
    ("CORNERS", False, "....C ....B ....B ....B T...B CPPPC"),
    ("COLS3", True, "CBG.. CBG.. CBG.. TPF.. TPF.. FCT.."),
    ("COLS3", False, "CBG.. CBG.. CBG.. TPF.. TPB.. FCT.."),
    ("COLS3", True, "CBGTP CBGTP CBGTP CBGTP CBGTP CBGTP"),
    ("EIGHT", True, "..... ..... ..... ..... CCCCC CCC.."),
    ("EIGHT", True, "..... ..... ..... ..... CCCCC CCCC."),
    ("EIGHT", False, "..... ..... ..... ..... CCCCC CCB.."),
    ("DIAG", True, "C.... TC... TBC.. TBPC. TBPGC TBPGF"),
    ("DIAG", True, "..... C.... BC... PBC.. FPBC. TFPBC"),
    ("DIAG", False, "..... ..... C.... BC... PBC.. TPBC."),
    ("ROWS3", True, "..... ..... CBGGG CCCCC TTPPF FFFCC"),
    ("ROWS3", False, "..... ..... CBGF. CCCCC TTPPF FFFCC"),
    ("COLS6", True, "C.F.. B.C.. G.B.. F.G.. T.P.. P.T.."),
    ("COLS6", False, "C.F.. B.C.. G.B.. F.G.. T.P.. P.P.."),
    ("ROWS5", True, "..... ..... ..... ..... CBGFT BGFTP"),
    ("ROWS5", False, "..... ..... ..... ..... CBGFT BGFTB"),
    ("X", True, "..... ..... ..... C.C.. BCT.. CPC.."),
    ("X", True, "..... ..... ..... CCC.. CCC.. CCC.."),
    ("X", False, "..... ..... ..... C.C.. BTT.. CPC.."),
    ("STAIRS", True, "..... C.... CB... CBG.. CBGF. CBGFT"),
    ("STAIRS", True, "....C ...CB ..BBG .TFBC TTPPF FFFCC"),
    ("STAIRS", False, "..... ..... C.... CB... CBG.. CBGF."),
    ("STAIRS", False, "..... ...CB ..BBG .TFBC TTPPF FFFCC"),
]


@pytest.mark.parametrize(("goal", "expected", "shelf"), EXAMPLES)
def test_examples(goal: ShelfieGoal, expected: bool, shelf: str) -> None:
    assert met(goal, read(shelf), False) is expected


def test_every_goal_has_a_check_and_examples_for_both_answers() -> None:
    assert tuple(GOALS) == SHELFIE_GOALS == tuple(SLOW)
    answers = {(goal, expected) for goal, expected, _ in EXAMPLES}
    assert {goal for goal in SHELFIE_GOALS if goal != "SQUARES"} == {goal for goal, _ in answers}
    assert len(answers) == 2 * (len(SHELFIE_GOALS) - 1)


def compare(goal: ShelfieGoal, shelves: int) -> int:
    """How many of the shelves meet the goal; the slow checker agrees on each."""
    random, met_by = Random(goal), 0
    for _ in range(shelves):
        shelf = random_shelf(random)
        grid = [list(row) for row in shelf_rows(shelf)]
        expected = SLOW[goal](grid)
        assert met(goal, shelf, False) is expected, (goal, grid)
        if goal == "SQUARES":
            assert met(goal, shelf, True) is slow_same_squares(grid), grid
        met_by += expected
    return met_by


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_the_slow_checker_agrees(goal: ShelfieGoal) -> None:
    assert 10 < compare(goal, QUICK) < QUICK - 10


@pytest.mark.soak
@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_the_slow_checker_agrees_on_many_shelves(goal: ShelfieGoal) -> None:
    assert 100 < compare(goal, MANY) < MANY - 100
