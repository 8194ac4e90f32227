"""Professors and coins (rules digest, 6 and 10.2)."""

from typing import Any

import pytest

from games.base import Changed
from games.eriantys.dining import (
    claim_all_professors,
    pay_covered,
    place_in_dining,
    reassign_professors,
)
from games.eriantys.state import Card, State
from messages.eriantys.table import CoinTaken, ProfessorMoved
from tests.games.eriantys.boards import board, professors, students

RED = 3


def placed(state: State, seat: int = 0) -> Changed[State]:
    return place_in_dining(state, seat, state.schools[seat], RED)


def reds(*numbers: int, holder: int = -1, **fields: Any) -> State:
    """Return a state with these numbers of red students in the dining rooms."""
    schools = {seat: {"dining": students(red=n)} for seat, n in enumerate(numbers)}
    held = professors() if holder < 0 else professors(red=holder)
    return board(len(numbers), schools=schools, professors=held, **fields)


@pytest.mark.parametrize(
    ("numbers", "holder", "after"),
    [
        ((0, 0), -1, 0),
        ((0, 1), 1, 1),
        ((1, 1), 1, 0),
        ((2, 1, 4), 2, 2),
        ((3, 3, 3), 1, 0),
        ((2, 3, 3), 1, 1),
        ((0, 0, 0, 0), -1, 0),
    ],
)
def test_professor_moves_only_to_a_player_with_more_students_than_every_other(
    numbers: tuple[int, ...], holder: int, after: int
) -> None:
    state, changes = placed(reds(*numbers, holder=holder))
    assert state.professors == professors(red=after)
    previous = None if holder < 0 else holder
    moved = () if after == holder else (ProfessorMoved("RED", after, previous),)
    assert changes == moved


def test_professor_that_nobody_holds_is_not_taken_on_a_tie() -> None:
    state, _ = placed(reds(1, 2))
    assert state.professors == professors()


def test_students_in_an_entrance_do_not_count_for_a_professor() -> None:
    state = board(schools={1: {"entrance": students(red=7)}})
    assert placed(state)[0].professors == professors(red=0)


def test_with_the_farmer_a_tie_takes_the_professor() -> None:
    state, changes = placed(reds(1, 2, holder=1, effect="FARMER"))
    assert state.professors == professors(red=0)
    assert changes == (ProfessorMoved("RED", 0, 1),)


def test_farmer_below_another_player_takes_no_professor() -> None:
    state, _ = placed(reds(1, 3, holder=1, effect="FARMER"))
    assert state.professors == professors(red=1)


def test_farmer_claims_the_professors_of_all_tied_colors_at_once_and_no_others() -> None:
    state = board(
        schools={
            0: {"dining": students(yellow=1, blue=2, red=1)},
            1: {"dining": students(yellow=1, blue=2, red=2)},
        },
        professors=professors(yellow=1, blue=1, red=1),
        effect="FARMER",
    )
    after, changes = claim_all_professors(state, 0)
    assert after.professors == professors(yellow=0, blue=0, red=1)
    assert changes == (ProfessorMoved("YELLOW", 0, 1), ProfessorMoved("BLUE", 0, 1))


def test_reassigning_gives_the_professor_to_a_sole_leader() -> None:
    state, changes = reassign_professors(reds(1, 2, 0, holder=0))
    assert state.professors == professors(red=1)
    assert changes == (ProfessorMoved("RED", 1, 0),)


def test_reassigning_leaves_the_professor_if_nobody_has_students() -> None:
    state = reds(0, 0, 0, holder=2)
    assert reassign_professors(state) == (state, ())


@pytest.mark.parametrize("seated", range(10))
def test_third_sixth_and_ninth_student_of_a_color_earn_a_coin_from_the_supply(seated: int) -> None:
    state, changes = placed(reds(seated, 0, holder=0, characters=[Card("KNIGHT")]))
    earned = seated + 1 in (3, 6, 9)
    assert state.schools[0].coins == 1 + earned
    assert state.supply == 10 - earned
    assert changes.count(CoinTaken(0)) == earned


def test_third_student_in_base_mode_earns_no_coin() -> None:
    state, changes = placed(reds(2, 0, holder=0))
    assert state.schools[0].coins == 0
    assert changes == ()


@pytest.mark.parametrize(
    ("before", "after", "supply", "coins"),
    [
        (students(red=2), students(red=3), 5, 1),
        (students(red=3), students(red=3), 5, 0),
        (students(red=2, blue=2), students(red=3, blue=3), 5, 2),
        (students(red=2, blue=2), students(red=3, blue=3), 1, 1),
        (students(red=3, blue=2), students(red=2, blue=3), 5, 1),
        (students(red=8), students(red=10), 5, 1),
        (students(red=2), students(red=4), 0, 0),
    ],
)
def test_swap_earns_a_coin_per_third_student_newly_reached_while_the_supply_lasts(
    before: tuple[int, ...], after: tuple[int, ...], supply: int, coins: int
) -> None:
    state = board(characters=[Card("MINSTREL")], supply=supply, schools={0: {"dining": after}})
    paid, changes = pay_covered(state, 0, before)
    assert paid.schools[0].coins == 1 + coins
    assert paid.supply == supply - coins
    assert changes == ((CoinTaken(0, coins),) if coins else ())
