"""Actions and the codes of their refusals."""

import pytest
from msgspec.structs import replace

from games.shelfie.tiles import letters
from messages.errors import ErrorCode
from messages.shelfie.actions import (
    MarkShelfieTiles,
    ShelfieAction,
    SortShelfieTiles,
)
from messages.shelfie.table import ShelfieTilesMarked, ShelfieTilesSorted, ShelfieTilesTaken
from tests.games.shelfie.tables import NONE, A, B, do, only, place, refusal, table, take


def mark(*cells: int) -> MarkShelfieTiles:
    return MarkShelfieTiles(cells=cells)


def sort(*order: int) -> SortShelfieTiles:
    return SortShelfieTiles(order=order)


@pytest.mark.parametrize("action", [take(13), place(0), mark(13), sort(0)])
def test_only_the_player_on_turn_may_act(action: ShelfieAction) -> None:
    assert refusal(table(NONE, NONE), action, B) == ErrorCode.NOTYOURTURN
    assert refusal(table(NONE, NONE), action, -1) == ErrorCode.NOTYOURTURN


def test_first_take_then_place() -> None:
    state = table(NONE, NONE)
    for action in (place(0), sort(0)):
        assert refusal(state, action) == ErrorCode.UNEXPECTEDMESSAGE
    taken = do(state, take(13)).state
    for other in (take(14), mark(14), mark()):
        assert refusal(taken, other) == ErrorCode.UNEXPECTEDMESSAGE


def test_marks_are_seen_by_all_and_bind_nobody() -> None:
    step = do(table(NONE, NONE), mark(14, 13))
    assert step.changes == (ShelfieTilesMarked(A, (14, 13)),)
    assert step.state.picked == (14, 13)
    assert step.turns == ()
    assert do(step.state, mark()).state == table(NONE, NONE)
    assert do(step.state, take(75)).state.picked == (75,)


def test_marks_obey_the_rules_of_taking() -> None:
    state = table(NONE, NONE)
    assert refusal(state, mark(14, 24)) == ErrorCode.ACTIONNONVALID
    assert refusal(state, mark()) == ErrorCode.ACTIONNONVALID


def test_taken_tiles_are_in_the_hand_in_the_order_named() -> None:
    state = table(NONE, NONE, on={13: "C", 14: "B"})
    change = only(do(state, take(14, 13)), ShelfieTilesTaken)
    assert (change.cells, change.hand) == ((14, 13), "BC")


def test_a_hand_can_be_sorted_again_and_again() -> None:
    state = do(table(NONE, NONE, on={13: "C", 14: "B"}), take(13, 14)).state
    step = do(state, sort(1, 0))
    assert step.changes == (ShelfieTilesSorted(A, (14, 13), "BC"),)
    assert letters(step.state.hand) == "BC"
    assert do(step.state, sort(1, 0)).state == state
    for order in ((), (0,), (0, 0), (0, 2), (0, 1, 2)):
        assert refusal(state, sort(*order)) == ErrorCode.CHOICENOTVALID


@pytest.mark.parametrize("column", [-1, 5, 10**6])
def test_a_shelf_has_five_columns(column: int) -> None:
    taken = do(table(NONE, NONE), take(13)).state
    assert refusal(taken, place(column)) == ErrorCode.CHOICENOTVALID


def test_the_turn_goes_clockwise_and_past_the_last_seat() -> None:
    state = table(NONE, NONE, NONE, turn=2)
    step = do(state, take(13), place(0))
    assert (step.turns, step.state.turn) == ((A,), A)
    step = do(replace(state, seated=(1, 2)), take(13), place(0))
    assert step.turns == (B,)
