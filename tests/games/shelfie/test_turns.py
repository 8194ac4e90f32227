"""Ends of turns and of the game (A.6 to A.9) that the tricky cases do not cover."""

import pytest
from msgspec.structs import replace

from games.shelfie import SHELFIE
from games.shelfie.state import State
from games.shelfie.tiles import takeable_cells
from games.shelfie.turns import MOST_POINTS, fill_board, return_hand
from messages.errors import ErrorCode
from tests.games.shelfie.tables import (
    ALMOST,
    NONE,
    A,
    B,
    C,
    do,
    kinds,
    place,
    refusal,
    table,
    take,
)


def turns_after_filling(state: State) -> list[int]:
    """Return the seats that still play after the player on turn has filled a shelf."""
    state = do(state, take(takeable_cells(state.board, 3)[0]), place(0)).state
    seats = []
    while SHELFIE.active(state):
        seats.append(state.turn)
        cell = takeable_cells(state.board, 3)[0]
        state = do(state, take(cell), place(0)).state
    return seats


@pytest.mark.parametrize(("filler", "others"), [(A, [B, C]), (B, [C, A]), (C, [A, B])])
def test_with_a_lap_everybody_else_plays_once_more(filler: int, others: list[int]) -> None:
    shelves = [ALMOST if seat == filler else NONE for seat in range(3)]
    assert turns_after_filling(table(*shelves, turn=filler, options={"end_round": "lap"})) == others


@pytest.mark.parametrize(("first", "others"), [(A, [C]), (B, [C, A]), (C, [])])
def test_the_last_round_ends_before_the_first_player(first: int, others: list[int]) -> None:
    assert turns_after_filling(table(NONE, ALMOST, NONE, turn=B, first=first)) == others


def test_player_who_left_has_no_turn_in_the_last_round_or_lap() -> None:
    state = table(NONE, ALMOST, NONE, turn=B, seated=(A, B))
    assert turns_after_filling(state) == []
    lap = replace(state, options=replace(state.options, end_round="lap"))
    assert turns_after_filling(lap) == [A]


def test_without_common_goals_there_are_no_tokens() -> None:
    cats = "..... ..... ..... ..... CCCC. CCCC."
    step = do(table(cats, NONE, goals=()), take(13), place(4))
    assert kinds(step) == ["TilesPlaced", "TurnStarted"]


def test_squares_of_two_types_give_a_token_unless_squares_same_type_is_chosen() -> None:
    shelf = "..... ..... ..... ..... CC.BB CC.BB"
    state = table(shelf, NONE, goals=("SQUARES",), options={"squares_same_type": True})
    assert "TokenTaken" not in kinds(do(state, take(13), place(2)))
    usual = replace(state, options=replace(state.options, squares_same_type=False))
    assert "TokenTaken" in kinds(do(usual, take(13), place(2)))


def test_fill_board_fills_only_empty_cells_from_the_end_of_the_bag() -> None:
    state = table(NONE, NONE, cells=(44,))
    filled = fill_board(state)
    assert filled.board[44] == state.board[44]
    assert filled.bag == state.bag[:-28]
    assert filled.board[13] == state.bag[-1]
    assert fill_board(filled) == filled


def test_return_hand_restores_the_state_before_the_pick() -> None:
    state = table(NONE, NONE)
    assert return_hand(do(state, take(14, 13)).state) == state


def test_finished_game_has_winner_and_reason_and_refuses_actions() -> None:
    state = table(ALMOST, NONE, first=B)
    over = do(state, take(13), place(0)).state
    result = SHELFIE.result(over)
    assert result is not None
    assert (result.winners, result.reason) == ((A,), MOST_POINTS)
    assert refusal(over, take(14), A) == ErrorCode.NOTYOURTURN
