"""Eriantys: actions, leaving and time-outs.

Checks in order: is it the seat's turn (NOTYOURTURN), does the phase accept the action, does the
action name something that exists, do the rules allow it (all ACTIONNONVALID). Numbers in comments
are chapters of the rules digest: planning is 4.1, students 5, mother nature 7, clouds 8.1,
characters 10, leaving and time-outs 15.
"""

from msgspec.structs import replace

from games.base import (
    GAME_OVER,
    Apply,
    Changed,
    Changes,
    Step,
    refuse,
    refuse_out_of_turn,
    replace_at,
)
from games.eriantys import rounds
from games.eriantys.characters import usable_characters, use_character
from games.eriantys.dining import place_in_dining
from games.eriantys.islands import add_to_island, check_tile, first_tile, resolve_island
from games.eriantys.legal import open_clouds, playable_assistants
from games.eriantys.state import (
    COLOR_INDEX,
    NONE,
    TABLE_SEATS,
    State,
    add_counts,
    add_students,
    parties_present,
    party_seats,
    step_limit,
)
from messages.base import Message, Seat
from messages.eriantys import actions, table
from messages.eriantys.actions import MoveMotherNature, UseCharacterCard


def apply(state: State, seat: Seat, action: actions.EriantysAction) -> Step[State]:
    """Apply an action of a seat, or raise IllegalAction."""
    if seat != state.turn or state.phase == "OVER":
        refuse_out_of_turn(is_over=state.phase == "OVER")
    function = ACTIONS[state.phase].get(type(action))
    if function is None:
        refuse(expected_action_text(state))
    return function(state, seat, action)


def expected_action_text(state: State) -> str:
    """Return a sentence that tells the player on turn what to do now."""
    match state.phase:
        case "PLANNING":
            values = ", ".join(str(value) for value in playable_assistants(state))
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
            return GAME_OVER


def _play_assistant(state: State, seat: Seat, action: actions.PlayAssistantCard) -> Step[State]:
    """Play an assistant; the last card of a hand makes this round the last."""
    school, value = state.schools[seat], action.card_value
    if value not in school.hand:
        refuse(f"You do not have the assistant {value} in hand. {expected_action_text(state)}")
    if value not in playable_assistants(state):
        expected = expected_action_text(state)
        refuse(f"Another player has played the {value} in this round. {expected}")
    changes: Changes = (table.AssistantPlayed(seat, value),)
    hand = tuple([card for card in school.hand if card != value])
    school = replace(school, hand=hand, played=value)
    state = replace(state, schools=replace_at(state.schools, seat, school))
    if not hand:
        state, last = rounds.announce_last_round(state, rounds.NO_ASSISTANTS)  # 8.3
        changes += last
    return rounds.after_assistant(state, changes)


def _move_student(state: State, seat: Seat, action: actions.MoveStudent) -> Step[State]:
    """Move a student; after the last one it is mother nature's move."""
    color = COLOR_INDEX[action.color]
    if not state.schools[seat].entrance[color]:
        refuse(f"There is no {action.color} student in your entrance; move one that is there.")
    move = _to_dining if action.move_to == "SCHOOL" else _to_island
    state, changes = move(state, seat, action, color)
    if not state.students_left:
        state = replace(state, phase="MOTHER_NATURE")
        changes = (*changes, table.StepStarted(seat, "MOTHER_NATURE", 0, step_limit(state)))
    return Step(state, changes)


def _to_dining(state: State, seat: Seat, action: actions.MoveStudent, color: int) -> Changed[State]:
    """Move a student from the entrance to the dining room; coins and professors follow.

    Raises Refusal if an island is given or the table is full.
    """
    school = state.schools[seat]
    if action.island_position is not None:
        refuse("Leave islandPosition out when a student goes to your dining room.")
    if school.dining[color] >= TABLE_SEATS:
        refuse(f"Your {action.color} table is full; move the student to an island.")
    school = replace(school, entrance=add_students(school.entrance, color, -1))
    state = replace(state, students_left=state.students_left - 1)
    state, placed = place_in_dining(state, seat, school, color)
    return state, (table.StudentMoved(seat, action.color, "ENTRANCE", "SCHOOL"), *placed)


def _to_island(state: State, seat: Seat, action: actions.MoveStudent, color: int) -> Changed[State]:
    """Move a student from the entrance to an island. Raises Refusal for a bad island."""
    school, position = state.schools[seat], action.island_position
    if position is None:
        refuse("Say with islandPosition to which island the student goes.")
    check_tile(position)
    index = state.ring[position]
    school = replace(school, entrance=add_students(school.entrance, color, -1))
    state = replace(
        state,
        schools=replace_at(state.schools, seat, school),
        islands=add_to_island(state, index, color),
        students_left=state.students_left - 1,
    )
    name = first_tile(state, index)
    return state, (table.StudentMoved(seat, action.color, "ENTRANCE", "ISLAND", name),)


def _move_mother_nature(state: State, seat: Seat, action: MoveMotherNature) -> Step[State]:
    """Move mother nature and resolve the island, which may end the game."""
    steps = action.steps
    if not 1 <= steps <= step_limit(state):
        refuse(expected_action_text(state))
    # Every island is one step; a whole lap is allowed. 7.1
    index = (state.ring[state.mother_nature] + steps) % len(state.islands)
    tile = first_tile(state, index)
    state, resolved = resolve_island(replace(state, mother_nature=tile), index)
    changes = (table.MotherNatureMoved(steps, tile), *resolved)
    if state.phase == "OVER":
        return Step(state, changes)
    may_use = state.clouds_closed and bool(usable_characters(state, seat))
    return rounds.after_mother_nature(state, may_use, changes)


def _choose_cloud(state: State, seat: Seat, action: actions.ChooseCloud) -> Step[State]:
    """Take the students of a cloud and end the turn."""
    cloud = action.cloud
    if not 0 <= cloud < len(state.clouds):
        refuse(f"There is no cloud {cloud}. {expected_action_text(state)}")
    if state.clouds[cloud] == NONE:
        refuse(f"Cloud {cloud} has been taken. {expected_action_text(state)}")
    school = state.schools[seat]
    school = replace(school, entrance=add_counts(school.entrance, state.clouds[cloud]))
    state = replace(
        state,
        schools=replace_at(state.schools, seat, school),
        clouds=replace_at(state.clouds, cloud, NONE),
    )
    return rounds.end_turn(state, (table.CloudTaken(seat, cloud),))


def _use_character(state: State, seat: Seat, action: UseCharacterCard) -> Step[State]:
    """Use a character; in END_TURN this also ends the turn."""
    state, changes = use_character(state, seat, action)
    # Clouds are closed and the turn's one character is used, so the turn is over. 9
    return rounds.end_turn(state, changes) if state.phase == "END_TURN" else Step(state, changes)


def _end_turn(state: State, seat: Seat, action: actions.EndTurn) -> Step[State]:
    """End the turn of the seat."""
    return rounds.end_turn(state, ())


ACTIONS: dict[table.Phase, dict[type[Message], Apply[State]]] = {
    "PLANNING": {actions.PlayAssistantCard: _play_assistant},
    "STUDENTS": {actions.MoveStudent: _move_student, UseCharacterCard: _use_character},
    "MOTHER_NATURE": {MoveMotherNature: _move_mother_nature, UseCharacterCard: _use_character},
    "CLOUD": {actions.ChooseCloud: _choose_cloud, UseCharacterCard: _use_character},
    "END_TURN": {actions.EndTurn: _end_turn, UseCharacterCard: _use_character},
    "OVER": {},
}


def leave(state: State, seat: Seat) -> Step[State]:
    """Skip the seat from now on; if it is on turn, end that turn without undoing its moves.

    If only one party is left, that party wins.
    """
    school = state.schools[seat]
    if state.phase == "OVER" or school.gone:
        return Step(state, ())
    changes: Changes = (table.SeatGone(seat),)
    state = replace(state, schools=replace_at(state.schools, seat, replace(school, gone=True)))
    present = parties_present(state)
    if len(present) == 1:
        state, end = rounds.finish(state, party_seats(state, present[0]), rounds.ALL_LEFT)
        return Step(state, changes + end)
    if seat != state.turn:
        return Step(state, changes)
    if state.phase == "PLANNING":
        return rounds.after_assistant(state, changes)
    return rounds.end_turn(state, changes)


def timeout(state: State, seat: Seat) -> Step[State]:
    """In planning play the highest assistant, so that hands stay equal and every game ends.

    An action turn ends at once: moves made stay, no island is resolved, no cloud is taken.
    """
    if seat != state.turn or state.phase == "OVER":
        return Step(state, ())
    if state.phase == "PLANNING":
        return _play_assistant(
            state, seat, actions.PlayAssistantCard(playable_assistants(state)[-1])
        )
    return rounds.end_turn(state, ())
