"""The tricky cases of the rules digest, chapter 13, each under its number.

Seats 0, 1, 2 are the digest's A, B, C; in games of four 0 and 2 are W1 and W2.
"""

from typing import Any

from msgspec.structs import replace

from games.eriantys import ERIANTYS
from games.eriantys.rounds import finish_by_count
from games.eriantys.state import Card, State
from games.eriantys.view import view
from messages.eriantys.actions import (
    ChooseCloud,
    Color,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)
from messages.eriantys.table import (
    CardRefilled,
    CharacterUsed,
    CoinTaken,
    IslandConquered,
    IslandsMerged,
    NoEntryRemoved,
    ProfessorMoved,
    StudentsReturned,
)
from tests.games.eriantys.boards import (
    BLACK,
    GREY,
    WHITE,
    bag,
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
GREEN_TO_SCHOOL = MoveStudent(move_to="SCHOOL", color="GREEN")
BLUE_TO_SCHOOL = MoveStudent(move_to="SCHOOL", color="BLUE")
ONE_STEP = MoveMotherNature(steps=1)


def play(value: int) -> PlayAssistantCard:
    return PlayAssistantCard(card_value=value)


def stop(**fields: Any) -> State:
    """Return a state before mother nature moves; one step leads to island 1."""
    return board(**{"phase": "MOTHER_NATURE", "students_left": 0, **fields})


def any_round(state: State) -> list[State]:
    """Take the first legal actions until the round is over and return all states."""
    passed = [state]
    while state.phase != "OVER" and state.round == passed[0].round:
        state = ERIANTYS.apply(state, state.turn, ERIANTYS.legal(state, state.turn)[0]).state
        passed.append(state)
    return passed


def test_case_01_a_hand_that_is_wholly_blocked_may_play_an_equal_card_and_acts_later() -> None:
    state = do(planning(3, {2: (4, 7)}), play(4), play(7)).state
    after = do(state, play(7)).state
    assert after.order == (0, 1, 2)
    assert after.schools[2].played == 7
    assert (after.phase, after.turn) == ("STUDENTS", 0)


def test_case_02_hand_with_a_free_card_must_play_it_and_a_blocked_one_is_refused() -> None:
    state = do(planning(3, {2: (4, 9)}), play(4), play(7)).state
    assert "may play 9" in refused(state, play(4))
    assert ERIANTYS.legal(state, 2) == (play(9),)
    assert do(state, play(9)).state.order == (0, 1, 2)


def test_case_03_actions_go_by_value_and_the_next_planning_clockwise_from_the_lowest_card() -> None:
    state = do(planning(3), play(8), play(6), play(3)).state
    assert state.order == (2, 1, 0)
    last = replace(state, phase="CLOUD", turn=0, clouds=(students(), students(), students(red=4)))
    after = do(last, ChooseCloud(cloud=2)).state
    assert (after.phase, after.order, after.turn) == ("PLANNING", (2, 0, 1), 2)


def test_case_04_equality_leaves_the_professor_and_one_more_takes_it() -> None:
    state = board(
        turn=1,
        schools={
            0: {"dining": students(red=2)},
            1: {"dining": students(red=1), "entrance": students(red=2)},
        },
        professors=professors(red=0),
    )
    equal = do(state, RED_TO_SCHOOL)
    assert equal.state.professors == professors(red=0)
    ahead = do(equal.state, RED_TO_SCHOOL)
    assert ahead.state.professors == professors(red=1)
    assert ProfessorMoved("RED", 1, 0) in ahead.changes


def test_case_05_the_first_student_takes_an_unclaimed_professor_at_once() -> None:
    step = do(board(), GREEN_TO_SCHOOL)
    assert step.state.professors == professors(green=0)
    assert ProfessorMoved("GREEN", 0) in step.changes
    assert step.state.students_left == 2


def test_case_06_a_tie_above_the_owner_leaves_the_towers() -> None:
    state = stop(
        players=3,
        unified=[(1, 2)],
        islands={1: island(WHITE, towers=2, red=4, blue=4)},
        professors=professors(red=1, blue=2),
    )
    step = do(state, ONE_STEP)
    assert island_of(step.state, 1) == island_of(state, 1)
    assert step.state.yards == state.yards
    assert kinds(step.changes) == ["MotherNatureMoved", "StepStarted"]


def test_case_07_island_on_which_nobody_has_influence_gets_no_tower() -> None:
    step = do(stop(islands={1: island(red=3)}), ONE_STEP)
    assert island_of(step.state, 1) == island(red=3)


def test_case_08_the_strongest_builds_also_when_another_player_acts() -> None:
    state = stop(turn=1, islands={1: island(red=3, blue=1)}, professors=professors(red=0, blue=1))
    step = do(state, ONE_STEP)
    assert island_of(step.state, 1).owner == WHITE
    assert step.state.yards == (7, 8)


def test_case_09_conquering_tile_0_unifies_it_with_both_neighbours_and_all_their_contents() -> None:
    state = stop(
        mother_nature=11,
        islands={11: island(WHITE), 0: island(BLACK, red=3), 1: island(WHITE, blue=1)},
        professors=professors(red=0),
    )
    step = do(state, ONE_STEP)
    assert IslandConquered(0, "WHITE", 1, "BLACK") in step.changes
    assert IslandsMerged((11, 0, 1)) in step.changes
    assert island_of(step.state, 11) == island(WHITE, towers=3, red=3, blue=1)
    assert len(step.state.islands) == 10
    assert step.state.yards == (5, 8)


def test_case_10_a_double_unification_from_four_to_two_ends_the_game() -> None:
    state = stop(
        mother_nature=2,
        unified=[(0, 1, 2), (4, 5, 6), (7, 8, 9, 10, 11)],
        islands={
            0: island(WHITE, towers=3),
            3: island(BLACK, red=2),
            4: island(WHITE, towers=3),
            7: island(BLACK, towers=5),
        },
        professors=professors(red=0),
    )
    step = do(state, ONE_STEP)
    assert len(step.state.islands) == 2
    assert step.state.phase == "OVER"
    assert step.state.winners == (0,)
    assert "islands are left" in step.state.reason


def test_case_11_missing_towers_place_the_last_one_and_win() -> None:
    state = stop(
        unified=[(1, 2, 3)],
        islands={1: island(BLACK, towers=3, red=4)},
        professors=professors(red=0, blue=1, green=1, pink=1),
        yards=(1, 5),
    )
    step = do(state, ONE_STEP)
    assert island_of(step.state, 1) == island(WHITE, towers=1, red=4)
    assert step.state.yards == (0, 8)
    assert step.state.winners == (0,)
    assert step.state.phase == "OVER"


def test_case_12_the_last_tower_decides_before_the_number_of_islands() -> None:
    state = stop(
        players=3,
        mother_nature=2,
        unified=[(0, 1, 2), (4, 5, 6, 7, 8), (9, 10, 11)],
        islands={
            0: island(BLACK, towers=3),
            3: island(red=1),
            4: island(WHITE, towers=5),
            9: island(GREY, towers=3),
        },
        professors=professors(red=0, blue=1, green=1, pink=1, yellow=1),
    )
    step = do(state, ONE_STEP)
    assert len(step.state.islands) == 3
    assert step.state.winners == (0,)
    assert step.state.reason == "WHITE has built its last tower."


def last_cloud(in_bag: int) -> State:
    """Return a state of three players before the last cloud of the round is taken."""
    return board(
        3,
        phase="CLOUD",
        turn=2,
        students_left=0,
        bag=bytes(in_bag),
        clouds=(students(), students(), students(red=4)),
        schools={2: {"entrance": students(blue=5)}},
    )


def test_case_13_a_bag_with_exactly_the_students_needed_makes_a_last_round_with_clouds() -> None:
    state = do(last_cloud(12), ChooseCloud(cloud=2)).state
    assert state.clouds == (students(yellow=4),) * 3
    assert state.bag == b""
    assert state.last_round
    passed = any_round(state)
    assert [s.turn for s in passed if s.phase == "CLOUD"] == [0, 1, 2]
    assert passed[-1].phase == "OVER"


def test_case_14_a_short_bag_makes_a_last_round_without_clouds() -> None:
    state = do(last_cloud(9), ChooseCloud(cloud=2)).state
    assert state.clouds == (students(yellow=4), students(yellow=4), students(yellow=1))
    assert state.last_round
    passed = any_round(state)
    assert [s.phase for s in passed].count("CLOUD") == 0
    assert sum(s.phase == "MOTHER_NATURE" for s in passed) == 3
    assert passed[-2].phase == "MOTHER_NATURE"
    assert passed[-1].phase == "OVER"
    assert passed[-1].clouds == state.clouds


MONK_TO_5 = UseCharacterCard(asset="MONK", color="RED", island_position=5)


def monk_and_thief() -> State:
    return board(
        characters=[Card("MONK", students=students(red=2, blue=2)), Card("THIEF")],
        schools={
            0: {"dining": students(green=3)},
            1: {"dining": students(green=2), "coins": 3},
        },
        professors=professors(green=0),
        bag=bag("pink"),
    )


def test_case_15_a_monk_that_empties_the_bag_makes_this_round_the_last_with_clouds() -> None:
    step = do(monk_and_thief(), MONK_TO_5)
    assert CardRefilled("MONK", "PINK", 0) in step.changes
    assert kinds(step.changes)[-1] == "LastRound"
    assert step.state.characters[0].students == students(red=1, blue=2, pink=1)
    assert island_of(step.state, 5) == island(red=1)
    assert step.state.last_round
    passed = any_round(step.state)
    assert [s.turn for s in passed if s.phase == "CLOUD"] == [0, 1]
    assert passed[-1].phase == "OVER"


def test_case_16_students_returned_to_the_bag_do_not_take_the_last_round_back() -> None:
    state = do(monk_and_thief(), MONK_TO_5).state
    while state.turn == 0:
        state = do(state, ERIANTYS.legal(state, 0)[0]).state
    step = do(state, UseCharacterCard(asset="THIEF", color="GREEN"))
    assert len(step.state.bag) == 5
    assert any_round(step.state)[-1].phase == "OVER"


def test_case_17_princess_with_an_empty_bag_earns_coin_and_professor_and_is_not_refilled() -> None:
    state = board(
        characters=[Card("PRINCESS", students=students(red=2, blue=2))],
        schools={0: {"dining": students(red=2), "coins": 2}, 1: {"dining": students(red=2)}},
        professors=professors(red=1),
        bag=b"",
        last_round=True,
    )
    step = do(state, UseCharacterCard(asset="PRINCESS", color="RED"))
    assert step.state.schools[0].dining == students(red=3)
    assert step.state.characters[0].students == students(red=1, blue=2)
    assert CoinTaken(0) in step.changes
    assert ProfessorMoved("RED", 0, 1) in step.changes
    assert step.state.students_left == 3


def test_case_18_student_for_a_full_dining_table_is_refused_and_may_go_to_an_island() -> None:
    state = board(schools={0: {"dining": students(red=10)}})
    assert "table is full" in refused(state, RED_TO_SCHOOL)
    assert RED_TO_SCHOOL not in ERIANTYS.legal(state, 0)
    to_island = MoveStudent(move_to="ISLAND", color="RED", island_position=4)
    assert island_of(do(state, to_island).state, 4) == island(red=1)


def test_case_19_used_character_costs_one_more_and_no_further_one_after_another_use() -> None:
    knight = UseCharacterCard(asset="KNIGHT")
    state = board(characters=[Card("KNIGHT", used=True)], schools={0: {"coins": 2}})
    assert "costs 3" in refused(state, knight)
    rich = board(characters=[Card("KNIGHT", used=True)], schools={0: {"coins": 3}})
    step = do(rich, knight)
    assert step.state.schools[0].coins == 0
    assert step.state.supply == rich.supply + 3
    assert CharacterUsed(0, "KNIGHT", 3) in step.changes
    assert view(step.state, 0).characters[0].price == 3


def test_case_20_third_student_earns_no_coin_from_an_empty_supply() -> None:
    state = board(characters=[Card("KNIGHT")], supply=0, schools={0: {"dining": students(red=2)}})
    step = do(state, RED_TO_SCHOOL)
    assert step.state.schools[0].dining == students(red=3)
    assert step.state.schools[0].coins == 1
    assert "CoinTaken" not in kinds(step.changes)


def test_case_21_third_student_earns_a_coin_again_after_the_thief() -> None:
    state = board(
        characters=[Card("THIEF")],
        schools={0: {"dining": students(blue=3), "entrance": students(blue=7), "coins": 3}},
        professors=professors(blue=0),
    )
    state = do(state, UseCharacterCard(asset="THIEF", color="BLUE")).state
    assert state.schools[0].dining == students()
    coins = state.schools[0].coins
    step = do(state, BLUE_TO_SCHOOL, BLUE_TO_SCHOOL, BLUE_TO_SCHOOL)
    assert CoinTaken(0) in step.changes
    assert step.state.schools[0].coins == coins + 1


def test_case_22_each_stop_removes_one_of_two_no_entry_tiles_and_the_third_resolves() -> None:
    state = stop(
        characters=[Card("GRANDMA", used=True, no_entry=2)],
        islands={1: island(no_entry=2, red=1)},
        professors=professors(red=0),
    )
    for left in (1, 0):
        step = do(state, ONE_STEP)
        assert island_of(step.state, 1) == island(no_entry=left, red=1)
        assert step.state.characters[0].no_entry == 4 - left
        assert NoEntryRemoved(1) in step.changes
        state = replace(step.state, phase="MOTHER_NATURE", mother_nature=0)
    assert island_of(do(state, ONE_STEP).state, 1) == island(WHITE, red=1)


def test_case_23_the_herald_uses_up_a_tile_and_mother_nature_then_resolves() -> None:
    state = stop(
        characters=[Card("HERALD"), Card("GRANDMA", no_entry=3)],
        schools={0: {"coins": 3}},
        islands={1: island(no_entry=1, red=1)},
        professors=professors(red=0),
    )
    state = do(state, UseCharacterCard(asset="HERALD", island_position=1)).state
    assert island_of(state, 1) == island(red=1)
    assert state.characters[1].no_entry == 4
    assert (state.phase, state.mother_nature) == ("MOTHER_NATURE", 0)
    assert island_of(do(state, ONE_STEP).state, 1) == island(WHITE, red=1)


def test_case_24_no_entry_tiles_add_up_when_islands_are_unified_and_a_stop_removes_one() -> None:
    state = board(
        characters=[Card("HERALD"), Card("GRANDMA", no_entry=2)],
        schools={0: {"coins": 3}},
        islands={
            0: island(no_entry=1),
            1: island(WHITE, no_entry=1),
            2: island(red=1),
            3: island(WHITE, no_entry=1),
        },
        professors=professors(red=0),
    )
    state = do(state, UseCharacterCard(asset="HERALD", island_position=2)).state
    assert island_of(state, 1) == island(WHITE, towers=3, no_entry=2, red=1)
    state = replace(state, phase="MOTHER_NATURE", students_left=0)
    after = do(state, ONE_STEP).state
    assert island_of(after, 1) == island(WHITE, towers=3, no_entry=1, red=1)


def test_case_25_the_centaur_ignores_the_own_towers_too() -> None:
    state = stop(
        characters=[Card("CENTAUR")],
        schools={0: {"coins": 3}},
        unified=[(1, 2, 3)],
        islands={1: island(WHITE, towers=3, red=1, blue=2)},
        professors=professors(red=0, blue=1),
    )
    after = do(state, UseCharacterCard(asset="CENTAUR"), ONE_STEP).state
    assert island_of(after, 1) == island(BLACK, towers=3, red=1, blue=2)
    assert after.yards == (8, 5)


def swap_pinks_out(dinings: list[int], number: int) -> State:
    """Swap pink students of seat 0, which holds the pink professor, for yellow ones."""
    state = board(
        len(dinings),
        characters=[Card("MINSTREL")],
        schools={seat: {"dining": students(pink=n)} for seat, n in enumerate(dinings)},
        professors=professors(pink=0),
    )
    pinks: tuple[Color, ...] = ("PINK", "PINK")
    yellows: tuple[Color, ...] = ("YELLOW", "YELLOW")
    swap = UseCharacterCard(asset="MINSTREL", taken=pinks[:number], given=yellows[:number])
    return do(state, swap).state


def test_case_26_minstrel_loses_a_professor_to_a_player_who_now_has_more() -> None:
    assert swap_pinks_out([2, 2], 1).professors == professors(pink=1, yellow=0)


def test_case_26b_minstrel_below_two_equal_players_keeps_the_professor() -> None:
    state = swap_pinks_out([3, 2, 2], 2)
    assert [school.dining[4] for school in state.schools] == [1, 2, 2]
    assert state.professors == professors(pink=0, yellow=0)


def test_case_27_thief_returns_students_to_the_bag_and_moves_no_professor() -> None:
    state = board(
        characters=[Card("THIEF")],
        schools={
            0: {"dining": students(yellow=3), "coins": 3},
            1: {"dining": students(yellow=2)},
        },
        professors=professors(yellow=0),
    )
    step = do(state, UseCharacterCard(asset="THIEF", color="YELLOW"))
    assert [school.dining for school in step.state.schools] == [students(), students()]
    assert step.state.professors == professors(yellow=0)
    assert len(step.state.bag) == len(state.bag) + 5
    assert StudentsReturned("YELLOW", (3, 2), len(step.state.bag)) in step.changes


def farmers(**fields: Any) -> State:
    return board(turn=1, order=(1, 0), characters=[Card("FARMER"), Card("KNIGHT")], **fields)


def test_case_28_professor_taken_at_once_by_the_farmer_stays_after_the_turn() -> None:
    state = farmers(
        schools={
            0: {"dining": students(red=2)},
            1: {"dining": students(red=2), "coins": 2},
        },
        professors=professors(red=0),
    )
    step = do(state, UseCharacterCard(asset="FARMER"))
    assert ProfessorMoved("RED", 1, 0) in step.changes
    state = step.state
    to_island = MoveStudent(move_to="ISLAND", color="BLUE", island_position=6)
    to_other = MoveStudent(move_to="ISLAND", color="YELLOW", island_position=6)
    state = do(state, to_island, to_island, to_other, ONE_STEP, ChooseCloud(cloud=0)).state
    assert (state.turn, state.effect) == (0, None)
    assert do(state, BLUE_TO_SCHOOL).state.professors == professors(red=1, blue=0)


def test_case_29_farmer_without_students_takes_no_professor() -> None:
    state = farmers(schools={1: {"coins": 2}})
    step = do(state, UseCharacterCard(asset="FARMER"))
    assert step.state.professors == professors()
    assert kinds(step.changes) == ["CharacterUsed"]


def test_case_30_second_character_in_a_turn_is_refused() -> None:
    state = do(farmers(schools={1: {"coins": 9}}), UseCharacterCard(asset="FARMER")).state
    assert "next turn" in refused(state, UseCharacterCard(asset="KNIGHT"))


def test_case_31_partner_takes_a_professor_from_a_partner_and_the_team_conquers_as_before() -> None:
    state = board(
        4,
        turn=2,
        schools={0: {"dining": students(blue=1)}, 2: {"dining": students(blue=1)}},
        professors=professors(blue=0),
        islands={1: island(blue=2, red=1)},
    )
    step = do(state, BLUE_TO_SCHOOL)
    assert ProfessorMoved("BLUE", 2, 0) in step.changes
    for position in (state, step.state):
        resolved = do(replace(position, phase="MOTHER_NATURE", students_left=0), ONE_STEP).state
        assert island_of(resolved, 1).owner == WHITE


def test_case_32_a_teams_tower_comes_from_the_first_partners_yard() -> None:
    state = stop(players=4, turn=2, islands={1: island(red=1)}, professors=professors(red=2))
    after = do(state, ONE_STEP).state
    assert island_of(after, 1).owner == WHITE
    towers = [school.towers for school in view(after, None).schools]
    assert towers == [7, 8, 0, 0]


FOUR_GROUPS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11)]


def test_case_33_whole_lap_of_mother_nature_is_listed_and_resolves_the_start_island() -> None:
    state = stop(
        unified=FOUR_GROUPS,
        islands={
            0: island(BLACK, towers=3, red=4),
            3: island(WHITE, towers=3),
            6: island(BLACK, towers=3),
            9: island(WHITE, towers=3),
        },
        professors=professors(red=0),
        schools={0: {"played": 10}},
    )
    lap = MoveMotherNature(steps=4)
    assert lap in ERIANTYS.legal(state, 0)
    step = do(state, lap)
    assert step.state.ring[step.state.mother_nature] == step.state.ring[0]
    assert IslandConquered(0, "WHITE", 2, "BLACK") in step.changes


def test_case_34_mother_nature_steps_count_from_the_unified_island() -> None:
    state = board(
        characters=[Card("HERALD")],
        schools={0: {"coins": 3}},
        islands={0: island(WHITE), 1: island(red=1)},
        professors=professors(red=0),
    )
    state = do(state, UseCharacterCard(asset="HERALD", island_position=1)).state
    assert state.ring[0] == state.ring[1]
    after = do(replace(state, phase="MOTHER_NATURE", students_left=0), ONE_STEP).state
    assert after.mother_nature == 2


def test_case_35_equal_towers_and_professors_share_the_victory() -> None:
    state = board(
        3,
        yards=(1, 1, 2),
        professors=professors(red=0, blue=0, green=1, pink=1, yellow=2),
        last_round=True,
        phase="CLOUD",
        turn=2,
        clouds=(students(), students(), students(red=4)),
    )
    after = do(state, ChooseCloud(cloud=2)).state
    assert after.phase == "OVER"
    assert after.winners == (0, 1)
    assert finish_by_count(state)[0].winners == (0, 1)
