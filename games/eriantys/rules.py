"""Eriantys: what an action does. First all checks, then the new state.

Which actions a phase accepts is one table; a refusal says what to do instead. Numbers in
comments are chapters of the rules digest.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from games.base import IllegalAction, Step, refuse, replace_at
from games.eriantys.characters import usable, use
from games.eriantys.dining import place
from games.eriantys.islands import add_student, name_of, resolve_island
from games.eriantys.legal import open_clouds, playable
from games.eriantys.rounds import (
    ALL_LEFT,
    NO_ASSISTANTS,
    after_assistant,
    after_mother_nature,
    call_last_round,
    end_turn,
    finish,
    is_over,
)
from games.eriantys.state import (
    COLOR_INDEX,
    NOBODY,
    NONE,
    TABLE_SEATS,
    TILES,
    State,
    add,
    add_counts,
    members,
    parties_present,
    step_limit,
)
from messages.base import Change, Message, Seat
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
    MotherNatureMoved,
    Phase,
    SeatGone,
    StepStarted,
    StudentMoved,
)
from messages.errors import ErrorCode


def apply(state: State, seat: Seat, action: EriantysAction) -> Step[State]:
    """Do what a player wants, or raise IllegalAction and leave everything as it is."""
    if seat != state.turn or seat == NOBODY:
        raise IllegalAction(_whose_turn(state), ErrorCode.NOTYOURTURN)
    do = ACCEPTED[state.phase].get(type(action))
    if do is None:
        refuse(expected_action_text(state))
    return do(state, seat, action)


def leave(state: State, seat: Seat) -> Step[State]:
    """The seat is passed over from now on; a turn it was in the middle of ends as it is (15)."""
    school = state.schools[seat]
    if is_over(state) or school.gone:
        return Step(state, ())
    news: list[Change] = [SeatGone(seat)]
    state = replace(state, schools=replace_at(state.schools, seat, replace(school, gone=True)))
    present = parties_present(state)
    if len(present) == 1:
        return Step(finish(state, members(state, present[0]), ALL_LEFT, news), tuple(news))
    if seat != state.turn:
        return Step(state, tuple(news))
    if state.phase == "PLANNING":
        return _passed(after_assistant(state, news), news)
    return _passed(end_turn(state, news), news)


def timeout(state: State, seat: Seat) -> Step[State]:
    """In planning the highest card goes, so that hands stay equal and every game ends (15).

    An action turn is broken off: moves made stay, nothing is resolved, no cloud is taken.
    """
    if seat != state.turn or is_over(state):
        return Step(state, ())
    if state.phase == "PLANNING":
        return _play_assistant(state, seat, PlayAssistantCard(playable(state)[-1]))
    return _end_turn(state, seat, EndTurn())


def expected_action_text(state: State) -> str:
    """What the table waits for, as a sentence to the player whose turn it is."""
    match state.phase:
        case "PLANNING":
            values = ", ".join(str(value) for value in playable(state))
            return f"Play an assistant card now; you may play {values}."
        case "STUDENTS":
            left = state.students_left
            students = "1 student" if left == 1 else f"{left} students"
            return f"You still have to move {students}; then mother nature moves."
        case "MOTHER_NATURE":
            return f"Move mother nature now, 1 to {step_limit(state)} islands."
        case "CLOUD":
            clouds = ", ".join(str(cloud) for cloud in open_clouds(state))
            return f"Take the students of a cloud now; you may take cloud {clouds}."
        case "END_TURN":
            return "No cloud is taken in this round: use a character or end your turn."
        case "OVER":
            return "The game is over; leave the match to play another one."


def _whose_turn(state: State) -> str:
    if is_over(state):
        return expected_action_text(state)
    return "It is not your turn; wait until you are asked."


def _passed(state: State, news: list[Change]) -> Step[State]:
    """A turn has ended, so another has begun unless the game is over."""
    return Step(state, tuple(news), () if state.turn == NOBODY else (state.turn,))


# --- planning: 4.1 ------------------------------------------------------------------------------


def _play_assistant(state: State, seat: Seat, action: PlayAssistantCard) -> Step[State]:
    school, value = state.schools[seat], action.card_value
    if value not in school.hand:
        refuse(f"You do not have the assistant {value} in hand. {expected_action_text(state)}")
    if value not in playable(state):
        expected = expected_action_text(state)
        refuse(f"Another player has played the {value} in this round. {expected}")
    news: list[Change] = [AssistantPlayed(seat, value)]
    hand = tuple([card for card in school.hand if card != value])
    school = replace(school, hand=hand, played=value)
    state = replace(state, schools=replace_at(state.schools, seat, school))
    if not hand:
        state = call_last_round(state, NO_ASSISTANTS, news)  # 8.3
    return _passed(after_assistant(state, news), news)


# --- students: 5 --------------------------------------------------------------------------------


def _move_student(state: State, seat: Seat, action: MoveStudent) -> Step[State]:
    color = COLOR_INDEX[action.color]
    school = state.schools[seat]
    if not school.entrance[color]:
        refuse(f"There is no {action.color} student in your entrance; move one that is there.")
    news: list[Change] = []
    if action.move_to == "SCHOOL":
        state = _to_dining(state, seat, action, color, news)
    else:
        state = _to_island(state, seat, action, color, news)
    if not state.students_left:
        news.append(StepStarted(seat, "MOTHER_NATURE", 0, step_limit(state)))
        state = replace(state, phase="MOTHER_NATURE")
    return Step(state, tuple(news))


def _to_dining(
    state: State, seat: Seat, action: MoveStudent, color: int, news: list[Change]
) -> State:
    school = state.schools[seat]
    if action.island_position is not None:
        refuse("Leave islandPosition out when a student goes to your dining room.")
    if school.dining[color] >= TABLE_SEATS:
        refuse(f"Your {action.color} table is full; move the student to an island.")
    news.append(StudentMoved(seat, action.color, "ENTRANCE", "SCHOOL"))
    school = replace(school, entrance=add(school.entrance, color, -1))
    state = replace(state, students_left=state.students_left - 1)
    return place(state, seat, school, color, news)


def _to_island(
    state: State, seat: Seat, action: MoveStudent, color: int, news: list[Change]
) -> State:
    school, position = state.schools[seat], action.island_position
    if position is None:
        refuse("Say with islandPosition to which island the student goes.")
    if not 0 <= position < TILES:
        refuse(f"There is no island {position}; islands have the numbers 0 to {TILES - 1}.")
    index = state.ring[position]
    news.append(StudentMoved(seat, action.color, "ENTRANCE", "ISLAND", name_of(state, index)))
    school = replace(school, entrance=add(school.entrance, color, -1))
    return replace(
        state,
        schools=replace_at(state.schools, seat, school),
        islands=add_student(state, index, color),
        students_left=state.students_left - 1,
    )


# --- mother nature: 7 ---------------------------------------------------------------------------


def _move_mother_nature(state: State, seat: Seat, action: MoveMotherNature) -> Step[State]:
    steps = action.steps
    if not 1 <= steps <= step_limit(state):
        refuse(expected_action_text(state))
    # Every island is one step; a whole lap is allowed. 7.1
    index = (state.ring[state.mother_nature] + steps) % len(state.islands)
    at = name_of(state, index)
    news: list[Change] = [MotherNatureMoved(steps, at)]
    state = resolve_island(replace(state, mother_nature=at), index, news)
    if is_over(state):
        return Step(state, tuple(news))
    may_use = state.clouds_closed and bool(usable(state, seat))
    state = after_mother_nature(state, may_use, news)
    if state.phase in ("CLOUD", "END_TURN"):
        return Step(state, tuple(news))
    return _passed(state, news)


# --- clouds: 8.1 --------------------------------------------------------------------------------


def _choose_cloud(state: State, seat: Seat, action: ChooseCloud) -> Step[State]:
    cloud = action.cloud
    if not 0 <= cloud < len(state.clouds):
        refuse(f"There is no cloud {cloud}. {expected_action_text(state)}")
    if state.clouds[cloud] == NONE:
        refuse(f"Cloud {cloud} has been taken. {expected_action_text(state)}")
    news: list[Change] = [CloudTaken(seat, cloud)]
    school = state.schools[seat]
    school = replace(school, entrance=add_counts(school.entrance, state.clouds[cloud]))
    clouds = (*state.clouds[:cloud], NONE, *state.clouds[cloud + 1 :])
    state = replace(state, schools=replace_at(state.schools, seat, school), clouds=clouds)
    return _passed(end_turn(state, news), news)


# --- characters: 10 -----------------------------------------------------------------------------


def _use_character(state: State, seat: Seat, action: UseCharacterCard) -> Step[State]:
    news: list[Change] = []
    state = use(state, seat, action, news)
    # Without a cloud to take and with the character spent nothing is left to do. 9
    if state.phase == "END_TURN":
        return _passed(end_turn(state, news), news)
    return Step(state, tuple(news))


def _end_turn(state: State, seat: Seat, action: EndTurn) -> Step[State]:
    news: list[Change] = []
    return _passed(end_turn(state, news), news)


Do: TypeAlias = Callable[[State, Seat, Any], Step[State]]

ACCEPTED: dict[Phase, dict[type[Message], Do]] = {
    "PLANNING": {PlayAssistantCard: _play_assistant},
    "STUDENTS": {MoveStudent: _move_student, UseCharacterCard: _use_character},
    "MOTHER_NATURE": {MoveMotherNature: _move_mother_nature, UseCharacterCard: _use_character},
    "CLOUD": {ChooseCloud: _choose_cloud, UseCharacterCard: _use_character},
    "END_TURN": {EndTurn: _end_turn, UseCharacterCard: _use_character},
    "OVER": {},
}
