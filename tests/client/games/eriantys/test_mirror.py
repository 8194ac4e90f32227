"""Each Eriantys change applied to a view; tests/games/test_every_game.py covers whole games."""

import pytest
from msgspec.structs import replace

from client.games.eriantys import mirror
from client.games.eriantys.mirror import apply_change
from messages.base import members
from messages.eriantys.table import (
    ActionPhaseStarted,
    AssistantPlayed,
    CardRefilled,
    CharacterUsed,
    CharacterView,
    CloudFilled,
    CloudTaken,
    CoinTaken,
    EriantysChange,
    GameOver,
    IslandConquered,
    IslandsMerged,
    IslandView,
    LastRound,
    MotherNatureMoved,
    NoEntryPlaced,
    NoEntryRemoved,
    ProfessorMoved,
    RoundStarted,
    SeatGone,
    StepStarted,
    StudentMoved,
    StudentsReturned,
    StudentsSwapped,
    TurnEnded,
)
from tests.client.games.eriantys.tables import school, small_view


def test_applying_student_cloud_and_professor_changes_does_not_modify_the_view() -> None:
    view = small_view()
    apply_change(view, StudentMoved(0, "RED", "ENTRANCE", "SCHOOL"))
    apply_change(view, CloudTaken(0, 0))
    apply_change(view, ProfessorMoved("RED", 1))
    assert view == small_view()


def test_round_started_sets_round_and_order_and_resets_played_assistants() -> None:
    view = small_view(schools=(school(played=3), school(tower="BLACK", played=4)))
    after = apply_change(view, RoundStarted(3, (1, 0)))
    assert (after.round, after.order) == (3, (1, 0))
    assert [board.played for board in after.schools] == [None, None]


def test_cloud_filled_adds_students_to_the_cloud_and_sets_the_bag() -> None:
    after = apply_change(small_view(), CloudFilled(0, {"RED": 1, "PINK": 1}, 48))
    assert after.clouds == ({"RED": 4, "PINK": 1}, {})
    assert after.bag == 48


def test_assistant_played_leaves_the_hand_of_its_player_only() -> None:
    after = apply_change(small_view(), AssistantPlayed(1, 2))
    assert after.schools[1] == school(tower="BLACK", hand=(1, 3), played=2)
    assert after.schools[0] == school()


def test_action_phase_started_sets_the_order() -> None:
    assert apply_change(small_view(), ActionPhaseStarted((1, 0))).order == (1, 0)


def test_step_started_sets_turn_phase_students_left_and_maximum_steps() -> None:
    after = apply_change(small_view(), StepStarted(1, "MOTHER_NATURE", 0, 5))
    assert (after.turn, after.phase, after.students_left, after.max_steps) == (
        1,
        "MOTHER_NATURE",
        0,
        5,
    )


def test_turn_ended_clears_effect_banned_color_and_character_use() -> None:
    view = small_view(effect="MUSHROOM_HUNTER", banned_color="RED", character_used=True)
    assert apply_change(view, TurnEnded(0)) == small_view()


def test_student_moved_from_entrance_to_dining_room_lowers_students_left() -> None:
    after = apply_change(small_view(), StudentMoved(0, "RED", "ENTRANCE", "SCHOOL"))
    assert after.schools[0] == school(entrance={"RED": 1, "BLUE": 5}, dining={"RED": 1})
    assert after.students_left == 2


def test_student_moved_from_entrance_to_any_tile_of_an_island_lowers_students_left() -> None:
    after = apply_change(small_view(), StudentMoved(0, "BLUE", "ENTRANCE", "ISLAND", 2))
    assert after.islands[0].students == {"RED": 1, "BLUE": 1}
    assert after.schools[0].dining == {}
    assert after.students_left == 2


def test_student_moved_from_card_to_island_keeps_students_left_and_schools() -> None:
    after = apply_change(small_view(), StudentMoved(0, "RED", "CARD", "ISLAND", 0, "MONK"))
    assert after.characters[1].students == {"GREEN": 3}
    assert after.islands[0].students == {"RED": 2}
    assert (after.students_left, after.schools) == (3, small_view().schools)


def test_student_moved_from_card_to_dining_room_leaves_the_card() -> None:
    cards = (CharacterView("PRINCESS", 2, students={"RED": 4}),)
    change = StudentMoved(1, "RED", "CARD", "SCHOOL", None, "PRINCESS")
    after = apply_change(small_view(characters=cards), change)
    assert after.characters[0].students == {"RED": 3}
    assert after.schools[1].dining == {"RED": 1}


def test_jester_swap_exchanges_students_of_entrance_and_card() -> None:
    after = apply_change(
        small_view(), StudentsSwapped(0, "CARD", ("PINK", "PINK"), ("RED", "BLUE"))
    )
    assert after.schools[0].entrance == {"RED": 1, "BLUE": 4, "PINK": 2}
    assert after.characters[0].students == {"PINK": 4, "RED": 1, "BLUE": 1}


def test_minstrel_swap_exchanges_students_of_entrance_and_dining_room() -> None:
    view = small_view(schools=(school(dining={"GREEN": 1}), school(tower="BLACK")))
    after = apply_change(view, StudentsSwapped(0, "SCHOOL", ("GREEN",), ("RED",)))
    assert after.schools[0].entrance == {"RED": 1, "BLUE": 5, "GREEN": 1}
    assert after.schools[0].dining == {"RED": 1}


def test_students_returned_leave_the_dining_rooms_and_set_the_bag() -> None:
    boards = (school(dining={"RED": 4, "BLUE": 1}), school(tower="BLACK", dining={"RED": 2}))
    after = apply_change(small_view(schools=boards), StudentsReturned("RED", (3, 2), 55))
    assert [board.dining for board in after.schools] == [{"RED": 1, "BLUE": 1}, {}]
    assert after.bag == 55


def test_card_refilled_adds_a_student_to_the_card_and_sets_the_bag() -> None:
    after = apply_change(small_view(), CardRefilled("MONK", "PINK", 49))
    assert after.characters[1].students == {"RED": 1, "GREEN": 3, "PINK": 1}
    assert after.bag == 49


def test_professor_moved_sets_the_owner_of_that_color_only() -> None:
    after = apply_change(small_view(professors={"RED": 0, "BLUE": 0}), ProfessorMoved("RED", 1, 0))
    assert after.professors == {"RED": 1, "BLUE": 0}


def test_coins_taken_move_from_the_supply_to_the_player() -> None:
    after = apply_change(small_view(), CoinTaken(1, 2))
    assert (after.schools[1].coins, after.supply) == (5, 8)


def test_mother_nature_moved_sets_the_position() -> None:
    assert apply_change(small_view(), MotherNatureMoved(1, 8)).mother_nature == 8


def test_no_entry_tile_comes_from_the_card_to_the_island_and_returns_when_removed() -> None:
    placed = apply_change(small_view(), NoEntryPlaced(8))
    assert placed.islands[2].no_entry == 1
    assert placed.characters[2].no_entry == 2
    assert apply_change(placed, NoEntryRemoved(8)) == small_view()


def test_conquest_of_a_free_island_moves_a_tower_from_the_school_of_its_party() -> None:
    after = apply_change(small_view(), IslandConquered(4, "BLACK", 1))
    assert after.islands[1] == IslandView((4, 5, 6, 7), {}, towers=1, tower="BLACK")
    assert [board.towers for board in after.schools] == [8, 7]


def test_replaced_towers_return_to_their_party_and_the_new_ones_leave_theirs() -> None:
    view = apply_change(small_view(), IslandConquered(4, "BLACK", 4))
    after = apply_change(view, IslandConquered(4, "WHITE", 4, "BLACK"))
    assert [board.towers for board in after.schools] == [4, 8]
    assert after.islands[1].tower == "WHITE"


def test_tower_of_a_team_is_taken_from_the_school_of_its_first_member() -> None:
    boards = (
        school(),
        school(tower="BLACK"),
        school(towers=0),
        school(tower="BLACK", towers=0),
    )
    after = apply_change(small_view(schools=boards), IslandConquered(4, "BLACK", 1))
    assert [board.towers for board in after.schools] == [8, 7, 0, 0]


def test_islands_merged_add_up_students_towers_and_no_entry_tiles_and_move_mother_nature() -> None:
    islands = (
        IslandView((0, 1, 2, 3), {"RED": 1}, towers=4, tower="WHITE", no_entry=1),
        IslandView((4, 5, 6, 7), {}),
        IslandView((8, 9, 10, 11), {"RED": 2}, towers=4, tower="WHITE", no_entry=2),
    )
    tiles = (8, 9, 10, 11, 0, 1, 2, 3)
    after = apply_change(small_view(islands=islands, mother_nature=0), IslandsMerged(tiles))
    assert after.islands == (
        islands[1],
        IslandView(tiles, {"RED": 3}, towers=8, tower="WHITE", no_entry=3),
    )
    assert after.mother_nature == 8


def test_mother_nature_elsewhere_stays_when_islands_merge() -> None:
    after = apply_change(small_view(mother_nature=8), IslandsMerged((0, 1, 2, 3, 4, 5, 6, 7)))
    assert after.mother_nature == 8


def test_cloud_taken_empties_the_cloud_into_the_entrance() -> None:
    after = apply_change(small_view(), CloudTaken(1, 0))
    assert after.clouds == ({}, {})
    assert after.schools[1].entrance == {"RED": 5, "BLUE": 5}


def test_first_use_of_the_monk_raises_its_price_costs_a_coin_and_sets_no_effect() -> None:
    after = apply_change(small_view(), CharacterUsed(0, "MONK", 1, "RED", 4))
    card = after.characters[1]
    assert (card.price, card.used) == (2, True)
    assert (after.schools[0].coins, after.supply) == (2, 10)
    assert (after.character_used, after.effect) == (True, None)


def test_later_use_of_a_character_keeps_its_price_and_returns_all_coins_to_the_supply() -> None:
    after = apply_change(small_view(), CharacterUsed(0, "GRANDMA", 3, None, 4))
    assert after.characters[2].price == 3
    assert (after.schools[0].coins, after.supply) == (0, 13)


def test_mushroom_hunter_puts_its_effect_and_color_in_force_and_knight_only_its_effect() -> None:
    cards = (CharacterView("MUSHROOM_HUNTER", 3), CharacterView("KNIGHT", 2))
    hunted = apply_change(
        small_view(characters=cards), CharacterUsed(0, "MUSHROOM_HUNTER", 3, "GREEN")
    )
    assert (hunted.effect, hunted.banned_color) == ("MUSHROOM_HUNTER", "GREEN")
    fought = apply_change(small_view(characters=cards), CharacterUsed(0, "KNIGHT", 2))
    assert (fought.effect, fought.banned_color) == ("KNIGHT", None)


def test_last_round_and_seat_gone_are_applied_and_game_over_changes_only_turn_and_winners() -> None:
    assert apply_change(small_view(), LastRound("why")).last_round
    gone = apply_change(small_view(), SeatGone(1))
    assert [board.gone for board in gone.schools] == [False, True]
    over = apply_change(small_view(), GameOver((1,), "why"))
    assert (over.phase, over.turn, over.winners) == ("OVER", None, (1,))
    assert (over.students_left, over.max_steps) == (0, 0)
    assert replace(over, phase="STUDENTS", turn=0, winners=(), students_left=3, max_steps=2) == (
        small_view()
    )


@pytest.mark.parametrize("clouds", [True, False])
def test_last_round_without_clouds_closes_the_clouds(clouds: bool) -> None:
    after = apply_change(small_view(), LastRound("why", clouds))
    assert after.clouds_closed is not clouds


@pytest.mark.parametrize("change", members(EriantysChange))
def test_every_change_has_a_mirror_function(change: type) -> None:
    assert change in mirror._MIRRORS
