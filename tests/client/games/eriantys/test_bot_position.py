"""The position of the Eriantys bot, also compared with the rules in whole games."""

import random

import pytest

from client.games.eriantys.bot_position import Position
from games.registry import GAMES
from games.rng import Rng
from messages.eriantys.actions import COLORS, MoveMotherNature, MoveStudent
from messages.eriantys.table import EriantysView
from tests.client.games.eriantys.tables import full_view

RED = COLORS.index("RED")
YELLOW = COLORS.index("YELLOW")


def make_position(**fields: object) -> Position:
    return Position(full_view(**fields), 0)


def test_changing_a_copy_leaves_the_original_position_unchanged() -> None:
    position = make_position()
    after = position.copy()
    after.add_to_island("PINK", 3)
    after.add_to_dining("YELLOW")
    after.remove_from_entrance("YELLOW")
    assert position.islands == make_position().islands
    assert position.dining == make_position().dining
    assert position.entrance == make_position().entrance
    assert position.professors == make_position().professors


def test_most_students_of_a_color_gain_its_professor() -> None:
    position = make_position()
    assert position.professors[YELLOW] == -1
    position.add_to_dining("YELLOW")
    assert position.professors[YELLOW] == 0


def test_third_student_of_a_color_in_the_dining_room_earns_a_coin_and_the_second_does_not() -> None:
    position = make_position()
    position.add_to_dining("YELLOW")
    assert position.coins == 2
    position.add_to_dining("YELLOW")
    assert position.coins == 3


def test_unowned_professor_moves_to_the_own_seat_on_a_tie_only_with_the_farmer() -> None:
    position = make_position()
    position.update_professor(YELLOW)
    assert position.professors[YELLOW] == -1
    position.activate_effect("FARMER", None)
    assert position.professors[YELLOW] == 0


def test_influence_includes_knight_centaur_and_mushroom_hunter_and_can_ignore_effects() -> None:
    position = make_position()
    island = position.island_of_tile(6)
    assert position.influence(island) == {"WHITE": 1, "BLACK": 3}
    position.activate_effect("KNIGHT", None)
    assert position.influence(island) == {"WHITE": 3, "BLACK": 3}
    assert position.influence(island, effects=False) == {"WHITE": 1, "BLACK": 3}
    position.activate_effect("CENTAUR", None)
    assert position.influence(island) == {"WHITE": 1, "BLACK": 0}
    position.activate_effect("MUSHROOM_HUNTER", "RED")
    assert position.influence(island) == {"WHITE": 0, "BLACK": 3}


def test_island_is_won_only_by_a_single_new_leader_without_a_no_entry_tile() -> None:
    position = make_position()
    assert position.maybe_winner(position.island_of_tile(0)) == "WHITE"
    assert position.maybe_winner(position.island_of_tile(3)) is None
    assert position.maybe_winner(position.island_of_tile(1)) is None
    assert position.maybe_winner(position.island_of_tile(5)) is None


def test_postman_adds_2_steps_and_paying_for_the_monk_costs_1_coin() -> None:
    position = make_position()
    position.activate_effect("POSTMAN", None)
    assert position.max_steps == 5
    position.pay_for("MONK")
    assert position.coins == 1


def test_swaps_with_card_and_dining_room_move_students_and_thief_removes_them() -> None:
    position = make_position()
    position.swap_with_card(("PINK",), ("RED",))
    assert position.entrance[RED] == 2
    position.swap_with_dining(("RED",), ("YELLOW",))
    assert position.dining[0][RED] == 2
    assert position.dining[0][YELLOW] == 2
    position.apply_thief("YELLOW")
    assert [table[YELLOW] for table in position.dining] == [0, 0]


def test_islands_form_a_ring_for_mother_nature_and_for_neighbours() -> None:
    position = make_position(mother_nature=10)
    assert position.island_after(1) == position.island_of_tile(0)
    assert position.count_neighbours(position.island_of_tile(0), "WHITE") == 1


@pytest.mark.parametrize(("players", "expert"), [(2, False), (2, True), (3, True), (4, True)])
def test_position_predicts_professors_and_conquests_and_bounds_coins_in_random_matches(
    players: int, expert: bool
) -> None:
    game = GAMES["eriantys"]
    rng = random.Random(players)
    state = game.start(players, game.options(expert, {}), Rng(bytes(32))).state
    while game.result(state) is None:
        seat = min(game.active(state))
        action = rng.choice(game.legal(state, seat))
        view = game.view(state, seat)
        state = game.apply(state, seat, action).state
        after = game.view(state, seat)
        assert isinstance(view, EriantysView)
        assert isinstance(after, EriantysView)
        _assert_predicted(Position(view, seat), action, after)


def _assert_predicted(position: Position, action: object, after: EriantysView) -> None:
    if isinstance(action, MoveStudent) and action.move_to == "SCHOOL":
        position.add_to_dining(action.color)
        assert position.professors == [after.professors.get(color, -1) for color in COLORS]
        assert position.coins <= after.schools[position.own_seat].coins + 1
    elif isinstance(action, MoveMotherNature) and after.phase != "OVER":
        island = position.island_after(action.steps)
        owner = position.maybe_winner(island) or position.owners[island]
        tile = position.tiles[island][0]
        resolved = next(i for i in after.islands if tile in i.tiles)
        assert resolved.tower == owner
