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


def test_changing_a_copy_leaves_the_original_unchanged() -> None:
    position = make_position()
    after = position.copy()
    after.add_to_island("PINK", 3)
    after.add_to_dining("YELLOW")
    after.remove_from_entrance("YELLOW")
    assert position.islands == make_position().islands
    assert position.dining == make_position().dining
    assert position.entrance == make_position().entrance
    assert position.professors == make_position().professors


def test_most_students_of_a_colour_gain_its_professor() -> None:
    position = make_position()
    assert position.professors[YELLOW] == -1
    position.add_to_dining("YELLOW")
    assert position.professors[YELLOW] == 0


def test_every_third_student_earns_a_coin() -> None:
    position = make_position()
    position.add_to_dining("YELLOW")
    assert position.coins == 2
    position.add_to_dining("YELLOW")
    assert position.coins == 3


def test_professor_moves_on_a_tie_only_with_the_farmer() -> None:
    position = make_position()
    position.update_professor(YELLOW)
    assert position.professors[YELLOW] == -1
    position.activate_effect("FARMER", None)
    assert position.professors[YELLOW] == 0


def test_influence_can_include_or_ignore_effects_in_force() -> None:
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


def test_winner_needs_the_highest_influence_and_no_no_entry_tile() -> None:
    position = make_position()
    assert position.maybe_winner(position.island_of_tile(0)) == "WHITE"
    assert position.maybe_winner(position.island_of_tile(3)) is None
    assert position.maybe_winner(position.island_of_tile(1)) is None
    assert position.maybe_winner(position.island_of_tile(5)) is None


def test_postman_adds_steps_and_characters_cost_coins() -> None:
    position = make_position()
    position.activate_effect("POSTMAN", None)
    assert position.max_steps == 5
    position.pay_for("MONK")
    assert position.coins == 1


def test_swaps_and_thief_move_students() -> None:
    position = make_position()
    position.swap_with_card(("PINK",), ("RED",))
    assert position.entrance[RED] == 2
    position.swap_with_dining(("RED",), ("YELLOW",))
    assert position.dining[0][RED] == 2
    assert position.dining[0][YELLOW] == 2
    position.apply_thief("YELLOW")
    assert [table[YELLOW] for table in position.dining] == [0, 0]


def test_islands_form_a_ring() -> None:
    position = make_position(mother_nature=10)
    assert position.island_after(1) == position.island_of_tile(0)
    assert position.count_neighbours(position.island_of_tile(0), "WHITE") == 1


@pytest.mark.parametrize(("players", "expert"), [(2, False), (2, True), (3, True), (4, True)])
def test_position_agrees_with_the_rules_in_whole_games(players: int, expert: bool) -> None:
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
