"""Which tiles may be taken together (A.4): the list and the check agree on every position."""

from itertools import combinations, permutations
from random import Random

import pytest

from games.shelfie.picking import check_pick, free_cells, in_line, runs, touching
from games.shelfie.shelf import limit
from games.shelfie.state import State
from games.shelfie.tiles import CELLS
from messages.errors import ErrorCode, Refusal
from tests.games.shelfie.games import moments, varied
from tests.games.shelfie.tables import NONE, refusal, table, take


def allowed(state: State, cells: tuple[int, ...]) -> bool:
    try:
        check_pick(state, cells)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_listed_is_what_is_allowed(players: int) -> None:
    random = Random(players)
    for moment in moments(players, varied(0), players):
        if moment.state.step != "PICK" or random.random() < 0.8:
            continue
        state = moment.state
        listed = set(runs(state.board, players, limit(state.shelves[state.turn])))
        cells = random.sample(CELLS[players], 12)
        for size in (1, 2, 3):
            for group in combinations(sorted(cells), size):
                assert allowed(state, group) is (group in listed)
        for group in listed:
            assert all(allowed(state, order) for order in permutations(group))


def test_the_eight_pairs_of_two_players() -> None:
    board = table(NONE, NONE).board
    pairs = {run for run in runs(board, 2, 3) if len(run) == 2}
    expected = "13-14 13-23 36-37 37-47 41-51 51-52 65-75 74-75"
    assert pairs == {tuple(map(int, pair.split("-"))) for pair in expected.split()}


@pytest.mark.parametrize("cells", [(), (13, 13), (0,), (-1,), (99,), (13, 14, 15, 16), (10**6,)])
def test_a_choice_that_names_nothing(cells: tuple[int, ...]) -> None:
    assert refusal(table(NONE, NONE), take(*cells)) == ErrorCode.CHOICENOTVALID


def test_an_empty_cell_and_too_many_tiles_are_against_the_rules() -> None:
    assert refusal(table(NONE, NONE, cells=(44,)), take(13)) == ErrorCode.ACTIONNONVALID
    row = table(NONE, NONE, cells=(42, 43, 44, 45))
    assert refusal(row, take(42, 43, 44, 45)) == ErrorCode.ACTIONNONVALID


def test_lines_may_be_named_in_any_order() -> None:
    assert in_line((45, 43, 44))
    assert in_line((34, 24))
    assert not in_line((43, 45))
    assert not in_line((43, 44, 54))


def test_corners_do_not_touch_and_do_not_enclose() -> None:
    board = table(NONE, NONE, cells=(33, 44, 55)).board
    assert not touching(board, 2)
    assert free_cells(board, 2) == [33, 44, 55]
    assert touching(table(NONE, NONE, cells=(33, 43)).board, 2)
