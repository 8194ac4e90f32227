"""Effects of actions, and every refusal of the rules digest, chapter 11."""

from typing import Any

import pytest

from games.eriantys import ERIANTYS
from games.eriantys.rules import ACTIONS
from games.eriantys.state import Card, State
from messages.eriantys.actions import (
    ChooseCloud,
    EndTurn,
    EriantysAction,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)
from messages.eriantys.table import (
    AssistantPlayed,
    CloudTaken,
    LastRound,
    MotherNatureMoved,
    Phase,
    StepStarted,
    StudentMoved,
    TurnEnded,
)
from messages.errors import ErrorCode
from tests.games.eriantys.boards import (
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

RED_TO_SCHOOL = MoveStudent(move_to="SCHOOL", color="RED")
KNIGHT = UseCharacterCard(asset="KNIGHT")
HUGE = 2**31 - 1


def state_in(phase: Phase) -> State:
    """Return the same position in this phase; seat 0 has five coins and can use a Knight."""
    fields: dict[str, Any] = {"schools": {0: {"coins": 5}}, "characters": [Card("KNIGHT")]}
    if phase == "PLANNING":
        fields["schools"] = {0: {"played": 0}, 1: {"played": 0}}
    left = 3 if phase == "STUDENTS" else 0
    closed = phase == "END_TURN"
    return board(phase=phase, students_left=left, clouds_closed=closed, **fields)


EACH: dict[type[EriantysAction], EriantysAction] = {
    PlayAssistantCard: PlayAssistantCard(card_value=1),
    MoveStudent: RED_TO_SCHOOL,
    MoveMotherNature: MoveMotherNature(steps=1),
    ChooseCloud: ChooseCloud(cloud=0),
    UseCharacterCard: KNIGHT,
    EndTurn: EndTurn(),
}


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [phase for phase in ACTIONS if phase != "OVER"])
@pytest.mark.parametrize("kind", list(EACH))
def test_each_phase_accepts_its_own_actions_and_explains_refusals(
    phase: Phase, kind: type[EriantysAction]
) -> None:
    state = state_in(phase)
    if kind in ACTIONS[phase]:
        assert do(state, EACH[kind]).changes
    else:
        words = {
            "PLANNING": "Play an assistant card",
            "STUDENTS": "You still have to move 3 students; then mother nature moves.",
            "MOTHER_NATURE": "Move mother nature now, 1 to 3 islands.",
            "CLOUD": "you may take cloud 0, 1",
            "END_TURN": "use a character or end your turn",
        }
        assert words[phase] in refused(state, EACH[kind])


@pytest.mark.parametrize("kind", list(EACH))
@pytest.mark.parametrize("seat", [1, 2, -1])
def test_every_action_of_a_seat_not_on_turn_or_unknown_is_refused(
    kind: type[EriantysAction], seat: int
) -> None:
    refused(state_in("STUDENTS"), EACH[kind], seat, ErrorCode.NOTYOURTURN)


@pytest.mark.parametrize("kind", list(EACH))
@pytest.mark.parametrize("seat", [0, 1, -1])
def test_every_action_after_the_end_is_refused_as_over(
    kind: type[EriantysAction], seat: int
) -> None:
    over = ERIANTYS.leave(board(), 1).state
    assert "over" in refused(over, EACH[kind], seat, ErrorCode.NOTYOURTURN)


def test_moving_a_color_that_is_not_in_the_entrance_is_refused() -> None:
    state = board(schools={0: {"entrance": students(blue=7)}})
    assert "no RED student in your entrance" in refused(state, RED_TO_SCHOOL)


def test_moving_a_student_to_a_full_dining_table_is_refused() -> None:
    state = board(schools={0: {"dining": students(red=10)}})
    assert "move the student to an island" in refused(state, RED_TO_SCHOOL)


@pytest.mark.parametrize("position", [-1, 12, HUGE, -HUGE])
def test_moving_a_student_to_an_unknown_island_is_refused(position: int) -> None:
    move = MoveStudent(move_to="ISLAND", color="RED", island_position=position)
    assert "0 to 11" in refused(board(), move)


def test_moving_a_student_to_an_island_without_its_position_is_refused() -> None:
    assert "islandPosition" in refused(board(), MoveStudent(move_to="ISLAND", color="RED"))


def test_moving_a_student_to_the_school_with_an_island_position_is_refused() -> None:
    move = MoveStudent(move_to="SCHOOL", color="RED", island_position=3)
    assert "Leave islandPosition out" in refused(board(), move)


@pytest.mark.parametrize("steps", [0, -1, 4, HUGE, -HUGE])
def test_mother_nature_steps_outside_the_limit_are_refused(steps: int) -> None:
    assert "1 to 3 islands" in refused(state_in("MOTHER_NATURE"), MoveMotherNature(steps=steps))


@pytest.mark.parametrize("cloud", [-1, 2, HUGE, -HUGE])
def test_an_unknown_cloud_is_refused(cloud: int) -> None:
    text = refused(state_in("CLOUD"), ChooseCloud(cloud=cloud))
    assert f"There is no cloud {cloud}" in text


def test_cloud_already_taken_is_refused_with_those_left() -> None:
    state = board(phase="CLOUD", students_left=0, clouds=(students(), students(red=3)))
    assert "you may take cloud 1" in refused(state, ChooseCloud(cloud=0))


@pytest.mark.parametrize("value", [4, 0, -1, 11, HUGE])
def test_assistant_that_is_not_in_hand_is_refused_with_the_playable_ones(value: int) -> None:
    state = planning(2, {0: (1, 2, 3)})
    text = refused(state, PlayAssistantCard(card_value=value))
    assert "do not have" in text
    assert "you may play 1, 2, 3" in text


def test_assistant_of_a_value_played_by_another_player_is_refused() -> None:
    state = do(planning(2), PlayAssistantCard(card_value=3)).state
    assert "Another player has played the 3" in refused(state, PlayAssistantCard(card_value=3))


def test_a_character_in_planning_is_refused() -> None:
    assert "Play an assistant card" in refused(state_in("PLANNING"), KNIGHT)


def test_a_character_in_base_mode_is_refused() -> None:
    assert "expert mode" in refused(board(), KNIGHT)


# --- planning -----------------------------------------------------------------------------------


def test_played_assistant_leaves_the_hand_and_the_next_seat_is_prompted() -> None:
    step = do(planning(2), PlayAssistantCard(card_value=3))
    assert step.state.schools[0].hand == (1, 2, 4, 5, 6, 7, 8, 9, 10)
    assert step.state.schools[0].played == 3
    assert step.changes == (AssistantPlayed(0, 3), StepStarted(1, "PLANNING"))
    assert step.turns == (1,)


def test_last_assistant_of_a_hand_announces_the_last_round_once() -> None:
    state = planning(2, {0: (4,), 1: (6,)})
    step = do(state, PlayAssistantCard(card_value=4))
    assert LastRound("No assistant cards are left.") in step.changes
    assert step.state.last_round
    again = do(step.state, PlayAssistantCard(card_value=6))
    assert "LastRound" not in kinds(again.changes)


def test_a_seat_that_plays_last_and_acts_first_gets_a_new_turn() -> None:
    step = do(planning(2), PlayAssistantCard(card_value=9), PlayAssistantCard(card_value=2))
    assert step.turns == (1,)
    assert step.changes[-1] == StepStarted(1, "STUDENTS", 3, 1)


# --- students -----------------------------------------------------------------------------------


def test_student_moves_from_the_entrance_to_the_dining_room_within_the_turn() -> None:
    step = do(board(), RED_TO_SCHOOL)
    assert step.state.schools[0].entrance == students(yellow=2, blue=2, green=1, pink=1)
    assert step.state.schools[0].dining == students(red=1)
    assert step.changes[0] == StudentMoved(0, "RED", "ENTRANCE", "SCHOOL")
    assert step.state.students_left == 2
    assert step.turns == ()


def test_island_is_accepted_by_any_tile_and_reported_by_its_first() -> None:
    state = board(unified=[(11, 0, 1)], islands={0: island(0, towers=3)})
    move = MoveStudent(move_to="ISLAND", color="RED", island_position=1)
    step = do(state, move)
    assert step.changes == (StudentMoved(0, "RED", "ENTRANCE", "ISLAND", 11),)
    assert island_of(step.state, 11) == island(0, towers=3, red=1)


def test_a_student_on_an_island_resolves_nothing() -> None:
    state = board(professors=professors(red=0))
    move = MoveStudent(move_to="ISLAND", color="RED", island_position=0)
    assert island_of(do(state, move).state, 0) == island(red=1)


@pytest.mark.parametrize(("players", "moves"), [(2, 3), (3, 4), (4, 3)])
def test_mother_nature_moves_after_exactly_the_prescribed_students_and_not_before(
    players: int, moves: int
) -> None:
    state = board(players)
    move = MoveStudent(move_to="ISLAND", color="YELLOW", island_position=0)
    other = MoveStudent(move_to="ISLAND", color="BLUE", island_position=0)
    actions = [move, move, other, other][:moves]
    before = do(state, *actions[:-1]).state
    assert (before.phase, before.students_left) == ("STUDENTS", 1)
    assert "1 student;" in refused(before, MoveMotherNature(steps=1))
    step = do(state, *actions)
    assert (step.state.phase, step.state.students_left) == ("MOTHER_NATURE", 0)
    assert step.changes[-1] == StepStarted(0, "MOTHER_NATURE", 0, 3)


# --- mother nature and clouds -------------------------------------------------------------------


def test_mother_nature_counts_a_unified_island_as_one_step() -> None:
    state = board(
        phase="MOTHER_NATURE",
        students_left=0,
        unified=[(1, 2, 3)],
        islands={1: island(0, towers=3)},
    )
    step = do(state, MoveMotherNature(steps=2))
    assert step.state.mother_nature == 4
    assert step.changes == (MotherNatureMoved(2, 4), StepStarted(0, "CLOUD"))


def test_mother_nature_moves_from_the_last_tile_to_the_first() -> None:
    state = board(phase="MOTHER_NATURE", students_left=0, mother_nature=11)
    assert do(state, MoveMotherNature(steps=3)).state.mother_nature == 2


def test_chosen_cloud_goes_to_the_entrance_and_the_next_turn_starts() -> None:
    entrance = students(yellow=2, blue=2)
    state = board(phase="CLOUD", students_left=0, schools={0: {"entrance": entrance}})
    step = do(state, ChooseCloud(cloud=1))
    assert step.state.schools[0].entrance == students(yellow=5, blue=2)
    assert step.state.clouds == (students(yellow=3), students())
    assert step.changes == (CloudTaken(0, 1), TurnEnded(0), StepStarted(1, "STUDENTS", 3, 4))
    assert step.turns == (1,)


# --- a round without clouds ---------------------------------------------------------------------


def closed(coins: int) -> State:
    """Return a state with closed clouds before mother nature moves."""
    return board(
        phase="MOTHER_NATURE",
        students_left=0,
        clouds_closed=True,
        last_round=True,
        characters=[Card("KNIGHT")],
        schools={0: {"coins": coins}},
    )


def test_without_clouds_a_player_who_can_use_a_character_must_end_the_turn() -> None:
    step = do(closed(2), MoveMotherNature(steps=1))
    assert step.changes[-1] == StepStarted(0, "END_TURN")
    assert step.turns == ()
    after = do(step.state, EndTurn())
    assert after.changes == (TurnEnded(0), StepStarted(1, "STUDENTS", 3, 4))
    assert after.turns == (1,)


def test_without_clouds_a_used_character_ends_the_turn() -> None:
    step = do(closed(2), MoveMotherNature(steps=1), KNIGHT)
    assert kinds(step.changes) == ["CharacterUsed", "TurnEnded", "StepStarted"]
    assert (step.state.turn, step.state.effect) == (1, None)
    assert step.turns == (1,)


def test_without_clouds_and_coins_the_turn_ends_by_itself() -> None:
    step = do(closed(1), MoveMotherNature(steps=1))
    assert kinds(step.changes) == ["MotherNatureMoved", "TurnEnded", "StepStarted"]
    assert step.turns == (1,)


def test_without_clouds_the_turn_ends_if_the_character_was_used_before() -> None:
    step = do(closed(9), KNIGHT, MoveMotherNature(steps=1))
    assert step.turns == (1,)
