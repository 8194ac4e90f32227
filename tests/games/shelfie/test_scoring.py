"""Personal goals (A.10), points (A.9), and the common goals (A.11).

The common goals agree with a slow and simple implementation on random shelves.
"""

from random import Random

import pytest

from games.shelfie.scoring import (
    GOALS,
    PERSONAL_GOALS,
    adjacency_points,
    is_goal_met,
    personal_points,
    result_of,
)
from games.shelfie.shelf import COLUMNS, shelf_rows
from games.shelfie.tiles import parse_tiles
from messages.shelfie.actions import SHELFIE_GOALS, ShelfieGoal
from tests.games.shelfie.random_shelves import random_shelf
from tests.games.shelfie.slow_goals import SLOW, slow_same_squares
from tests.games.shelfie.tables import ALMOST, NONE, A, B, table

TABLE = """
14 23 31 02 52 00
20 34 22 54 43 11
31 50 13 10 34 22
42 41 04 22 20 33
53 32 50 31 11 44
04 23 41 43 02 50
00 52 44 13 30 21
11 43 53 04 22 30
22 34 02 50 41 44
33 20 11 41 04 53
44 11 20 32 53 02
50 02 44 22 33 11
"""
"""Row and column of cat, book, game, frame, trophy and plant, one card in each line."""


def test_twelve_personal_goals_are_those_of_the_rules_digest() -> None:
    lines = TABLE.split("\n")[1:-1]
    assert len(lines) == len(PERSONAL_GOALS) == 12
    for card, line in zip(PERSONAL_GOALS, lines, strict=True):
        drawn = bytearray(30)
        for cell, tile in zip(line.split(), b"CBGFTP", strict=True):
            drawn[int(cell[0]) * COLUMNS + int(cell[1])] = tile
        assert card == bytes(drawn)


def test_six_cells_are_on_no_personal_goal_and_six_cells_with_equal_tile_on_two() -> None:
    used = {place for card in PERSONAL_GOALS for place, tile in enumerate(card) if tile}
    assert {*range(30)} - used == {1, 3, 7, 14, 20, 26}
    pairs = [(place, tile) for card in PERSONAL_GOALS for place, tile in enumerate(card) if tile]
    assert len(pairs) - len(set(pairs)) == 6


@pytest.mark.parametrize(
    ("matches", "points"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 9), (6, 12)]
)
def test_personal_goal_scores_by_the_number_of_matches(matches: int, points: int) -> None:
    shelf, left = bytearray(PERSONAL_GOALS[4]), 6 - matches
    for place, tile in enumerate(shelf):
        if tile and left:
            shelf[place], left = ord("C") if tile != ord("C") else ord("B"), left - 1
    assert personal_points(4, bytes(shelf)) == points


@pytest.mark.parametrize(
    ("shelf", "points"),
    [
        ("..... ..... ..... ..... ..... CC...", 0),
        ("..... ..... ..... ..... ..... CCC..", 2),
        ("..... ..... ..... ..... ..... CCCC.", 3),
        ("..... ..... ..... ..... ..... CCCCC", 5),
        ("..... ..... ..... ..... C.... CCCCC", 8),
        ("..... ..... ..... CC... CCCCC CCCCC", 8),
        ("GCCCC GCCCC GGBBB TTBBF TFTPF FTTTP", 8 + 3 + 5 + 3 + 2),
    ],
)
def test_regions_of_three_or_more_tiles_score_by_their_size(shelf: str, points: int) -> None:
    assert adjacency_points(parse_tiles(shelf)) == points


def test_rulebooks_second_example_scores_common_personal_adjacency_and_total() -> None:
    """12 for tokens, 6 for four matches, 18 for regions of 6, 5 and 5 tiles."""
    shelf = "..... ....C G..B. GGGGG BBBBB TTTTT"
    state = table(shelf, NONE, goals=("X", "EIGHT"), tokens=((8, 4), (0, 0)))
    result = result_of(state, A)
    assert (result.common, result.personal, result.adjacency) == (12, 6, 18)
    assert result.total == 36


def test_end_token_is_one_point_and_a_seat_that_left_has_none() -> None:
    state = table(ALMOST, ALMOST, filler=B, seated=(B,))
    assert result_of(state, B).end == 1
    assert result_of(state, A).total == 0


# --- the common goals -----------------------------------------------------------------------------

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
def test_common_goal_is_met_or_not_met_by_example_shelves(
    goal: ShelfieGoal, expected: bool, shelf: str
) -> None:
    assert is_goal_met(goal, parse_tiles(shelf), False) is expected


def test_every_common_goal_has_a_check_and_all_but_squares_examples_for_both_answers() -> None:
    assert tuple(GOALS) == SHELFIE_GOALS == tuple(SLOW)
    answers = {(goal, expected) for goal, expected, _ in EXAMPLES}
    assert {goal for goal in SHELFIE_GOALS if goal != "SQUARES"} == {goal for goal, _ in answers}
    assert len(answers) == 2 * (len(SHELFIE_GOALS) - 1)


def compare(goal: ShelfieGoal, shelves: int) -> int:
    """Return how many shelves meet the goal; the slow implementation must agree on each."""
    random, met_by = Random(goal), 0
    for _ in range(shelves):
        shelf = random_shelf(random)
        grid = [list(row) for row in shelf_rows(shelf)]
        expected = SLOW[goal](grid)
        assert is_goal_met(goal, shelf, False) is expected, (goal, grid)
        if goal == "SQUARES":
            assert is_goal_met(goal, shelf, True) is slow_same_squares(grid), grid
        met_by += expected
    return met_by


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_common_goals_agree_with_the_slow_implementation_on_1500_shelves(goal: ShelfieGoal) -> None:
    assert 10 < compare(goal, QUICK) < QUICK - 10


@pytest.mark.soak
@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_common_goals_agree_with_the_slow_implementation_on_20000_shelves(
    goal: ShelfieGoal,
) -> None:
    assert 100 < compare(goal, MANY) < MANY - 100
