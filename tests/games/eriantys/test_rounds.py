"""Rounds, turns, the order of both, and the end of the game (rules digest, 4, 8.2 to 8.4, 9)."""

import pytest
from msgspec.structs import replace

from games.eriantys.rounds import (
    after_assistant,
    announce_last_round,
    begin_round,
    close_clouds,
    end_turn,
    finish_by_count,
    finish_if_decided,
    result,
    towers_built,
)
from games.eriantys.state import State
from messages.eriantys.table import (
    ActionPhaseStarted,
    CloudFilled,
    GameOver,
    LastRound,
    RoundStarted,
    StepStarted,
    TurnEnded,
)
from tests.games.eriantys.boards import (
    BLACK,
    WHITE,
    bag,
    board,
    island,
    kinds,
    professors,
    students,
)

EMPTY = students()


def played(*values: int, first: int = 0) -> State:
    """Return a state in which everybody has played; the last in planning order just did."""
    players = len(values)
    order = tuple((first + step) % players for step in range(players))
    schools = {seat: {"played": value} for seat, value in enumerate(values)}
    return board(players, phase="PLANNING", schools=schools, order=order, turn=order[-1])


def round_over(state: State) -> State:
    """Return the state after the last player in action order ended the turn."""
    return end_turn(replace(state, turn=state.order[-1]), ()).state


@pytest.mark.parametrize(
    ("values", "actions", "next_planning"),
    [
        ((5, 9, 2), (2, 0, 1), (2, 0, 1)),
        ((9, 5, 2), (2, 1, 0), (2, 0, 1)),
        ((1, 2, 3), (0, 1, 2), (0, 1, 2)),
        ((4, 1, 3, 2), (1, 3, 2, 0), (1, 2, 3, 0)),
    ],
)
def test_actions_go_by_value_and_planning_clockwise_from_the_lowest(
    values: tuple[int, ...], actions: tuple[int, ...], next_planning: tuple[int, ...]
) -> None:
    step = after_assistant(played(*values), ())
    assert step.state.order == actions
    assert step.changes[0] == ActionPhaseStarted(actions)
    assert step.turns == actions[:1]
    assert round_over(step.state).order == next_planning


def test_of_equal_values_the_earlier_in_this_planning_acts_first_and_leads_next() -> None:
    state = after_assistant(played(3, 7, 3, first=1), ()).state
    assert state.order == (2, 0, 1)
    assert round_over(state).order == (2, 0, 1)


@pytest.mark.parametrize("value", range(1, 11))
def test_the_step_limit_is_half_the_value_rounded_up(value: int) -> None:
    changes = after_assistant(played(value, 10), ()).changes
    limit = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)[value - 1]
    assert changes[-1] == StepStarted(0, "STUDENTS", 3, limit)


def test_round_begins_with_filled_clouds_no_played_assistants_and_the_first_seat_planning() -> None:
    state = board(
        clouds=(EMPTY, EMPTY), bag=bag("red", "red", "blue", "pink", "pink", "pink", "red")
    )
    step = begin_round(state, 1)
    assert step.changes == (
        RoundStarted(2, (1, 0)),
        CloudFilled(0, {"RED": 2, "BLUE": 1}, 4),
        CloudFilled(1, {"PINK": 3}, 1),
        StepStarted(1, "PLANNING"),
    )
    assert step.turns == (1,)
    after = step.state
    assert after.clouds == (students(red=2, blue=1), students(pink=3))
    assert [school.played for school in after.schools] == [0, 0]
    assert (after.round, after.phase, after.turn) == (2, "PLANNING", 1)
    assert not after.last_round


def test_the_students_of_a_cloud_are_drawn_from_the_end_of_the_bag() -> None:
    after = begin_round(board(clouds=(EMPTY, EMPTY), bag=bytes((4, 4, 3, 3, 3, 2, 2, 2))), 0).state
    assert after.clouds == (students(green=3), students(red=3))
    assert after.bag == bytes((4, 4))


@pytest.mark.parametrize(
    ("in_bag", "sizes", "closed"),
    [
        (7, (3, 3), False),
        (6, (3, 3), False),
        (5, (3, 2), True),
        (3, (3, 0), True),
        (0, (0, 0), True),
    ],
)
def test_clouds_fill_in_order_an_emptied_bag_makes_the_last_round_and_a_short_one_closes_them(
    in_bag: int, sizes: tuple[int, ...], closed: bool
) -> None:
    step = begin_round(board(clouds=(EMPTY, EMPTY), bag=bytes(in_bag)), 0)
    after = step.state
    assert tuple(sum(cloud) for cloud in after.clouds) == sizes
    assert after.last_round is (in_bag <= 6)
    assert after.clouds_closed is closed
    announced = [change.clouds for change in step.changes if isinstance(change, LastRound)]
    assert announced == ([] if in_bag > 6 else [not closed])


def test_end_of_a_turn_clears_effects_and_starts_the_next_turn() -> None:
    state = board(effect="MUSHROOM_HUNTER", banned=2, character_used=True, students_left=2)
    step = end_turn(state, ())
    after = step.state
    assert (after.effect, after.banned, after.character_used) == (None, -1, False)
    assert step.changes == (TurnEnded(0), StepStarted(1, "STUDENTS", 3, 4))
    assert step.turns == (1,)


def test_last_turn_of_the_last_round_ends_the_game_with_most_towers() -> None:
    step = end_turn(board(turn=1, last_round=True, yards=(7, 8), reason="why"), ())
    assert step.state.winners == (0,)
    assert kinds(step.changes) == ["TurnEnded", "GameOver"]
    assert step.turns == ()


def test_end_of_an_earlier_turn_of_the_last_round_starts_the_next_turn() -> None:
    state = end_turn(board(3, turn=0, last_round=True), ()).state
    assert (state.phase, state.turn) == ("STUDENTS", 1)


# --- the end: 8.2 to 8.4 ------------------------------------------------------------------------


def test_count_gives_the_victory_to_most_towers_before_professors() -> None:
    state = board(yards=(5, 4), professors=professors(red=0, blue=0), reason="why")
    after, changes = finish_by_count(state)
    assert after.winners == (1,)
    assert (after.phase, after.turn, after.students_left) == ("OVER", -1, 0)
    assert changes == (GameOver((1,), "why"),)


def test_count_of_equal_towers_is_decided_by_professors() -> None:
    state = board(3, yards=(3, 3, 4), professors=professors(red=0, blue=1, pink=1, green=2))
    assert finish_by_count(state)[0].winners == (1,)


def test_a_teams_professors_are_added_up_and_both_partners_win() -> None:
    state = board(4, yards=(5, 5), professors=professors(red=0, blue=2, pink=1))
    assert finish_by_count(state)[0].winners == (0, 2)


def test_players_equal_in_towers_and_professors_win_together() -> None:
    assert finish_by_count(board(4))[0].winners == (0, 1, 2, 3)


def test_last_tower_built_wins_at_once_with_its_reason() -> None:
    after, _ = finish_if_decided(board(yards=(4, 0)), BLACK)
    assert after.winners == (1,)
    assert after.reason == "BLACK has built its last tower."


def test_the_last_tower_of_a_team_wins_for_both() -> None:
    assert finish_if_decided(board(4, yards=(0, 4)), WHITE)[0].winners == (0, 2)


@pytest.mark.parametrize("groups", [2, 3, 4])
def test_game_ends_with_three_islands_or_fewer_and_not_with_four(groups: int) -> None:
    edges = [0, *(12 - groups + 1 + n for n in range(groups - 1)), 12]
    unified = [tuple(range(edges[n], edges[n + 1])) for n in range(groups)]
    islands = {0: island(WHITE, towers=len(unified[0]))}
    state = board(unified=unified, islands=islands, yards=(1, 2))
    assert len(state.islands) == groups
    after, _ = finish_if_decided(state, WHITE)
    assert (after.phase == "OVER") is (groups <= 3)


def test_game_continues_with_a_tower_left_for_each_and_all_islands() -> None:
    state = board(yards=(1, 1))
    assert finish_if_decided(state, WHITE) == (state, ())


def test_last_round_is_announced_once_and_keeps_its_reason() -> None:
    state, changes = announce_last_round(board(), "first")
    assert changes == (LastRound("first"),)
    assert announce_last_round(state, "second") == (state, ())
    assert (state.last_round, state.reason, state.clouds_closed) == (True, "first", False)


def test_closing_the_clouds_announces_the_last_round_without_clouds() -> None:
    state, changes = close_clouds(board())
    assert (state.last_round, state.clouds_closed) == (True, True)
    assert [c.clouds for c in changes if isinstance(c, LastRound)] == [False]


def test_result_after_the_end_has_winners_reason_and_the_towers_of_each_seats_party() -> None:
    state = board(4, yards=(3, 6), reason="why")
    assert result(state) is None
    end = result(finish_by_count(state)[0])
    assert end is not None
    assert (end.winners, end.scores, end.reason) == ((0, 2), (5, 2, 5, 2), "why")
    assert [towers_built(state, party) for party in (WHITE, BLACK)] == [5, 2]
