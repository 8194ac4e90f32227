"""Actions, codes of refusals, leaving and time-outs."""

from itertools import combinations, permutations
from random import Random

import pytest
from msgspec.structs import replace

from games.shelfie import SHELFIE
from games.shelfie.rules import ALL_LEFT, check_pick, leave, timeout
from games.shelfie.shelf import max_tiles
from games.shelfie.state import State
from games.shelfie.tiles import CELLS, takeable_runs, tile_letters
from messages.errors import ErrorCode, Refusal
from messages.shelfie.actions import (
    MarkShelfieTiles,
    ShelfieAction,
    SortShelfieTiles,
)
from messages.shelfie.table import ShelfieTilesMarked, ShelfieTilesSorted, ShelfieTilesTaken
from tests.games.shelfie.games import moments, varied
from tests.games.shelfie.tables import NONE, A, B, C, do, kinds, only, place, refusal, table, take


def mark(*cells: int) -> MarkShelfieTiles:
    return MarkShelfieTiles(cells=cells)


def sort(*order: int) -> SortShelfieTiles:
    return SortShelfieTiles(order=order)


@pytest.mark.parametrize("action", [take(13), place(0), mark(13), sort(0)])
def test_action_of_a_seat_off_turn_or_unknown_is_refused(action: ShelfieAction) -> None:
    assert refusal(table(NONE, NONE), action, B) == ErrorCode.NOTYOURTURN
    assert refusal(table(NONE, NONE), action, -1) == ErrorCode.NOTYOURTURN


def test_placing_or_sorting_before_taking_and_taking_or_marking_after_it_are_refused() -> None:
    state = table(NONE, NONE)
    for action in (place(0), sort(0)):
        assert refusal(state, action) == ErrorCode.UNEXPECTEDMESSAGE
    taken = do(state, take(13)).state
    for other in (take(14), mark(14), mark()):
        assert refusal(taken, other) == ErrorCode.UNEXPECTEDMESSAGE


def test_marks_are_public_can_be_removed_and_do_not_bind_the_pick() -> None:
    step = do(table(NONE, NONE), mark(14, 13))
    assert step.changes == (ShelfieTilesMarked(A, (14, 13)),)
    assert step.state.picked == (14, 13)
    assert step.turns == ()
    assert do(step.state, mark()).state == table(NONE, NONE)
    assert do(step.state, take(75)).state.picked == (75,)


def test_marking_tiles_that_cannot_be_taken_or_removing_no_marks_is_refused() -> None:
    state = table(NONE, NONE)
    assert refusal(state, mark(14, 24)) == ErrorCode.ACTIONNONVALID
    assert refusal(state, mark()) == ErrorCode.ACTIONNONVALID


def test_taken_tiles_are_reported_in_the_hand_in_the_order_named() -> None:
    state = table(NONE, NONE, on={13: "C", 14: "B"})
    change = only(do(state, take(14, 13)), ShelfieTilesTaken)
    assert (change.cells, change.hand) == ((14, 13), "BC")


def test_hand_can_be_sorted_repeatedly_and_invalid_orders_are_refused() -> None:
    state = do(table(NONE, NONE, on={13: "C", 14: "B"}), take(13, 14)).state
    step = do(state, sort(1, 0))
    assert step.changes == (ShelfieTilesSorted(A, (14, 13), "BC"),)
    assert tile_letters(step.state.hand) == "BC"
    assert do(step.state, sort(1, 0)).state == state
    for order in ((), (0,), (0, 0), (0, 2), (0, 1, 2)):
        assert refusal(state, sort(*order)) == ErrorCode.CHOICENOTVALID


@pytest.mark.parametrize("column", [-1, 5, 10**6])
def test_placing_in_an_unknown_column_is_refused(column: int) -> None:
    taken = do(table(NONE, NONE), take(13)).state
    assert refusal(taken, place(column)) == ErrorCode.CHOICENOTVALID


def test_turn_goes_clockwise_from_the_last_seat_to_the_first_who_has_not_left() -> None:
    state = table(NONE, NONE, NONE, turn=2)
    step = do(state, take(13), place(0))
    assert (step.turns, step.state.turn) == ((A,), A)
    step = do(replace(state, seated=(1, 2)), take(13), place(0))
    assert step.turns == (B,)


# --- which tiles may be taken: A.4 ----------------------------------------------------------------


def allowed(state: State, cells: tuple[int, ...]) -> bool:
    """Return whether these cells may be taken."""
    try:
        check_pick(state, cells)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("players", [2, 3, 4])
def test_listed_picks_are_exactly_the_legal_ones(players: int) -> None:
    random = Random(players)
    for moment in moments(players, varied(0), players):
        if moment.state.step != "PICK" or random.random() < 0.8:
            continue
        state = moment.state
        listed = set(takeable_runs(state.board, players, max_tiles(state.shelves[state.turn])))
        cells = random.sample(CELLS[players], 12)
        for size in (1, 2, 3):
            for group in combinations(sorted(cells), size):
                assert allowed(state, group) is (group in listed)
        for group in listed:
            assert all(allowed(state, order) for order in permutations(group))


@pytest.mark.parametrize("cells", [(), (13, 13), (0,), (-1,), (99,), (13, 14, 15, 16), (10**6,)])
def test_taking_no_repeated_unknown_or_four_cells_is_refused_with_choicenotvalid(
    cells: tuple[int, ...],
) -> None:
    assert refusal(table(NONE, NONE), take(*cells)) == ErrorCode.CHOICENOTVALID


def test_taking_an_empty_cell_or_four_tiles_is_refused_with_actionnonvalid() -> None:
    assert refusal(table(NONE, NONE, cells=(44,)), take(13)) == ErrorCode.ACTIONNONVALID
    row = table(NONE, NONE, cells=(42, 43, 44, 45))
    assert refusal(row, take(42, 43, 44, 45)) == ErrorCode.ACTIONNONVALID


# --- leaving and time-outs: B.7 -------------------------------------------------------------------


def test_timeout_returns_taken_tiles_and_loses_the_turn_and_off_turn_changes_nothing() -> None:
    state = table(NONE, NONE)
    for now in (state, do(state, take(13, 14)).state):
        step = timeout(now, A)
        assert kinds(step) == ["TurnLost", "TurnStarted"]
        assert step.turns == (B,)
        assert step.state == replace(state, turn=B)
    assert timeout(state, B).state == state


def test_leaving_on_turn_returns_the_tiles_and_passes_the_turn_which_others_do_not() -> None:
    state = table(NONE, NONE, NONE)
    step = leave(do(state, take(13)).state, A)
    assert kinds(step) == ["SeatGone", "TurnStarted"]
    assert step.state == replace(state, seated=(B, C), turn=B)
    other = leave(state, B)
    assert kinds(other) == ["SeatGone"]
    assert other.turns == ()
    assert other.state.turn == A


def test_last_player_left_wins_and_the_tile_in_hand_returns_to_the_board() -> None:
    holding = do(table(NONE, NONE), take(13)).state
    step = leave(holding, B)
    assert kinds(step) == ["SeatGone", "GameEnded"]
    assert (step.state.winners, step.state.reason) == ((A,), ALL_LEFT)
    assert step.state.hand == b""
    assert step.state.board == table(NONE, NONE).board


def test_leaving_of_the_last_seat_in_the_last_round_ends_the_game() -> None:
    state = table(NONE, NONE, NONE, turn=C, filler=A)
    assert kinds(leave(state, C))[-1] == "GameEnded"


@pytest.mark.parametrize(
    ("tokens", "winners"),
    [
        (((8,), (0,), (4,)), (C,)),
        (((8,), (0,), (1,)), (C,)),
        (((8,), (4,), (4,)), ()),
        (((8,), (0,), (0,)), ()),
    ],
)
def test_option_leaving_end_ends_the_match_for_the_sole_best_who_stayed_or_nobody(
    tokens: tuple[tuple[int, ...], ...], winners: tuple[int, ...]
) -> None:
    """Best of those left; nobody with equal points or none."""
    state = table(NONE, NONE, NONE, goals=("X",), tokens=tokens, options={"leaving": "end"})
    step = leave(state, A)
    if tokens == ((8,), (4,), (4,)):
        assert leave(state, B).state.winners == (A,)
    assert step.state.winners == winners
    assert SHELFIE.active(step.state) == frozenset()


def test_leaving_twice_changes_nothing() -> None:
    state = leave(table(NONE, NONE, NONE), B).state
    assert leave(state, B).changes == ()
