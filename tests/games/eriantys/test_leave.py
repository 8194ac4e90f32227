"""Players who leave for good or time out (rules digest, chapter 15)."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.base import Step
from games.eriantys import ERIANTYS
from games.eriantys.rounds import ALL_LEFT, result
from games.eriantys.state import Card, State
from messages.eriantys.actions import (
    ChooseCloud,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)
from messages.eriantys.table import CloudFilled, RoundStarted, SeatGone, StepStarted, TurnEnded
from tests.games.eriantys.boards import (
    BLACK,
    GREY,
    WHITE,
    board,
    do,
    island,
    island_of,
    kinds,
    planning,
    professors,
    refused,
    students,
)

leave = ERIANTYS.leave
timeout = ERIANTYS.timeout


def play(value: int) -> PlayAssistantCard:
    return PlayAssistantCard(card_value=value)


def last_cloud(**fields: Any) -> State:
    """Return a state in which seat 2 is the last of three to act; one cloud is left."""
    clouds = (students(), students(), students(red=4))
    return board(3, phase="CLOUD", turn=2, students_left=0, clouds=clouds, **fields)


# --- who wins when people leave -----------------------------------------------------------------


def test_remaining_player_of_two_wins_also_with_fewer_towers() -> None:
    step = leave(board(yards=(2, 8)), 0)
    assert step.state.phase == "OVER"
    assert step.state.winners == (1,)
    assert kinds(step.changes) == ["SeatGone", "GameOver"]
    assert step.turns == ()
    end = result(step.state)
    assert end is not None
    assert (end.winners, end.scores, end.reason) == ((1,), (6, 0), ALL_LEFT)


def test_two_of_three_players_continue_and_the_last_one_wins() -> None:
    step = leave(board(3), 2)
    assert step.state.phase == "STUDENTS"
    assert step.changes == (SeatGone(2),)
    assert leave(step.state, 0).state.winners == (1,)


def test_team_wins_when_both_opponents_have_left() -> None:
    state = leave(leave(board(4), 1).state, 2).state
    assert state.phase == "STUDENTS"
    after = leave(state, 3).state
    assert after.phase == "OVER"
    assert after.winners == (0, 2)


def test_leaving_twice_and_leaving_or_timeout_after_the_end_change_nothing() -> None:
    left = leave(board(3), 1).state
    assert leave(left, 1) == Step(left, ())
    over = leave(left, 2).state
    assert leave(over, 0) == Step(over, ())
    assert timeout(over, 0) == Step(over, ())


# --- planning -----------------------------------------------------------------------------------


def test_player_who_left_before_playing_is_skipped_in_both_phases() -> None:
    step = leave(planning(3), 0)
    assert step.changes == (SeatGone(0), StepStarted(1, "PLANNING"))
    assert step.turns == (1,)
    state = do(step.state, play(7), play(3)).state
    assert state.order == (2, 1)
    assert state.schools[0].played == 0


def test_player_who_left_is_not_prompted_for_an_assistant() -> None:
    state = leave(planning(3), 1).state
    assert state.turn == 0
    assert do(state, play(4)).state.turn == 2


def test_the_last_to_play_leaves_and_the_actions_begin() -> None:
    step = leave(do(planning(3), play(8), play(2)).state, 2)
    assert kinds(step.changes) == ["SeatGone", "ActionPhaseStarted", "StepStarted"]
    assert step.state.order == (1, 0)
    assert step.turns == (1,)


def test_a_card_played_by_someone_who_left_stays_blocked_but_does_not_act() -> None:
    state = leave(do(planning(3), play(1)).state, 0).state
    refused(state, play(1))
    assert do(state, play(5), play(6)).state.order == (1, 2)


# --- the action phase ---------------------------------------------------------------------------


def test_leaving_in_an_action_turn_keeps_its_moves_ends_effects_and_takes_no_cloud() -> None:
    state = board(3, characters=[Card("KNIGHT")], schools={0: {"coins": 2}})
    state = do(
        state,
        UseCharacterCard(asset="KNIGHT"),
        MoveStudent(move_to="SCHOOL", color="RED"),
    ).state
    step = leave(state, 0)
    assert step.changes == (SeatGone(0), TurnEnded(0), StepStarted(1, "STUDENTS", 4, 4))
    assert step.turns == (1,)
    assert step.state.schools[0].dining == students(red=1)
    assert (step.state.effect, step.state.character_used) == (None, False)
    assert (step.state.mother_nature, step.state.clouds) == (0, state.clouds)


def test_leaving_before_mother_nature_moves_resolves_no_island() -> None:
    state = board(
        3,
        phase="MOTHER_NATURE",
        students_left=0,
        islands={0: island(red=1), 1: island(red=1)},
        professors=professors(red=0),
    )
    assert leave(state, 0).state.islands == state.islands


def test_player_who_left_before_the_action_turn_is_skipped() -> None:
    state = leave(board(3, phase="CLOUD", students_left=0), 1).state
    assert do(state, ChooseCloud(cloud=0)).state.turn == 2


def test_round_ends_and_the_next_begins_when_all_later_players_have_left() -> None:
    state = leave(board(3, phase="CLOUD", turn=1, students_left=0), 2).state
    step = do(state, ChooseCloud(cloud=0))
    assert step.state.round == 2
    assert step.state.order == (0, 1)
    assert step.turns == (0,)


def test_cloud_not_taken_by_a_leaving_player_is_only_filled_up_in_the_next_round() -> None:
    state = last_cloud(bag=bytes(20))
    state = replace(state, clouds=(students(), students(), students(red=3)))
    step = leave(state, 2)
    assert step.state.clouds == (
        students(yellow=4),
        students(yellow=4),
        students(red=3, yellow=1),
    )
    assert [c for c in step.changes if isinstance(c, CloudFilled)] == [
        CloudFilled(0, {"YELLOW": 4}, 16),
        CloudFilled(1, {"YELLOW": 4}, 12),
        CloudFilled(2, {"YELLOW": 1}, 11),
    ]
    assert len(step.state.bag) == 11
    assert step.state.round == 2


def test_full_cloud_takes_no_students_of_a_small_bag_which_makes_no_last_round() -> None:
    step = leave(last_cloud(bag=bytes(9)), 2)
    assert not step.state.last_round
    assert len(step.state.bag) == 1


@pytest.mark.parametrize(("first", "order"), [(0, (1, 2)), (1, (2, 0)), (2, (0, 1))])
def test_planning_starts_clockwise_after_a_first_player_who_left(
    first: int, order: tuple[int, ...]
) -> None:
    others = [seat for seat in range(3) if seat != first]
    state = board(3, turn=first, order=(first, *others))
    state = leave(state, first).state
    for cloud, seat in enumerate(others):
        state = replace(state, phase="CLOUD", students_left=0)
        assert state.turn == seat
        step = do(state, ChooseCloud(cloud=cloud))
        state = step.state
    assert RoundStarted(2, order) in step.changes
    assert state.turn == order[0]


def test_leaving_in_the_last_turn_of_the_last_round_ends_the_game_by_count_of_those_left() -> None:
    state = last_cloud(last_round=True, reason="No assistant cards are left.", yards=(4, 3, 0))
    step = leave(state, 2)
    assert kinds(step.changes) == ["SeatGone", "TurnEnded", "GameOver"]
    assert step.state.winners == (1,)
    end = result(step.state)
    assert end is not None
    assert end.scores == (2, 3, 6)


def test_last_assistant_makes_the_last_round_whatever_a_player_who_left_held() -> None:
    state = leave(planning(3, {0: (3,), 1: (4,), 2: (5, 6)}), 2).state
    state = do(state, play(3)).state
    assert state.last_round


# --- parties for which nobody sits --------------------------------------------------------------


def test_party_whose_player_left_conquers_an_island() -> None:
    state = board(
        3,
        phase="MOTHER_NATURE",
        students_left=0,
        islands={1: island(red=1)},
        professors=professors(red=2),
    )
    after = do(leave(state, 2).state, MoveMotherNature(steps=1)).state
    assert island_of(after, 1).owner == GREY


def test_last_tower_of_a_party_that_left_ends_the_game_for_the_others() -> None:
    state = board(
        3,
        phase="MOTHER_NATURE",
        students_left=0,
        islands={1: island(red=1), 5: island(WHITE), 7: island(BLACK), 9: island(BLACK)},
        professors=professors(red=2),
        yards=(5, 4, 1),
    )
    after = do(leave(state, 2).state, MoveMotherNature(steps=1)).state
    assert after.phase == "OVER"
    assert after.winners == (1,)
    assert after.reason == "GREY has built its last tower."


# --- short entrances ----------------------------------------------------------------------------


def test_short_entrance_reduces_the_students_to_move() -> None:
    state = board(phase="CLOUD", students_left=0, schools={1: {"entrance": students(red=2)}})
    step = do(state, ChooseCloud(cloud=0))
    assert step.changes[-1] == StepStarted(1, "STUDENTS", 2, 4)
    move = MoveStudent(move_to="ISLAND", color="RED", island_position=0)
    assert do(step.state, move, move).state.phase == "MOTHER_NATURE"


def test_empty_entrance_starts_the_turn_with_mother_nature() -> None:
    state = board(phase="CLOUD", students_left=0, schools={1: {"entrance": students()}})
    step = do(state, ChooseCloud(cloud=0))
    assert step.changes[-1] == StepStarted(1, "MOTHER_NATURE", 0, 4)


# --- too slow -----------------------------------------------------------------------------------


def test_timeout_in_planning_plays_the_highest_playable_assistant() -> None:
    state = do(planning(2), play(10)).state
    step = timeout(state, 1)
    assert step.state.schools[1].played == 9
    assert step.turns == (1,)


def test_timeout_in_an_action_turn_ends_it_keeps_its_moves_and_takes_no_cloud() -> None:
    state = do(board(), MoveStudent(move_to="SCHOOL", color="RED")).state
    step = timeout(state, 0)
    assert step.changes == (TurnEnded(0), StepStarted(1, "STUDENTS", 3, 4))
    assert step.state.schools[0].dining == students(red=1)
    assert step.state.clouds == state.clouds
    assert step.turns == (1,)


def test_timeout_of_a_seat_not_on_turn_changes_nothing() -> None:
    state = board()
    assert timeout(state, 1) == Step(state, ())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_game_of_timeouts_only_ends_after_ten_rounds_and_all_win(players: int) -> None:
    state = planning(players)
    while state.phase != "OVER":
        state = timeout(state, state.turn).state
    assert state.round == 10
    assert state.winners == tuple(range(players))


@pytest.mark.parametrize("players", [3, 4])
def test_game_ends_and_a_player_who_left_at_any_time_gets_no_more_turns(players: int) -> None:
    for seed in range(40):
        random = Random(seed)
        state = planning(players)
        leaver, moment = random.randrange(players), random.randrange(60)
        for move in range(400):
            if state.phase == "OVER":
                break
            if move == moment:
                state = leave(state, leaver).state
                assert state.turn != leaver
            state = do(state, random.choice(ERIANTYS.legal(state, state.turn))).state
            assert move < moment or state.turn != leaver
        assert state.phase == "OVER"
