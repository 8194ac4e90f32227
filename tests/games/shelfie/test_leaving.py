"""A seat is given up, or its time is over."""

import pytest
from msgspec.structs import replace

from games.shelfie import SHELFIE
from games.shelfie.leaving import ALL_LEFT, leave, timeout
from tests.games.shelfie.tables import NONE, A, B, C, do, kinds, table, take


def test_a_lost_turn_brings_the_tiles_back() -> None:
    state = table(NONE, NONE)
    for now in (state, do(state, take(13, 14)).state):
        step = timeout(now, A)
        assert kinds(step) == ["TurnLost", "TurnStarted"]
        assert step.turns == (B,)
        assert step.state == replace(state, turn=B)
    assert timeout(state, B).state == state


def test_the_table_plays_on_without_a_seat() -> None:
    state = table(NONE, NONE, NONE)
    step = leave(do(state, take(13)).state, A)
    assert kinds(step) == ["SeatGone", "TurnStarted"]
    assert step.state == replace(state, seated=(B, C), turn=B)
    other = leave(state, B)
    assert kinds(other) == ["SeatGone"]
    assert other.turns == ()
    assert other.state.turn == A


def test_the_last_one_wins() -> None:
    holding = do(table(NONE, NONE), take(13)).state
    step = leave(holding, B)
    assert kinds(step) == ["SeatGone", "GameEnded"]
    assert (step.state.winners, step.state.reason) == ((A,), ALL_LEFT)
    assert step.state.hand == b""
    assert step.state.board == table(NONE, NONE).board


def test_leaving_in_the_last_round_ends_it_if_nobody_is_to_come() -> None:
    state = table(NONE, NONE, NONE, turn=C, filler=A)
    assert kinds(leave(state, C))[-1] == "GameEnded"


@pytest.mark.parametrize(
    ("tokens", "winners"),
    [(((8,), (0,), (4,)), (C,)), (((8,), (4,), (4,)), ()), (((8,), (0,), (0,)), ())],
)
def test_the_old_way_ends_the_match_for_all(
    tokens: tuple[tuple[int, ...], ...], winners: tuple[int, ...]
) -> None:
    """Best of those left; nobody with equal points or none."""
    state = table(NONE, NONE, NONE, goals=("X",), tokens=tokens, options={"leaving": "end"})
    step = leave(state, A)
    if tokens == ((8,), (4,), (4,)):
        assert leave(state, B).state.winners == (A,)
    assert step.state.winners == winners
    assert SHELFIE.active(step.state) == frozenset()


def test_a_seat_that_is_gone_cannot_leave_again() -> None:
    state = leave(table(NONE, NONE, NONE), B).state
    assert leave(state, B).changes == ()
