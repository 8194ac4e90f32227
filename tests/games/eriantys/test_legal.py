"""Legal actions, and the number of action sequences from fixed states.

The comments derive the numbers of small states by hand; the others detect any change of the rules.
"""

from typing import Any

import pytest

from games.eriantys import ERIANTYS
from games.eriantys.legal import active, legal, open_clouds, playable_assistants
from games.eriantys.state import Card, Options, State
from games.rng import Rng
from messages.eriantys.actions import ChooseCloud, EndTurn, MoveMotherNature, UseCharacterCard
from tests.games.eriantys.boards import board, island, planning, students

FOUR_ISLANDS: dict[str, Any] = {
    "unified": [(0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11)],
    "islands": {
        0: island(0, towers=3),
        3: island(1, towers=3),
        6: island(0, towers=3),
        9: island(1, towers=3),
    },
}


def sequences(state: State, depth: int) -> int:
    """Return the number of action sequences of this length; a finished game has one."""
    if not depth or state.phase == "OVER":
        return 1
    actions = legal(state, state.turn)
    if depth == 1:
        return len(actions)
    return sum(
        sequences(ERIANTYS.apply(state, state.turn, action).state, depth - 1) for action in actions
    )


def test_only_the_seat_on_turn_is_active_and_has_legal_actions() -> None:
    state = board(3, turn=1)
    assert active(state) == {1}
    assert [bool(legal(state, seat)) for seat in range(3)] == [False, True, False]


def test_nobody_is_active_and_nothing_is_listed_when_the_game_is_over() -> None:
    over = ERIANTYS.leave(board(), 0).state
    assert active(over) == frozenset()
    assert [legal(over, seat) for seat in (0, 1, -1)] == [(), (), ()]


def test_steps_up_to_the_limit_are_listed() -> None:
    state = board(phase="MOTHER_NATURE", students_left=0, schools={0: {"played": 9}})
    assert legal(state, 0) == tuple(MoveMotherNature(steps=n) for n in range(1, 6))


def test_only_clouds_with_students_are_listed() -> None:
    state = board(3, phase="CLOUD", clouds=(students(red=4), students(), students(red=4)))
    assert open_clouds(state) == (0, 2)
    assert legal(state, 0) == (ChooseCloud(cloud=0), ChooseCloud(cloud=2))


def test_without_clouds_end_turn_and_usable_characters_are_listed() -> None:
    state = board(phase="END_TURN", characters=[Card("KNIGHT")], schools={0: {"coins": 2}})
    assert legal(state, 0) == (EndTurn(), UseCharacterCard(asset="KNIGHT"))


def test_playable_assistants_are_those_nobody_has_played_or_all_if_none_is_free() -> None:
    state = planning(2, {0: (2, 5, 7)})
    assert playable_assistants(state) == (2, 5, 7)
    assert playable_assistants(
        board(phase="PLANNING", schools={0: {"hand": (2, 7), "played": 0}})
    ) == (2,)
    assert playable_assistants(
        board(phase="PLANNING", schools={0: {"hand": (7,), "played": 0}})
    ) == (7,)


def test_sequences_with_two_colors_and_four_islands_match_a_manual_count() -> None:
    state = board(
        students_left=2, schools={0: {"entrance": students(red=2, blue=1)}}, **FOUR_ISLANDS
    )
    # Each colour goes to four islands or the dining room: 5 + 5.
    assert sequences(state, 1) == 10
    # After a red one both colours are left, after the blue one only red: 5 * 10 + 5 * 5.
    assert sequences(state, 2) == 75
    # Then mother nature moves 1 to 3 steps.
    assert sequences(state, 3) == 75 * 3


def test_sequences_with_a_full_dining_table_match_a_manual_count() -> None:
    state = board(
        students_left=2,
        schools={0: {"entrance": students(red=2, blue=1), "dining": students(blue=10)}},
        **FOUR_ISLANDS,
    )
    # Red 5, blue 4; then 5 * (5 + 4) + 4 * 5.
    assert sequences(state, 1) == 9
    assert sequences(state, 2) == 65


def test_planning_sequences_match_a_manual_count() -> None:
    assert sequences(planning(2), 2) == 10 * 9
    assert sequences(planning(3), 3) == 10 * 9 * 8
    assert sequences(planning(3, {1: (1, 2), 2: (1, 2)}), 2) == 8 * 2 + 1 + 1


def test_sequences_with_a_character_usable_once_at_any_moment_match_a_manual_count() -> None:
    state = board(
        students_left=1,
        schools={0: {"entrance": students(red=1), "coins": 2}},
        characters=[Card("KNIGHT")],
        **FOUR_ISLANDS,
    )
    # 5 moves or the Knight; move then 3 steps or the Knight, Knight then 5 moves.
    assert sequences(state, 1) == 6
    assert sequences(state, 2) == 5 * 4 + 5
    # Move, step, then 2 clouds or the Knight; move, Knight, 3 steps; Knight, move, 3 steps.
    assert sequences(state, 3) == 5 * (3 * 3 + 3) + 5 * 3


def jester_and_minstrel() -> State:
    return board(
        students_left=1,
        schools={0: {"coins": 3, "dining": students(green=3, red=1)}},
        characters=[
            Card("JESTER", students=students(red=2, pink=2, green=2)),
            Card("MINSTREL"),
            Card("MONK", students=students(red=1, blue=3)),
        ],
        **FOUR_ISLANDS,
    )


@pytest.mark.parametrize(("depth", "count"), [(1, 137), (2, 4701)])
def test_number_of_sequences_from_a_rich_expert_position_is_unchanged(
    depth: int, count: int
) -> None:
    assert sequences(jester_and_minstrel(), depth) == count


@pytest.mark.parametrize(
    ("players", "expert", "counts"),
    [
        (2, False, (10, 90, 5265, 273780)),
        (2, True, (10, 90, 5265, 275220)),
        (3, True, (10, 90, 720, 40560)),
        (4, True, (10, 90, 720, 5040)),
    ],
)
def test_numbers_of_sequences_from_seeded_starts_are_unchanged(
    players: int, expert: bool, counts: tuple[int, ...]
) -> None:
    state = ERIANTYS.start(players, Options(expert=expert), Rng(b"counts")).state
    assert tuple(sequences(state, depth) for depth in (1, 2, 3, 4)) == counts
