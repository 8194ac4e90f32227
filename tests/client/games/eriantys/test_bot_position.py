"""What a bot thinks would happen, against what the rules say."""

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


def position(**fields: object) -> Position:
    return Position(full_view(**fields), 0)


def test_a_copy_can_be_changed_alone() -> None:
    now = position()
    after = now.copy()
    after.add_to_island("PINK", 3)
    after.add_to_dining("YELLOW")
    after.remove_from_entrance("YELLOW")
    assert now.islands == position().islands
    assert now.dining == position().dining
    assert now.entrance == position().entrance
    assert now.professors == position().professors


def test_more_students_than_anybody_take_the_professor() -> None:
    now = position()
    assert now.professors[YELLOW] == -1
    now.add_to_dining("YELLOW")
    assert now.professors[YELLOW] == 0


def test_every_third_seat_earns_a_coin() -> None:
    now = position()
    now.add_to_dining("YELLOW")
    assert now.coins == 2
    now.add_to_dining("YELLOW")
    assert now.coins == 3


def test_a_tie_moves_a_professor_only_with_the_farmer() -> None:
    now = position()
    now.update_professor(YELLOW)
    assert now.professors[YELLOW] == -1
    now.activate_effect("FARMER", None)
    assert now.professors[YELLOW] == 0


def test_influence_with_and_without_the_effects_of_this_turn() -> None:
    now = position()
    island = now.island_of_tile(6)
    assert now.influence(island) == {"WHITE": 1, "BLACK": 3}
    now.activate_effect("KNIGHT", None)
    assert now.influence(island) == {"WHITE": 3, "BLACK": 3}
    assert now.influence(island, effects=False) == {"WHITE": 1, "BLACK": 3}
    now.activate_effect("CENTAUR", None)
    assert now.influence(island) == {"WHITE": 1, "BLACK": 0}
    now.activate_effect("MUSHROOM_HUNTER", "RED")
    assert now.influence(island) == {"WHITE": 0, "BLACK": 3}


def test_who_would_win_an_island() -> None:
    now = position()
    assert now.maybe_winner(now.island_of_tile(0)) == "WHITE"
    assert now.maybe_winner(now.island_of_tile(3)) is None
    assert now.maybe_winner(now.island_of_tile(1)) is None
    assert now.maybe_winner(now.island_of_tile(5)) is None


def test_the_postman_and_the_price() -> None:
    now = position()
    now.activate_effect("POSTMAN", None)
    assert now.max_steps == 5
    now.pay_for("MONK")
    assert now.coins == 1


def test_swaps_and_the_thief() -> None:
    now = position()
    now.swap_with_card(("PINK",), ("RED",))
    assert now.entrance[RED] == 2
    now.swap_with_dining(("RED",), ("YELLOW",))
    assert now.dining[0][RED] == 2
    assert now.dining[0][YELLOW] == 2
    now.apply_thief("YELLOW")
    assert [table[YELLOW] for table in now.dining] == [0, 0]


def test_islands_are_a_ring() -> None:
    now = position(mother_nature=10)
    assert now.island_after(1) == now.island_of_tile(0)
    assert now.count_neighbours(now.island_of_tile(0), "WHITE") == 1


@pytest.mark.parametrize(("players", "expert"), [(2, False), (2, True), (3, True), (4, True)])
def test_guesses_agree_with_the_rules(players: int, expert: bool) -> None:
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
        _compare(Position(view, seat), action, after)


def _compare(now: Position, action: object, after: EriantysView) -> None:
    if isinstance(action, MoveStudent) and action.move_to == "SCHOOL":
        now.add_to_dining(action.color)
        assert now.professors == [after.professors.get(color, -1) for color in COLORS]
        assert now.coins <= after.schools[now.own_seat].coins + 1
    elif isinstance(action, MoveMotherNature) and after.phase != "OVER":
        island = now.island_after(action.steps)
        owner = now.maybe_winner(island) or now.owners[island]
        island = next(i for i in after.islands if now.tiles[island][0] in i.tiles)
        assert island.tower == owner
