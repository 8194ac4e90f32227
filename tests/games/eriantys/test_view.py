"""Views, prompts, opening messages and confirmations."""

import pytest

from games.base import Seating
from games.base import no_redaction as redact
from games.eriantys import ERIANTYS
from games.eriantys.state import Card, Options
from games.eriantys.view import confirm, opening, prompt, view
from games.rng import Rng
from messages.eriantys.actions import (
    ChooseCloud,
    EndTurn,
    EriantysAction,
    MatchCreated,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    SelectAssistantCard,
    SelectCloud,
    SelectEndOfTurn,
    SelectSteps,
    SelectStudent,
    SetUpCharacterCard,
    SetUpSchoolStudent,
    UseCharacterCard,
)
from messages.eriantys.table import CharacterView, IslandView, SchoolView, TurnEnded
from messages.lobby import PlayersInfo
from tests.games.eriantys.boards import WHITE, board, do, island, planning, professors, students

NAMES = ("ada", "bob", "cyd", "dan")


@pytest.mark.parametrize("seat", [0, None])
def test_view_says_whether_clouds_are_closed_in_the_last_round(seat: int | None) -> None:
    last = board(3, last_round=True)
    closed = board(3, last_round=True, clouds_closed=True)
    assert not view(last, seat).clouds_closed
    assert view(closed, seat).clouds_closed
    assert view(last, seat) != view(closed, seat)


@pytest.mark.parametrize(("players", "teams"), [(2, ()), (3, ()), (4, ((0, 2), (1, 3)))])
def test_view_lists_the_teams_of_a_four_player_game_only(
    players: int, teams: tuple[tuple[int, ...], ...]
) -> None:
    assert view(board(players), 1).teams == teams
    assert view(board(players), None).teams == teams


def test_view_has_turn_islands_clouds_bag_professors_supply_characters_and_schools() -> None:
    seen = view(
        board(
            unified=[(11, 0)],
            islands={0: island(WHITE, towers=2, red=2), 4: island(no_entry=1)},
            characters=[
                Card("GRANDMA", used=True, no_entry=3),
                Card("MONK", students=students(red=4)),
            ],
            schools={0: {"dining": students(red=3)}},
            professors=professors(red=0),
            mother_nature=0,
        ),
        1,
    )
    assert seen.seat == 1
    assert (seen.expert, seen.round, seen.phase, seen.turn) == (True, 1, "STUDENTS", 0)
    assert (seen.order, seen.students_left, seen.max_steps) == ((0, 1), 3, 3)
    assert seen.islands[-1] == IslandView((11, 0), {"RED": 2}, towers=2, tower="WHITE")
    assert seen.islands[3] == IslandView((4,), {}, no_entry=1)
    assert seen.mother_nature == 11
    assert seen.clouds == ({"YELLOW": 3}, {"YELLOW": 3})
    assert seen.bag == 40
    assert seen.professors == {"RED": 0}
    assert seen.supply == 10
    assert seen.characters == (
        CharacterView("GRANDMA", 3, used=True, no_entry=3),
        CharacterView("MONK", 1, students={"RED": 4}),
    )
    assert seen.schools[0] == SchoolView(
        tower="WHITE",
        towers=6,
        entrance={"YELLOW": 2, "BLUE": 2, "GREEN": 1, "RED": 1, "PINK": 1},
        dining={"RED": 3},
        hand=(1, 2, 3, 4, 6, 7, 8, 9, 10),
        played=5,
        coins=1,
    )


def test_views_of_seats_differ_only_in_the_seat() -> None:
    state = board(3)
    views = [view(state, seat) for seat in (0, 1, 2, None)]
    assert [seen.seat for seen in views] == [0, 1, 2, None]
    assert len({str(seen).replace(f"seat={seen.seat},", "", 1) for seen in views}) == 1


def test_view_has_effect_banned_color_and_whether_a_character_was_used() -> None:
    seen = view(board(effect="MUSHROOM_HUNTER", banned=2, character_used=True), 0)
    assert (seen.effect, seen.banned_color, seen.character_used) == (
        "MUSHROOM_HUNTER",
        "GREEN",
        True,
    )


def test_view_of_a_finished_game_has_winners_no_turn_and_who_left() -> None:
    seen = view(ERIANTYS.leave(board(), 0).state, None)
    assert (seen.phase, seen.turn, seen.winners) == ("OVER", None, (1,))
    assert (seen.students_left, seen.max_steps) == (0, 0)
    assert [school.gone for school in seen.schools] == [True, False]


@pytest.mark.parametrize(
    ("phase", "steps"), [("STUDENTS", 3), ("MOTHER_NATURE", 3), ("CLOUD", 0), ("PLANNING", 0)]
)
def test_view_has_the_step_limit_only_while_students_or_mother_nature_move(
    phase: str, steps: int
) -> None:
    assert view(board(phase=phase), 0).max_steps == steps


def test_end_of_a_turn_is_not_redacted() -> None:
    change = TurnEnded(1)
    assert all(redact(change, seat) is change for seat in (0, 1, None))


# --- questions ----------------------------------------------------------------------------------


def test_only_the_seat_on_turn_is_prompted_and_nobody_after_the_end() -> None:
    state = board(3, turn=1)
    assert [prompt(state, seat) is None for seat in range(3)] == [True, False, True]
    over = ERIANTYS.leave(board(), 0).state
    assert [prompt(over, seat) for seat in (0, 1, -1)] == [None, None, None]


def test_assistant_prompt_lists_values_in_hand_that_nobody_has_played() -> None:
    state = do(planning(2, {1: (2, 4, 6)}), PlayAssistantCard(card_value=4)).state
    assert prompt(state, 1) == SelectAssistantCard(available_cards=("2", "6"))


def test_student_prompt_lists_colors_and_usable_characters() -> None:
    state = board(
        characters=[Card("KNIGHT"), Card("POSTMAN"), Card("CENTAUR")],
        schools={0: {"coins": 2, "entrance": students(pink=1, blue=6)}},
    )
    assert prompt(state, 0) == SelectStudent(
        students_left=3, colors=("BLUE", "PINK"), characters=("KNIGHT", "POSTMAN")
    )


def test_prompts_for_steps_clouds_and_the_end_of_turn_list_what_is_possible() -> None:
    assert prompt(board(phase="MOTHER_NATURE"), 0) == SelectSteps(max_steps=3)
    clouds = (students(), students(red=3))
    assert prompt(board(phase="CLOUD", clouds=clouds), 0) == SelectCloud(available_clouds=(1,))
    state = board(phase="END_TURN", characters=[Card("MONK"), Card("POSTMAN")])
    assert prompt(state, 0) == SelectEndOfTurn(characters=("POSTMAN",))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (PlayAssistantCard(card_value=1), "You played the assistant card selected"),
        (MoveStudent(move_to="SCHOOL", color="RED"), "You have successfully moved the student"),
        (MoveMotherNature(steps=1), "You have successfully moved mother nature"),
        (UseCharacterCard(asset="MONK"), "You have successfully used the card"),
        (ChooseCloud(cloud=1), "You have successfully taken the students of the cloud"),
        (EndTurn(), "Your turn is over"),
    ],
)
def test_confirmation_texts_are_those_of_the_protocol_document(
    action: EriantysAction, words: str
) -> None:
    assert confirm(action) == words


# --- the opening --------------------------------------------------------------------------------


def test_opening_of_an_expert_game_has_players_islands_entrances_and_characters() -> None:
    state = ERIANTYS.start(2, Options(expert=True), Rng(b"opening")).state
    table = Seating(7, NAMES[:2], ("KING", "SAGE"))
    players, created, *schools, cards = opening(state, table)
    assert players == PlayersInfo(
        player_nicknames=("ada", "bob"),
        number_of_players=2,
        expert_mode=True,
        map_player_wizard={"ada": "KING", "bob": "SAGE"},
        map_tower_to_player={"ada": "WHITE", "bob": "BLACK"},
        match=7,
        game="eriantys",
    )
    assert isinstance(created, MatchCreated)
    assert created.mother_nature_position == state.mother_nature
    empty = {state.mother_nature, (state.mother_nature + 6) % 12}
    assert set(created.map_student_island) == {str(n) for n in set(range(12)) - empty}
    for number, color in created.map_student_island.items():
        assert state.islands[int(number)] == island(**{color.lower(): 1})
    assert [
        school.player_nickname for school in schools if isinstance(school, SetUpSchoolStudent)
    ] == [
        "ada",
        "bob",
    ]
    for message, school in zip(schools, state.schools, strict=True):
        assert isinstance(message, SetUpSchoolStudent)
        assert sum(message.entrance_students.values()) == sum(school.entrance) == 7
    assert isinstance(cards, SetUpCharacterCard)
    assert cards.character_cards == tuple(card.name for card in state.characters)


def test_opening_of_a_base_game_of_four_has_no_characters_and_two_tower_colors() -> None:
    state = ERIANTYS.start(4, Options(), Rng(b"opening")).state
    messages = opening(state, Seating(1, NAMES, ("KING", "WITCH", "SAGE", "DRUID")))
    assert len(messages) == 2 + 4
    players = messages[0]
    assert isinstance(players, PlayersInfo)
    assert list(players.map_tower_to_player.values()) == ["WHITE", "BLACK", "WHITE", "BLACK"]


def test_three_players_have_three_tower_colors() -> None:
    towers = [school.tower for school in view(board(3), None).schools]
    assert towers == ["WHITE", "BLACK", "GREY"]
