"""The options (A.12) and the initial position (A.2)."""

from collections import Counter
from typing import Any

import pytest

from games.rng import Rng
from games.shelfie.setup import KNOWN, options, start
from games.shelfie.state import Options
from games.shelfie.tiles import CELLS
from messages.errors import ErrorCode, Refusal
from tests.games.shelfie.invariants import check

STACKS = {2: (8, 4), 3: (8, 6, 4), 4: (8, 6, 4, 2)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_has_a_full_board_token_stacks_empty_shelves_and_the_first_player_on_turn(
    players: int,
) -> None:
    step = start(players, Options(), Rng(b"begin"))
    state = step.state
    check(state)
    assert step.turns == (state.first,) == (state.turn,)
    assert [cell for cell, tile in enumerate(state.board) if tile] == list(CELLS[players])
    assert state.stacks == (STACKS[players],) * 2
    assert not any(any(shelf) for shelf in state.shelves)


@pytest.mark.parametrize("goals", [0, 1, 2])
def test_number_of_common_goals_with_stacks_and_tokens_is_an_option(goals: int) -> None:
    state = start(3, Options(common_goals=goals), Rng(b"goals")).state
    assert len(state.goals) == len(state.stacks) == len(state.tokens[0]) == goals


def test_every_first_player_common_and_personal_goal_can_be_drawn_and_boards_differ() -> None:
    states = [start(4, Options(), Rng(bytes((n,)))).state for n in range(200)]
    assert len(Counter(state.first for state in states)) == 4
    assert len(Counter(goal for state in states for goal in state.goals)) == 12
    assert len(Counter(card for state in states for card in state.cards)) == 12
    assert len({state.board for state in states}) == 200


def test_default_options_are_those_of_the_rules_digest_in_both_modes() -> None:
    assert options(False, {}) == options(True, {}) == Options()
    assert Options() == Options("keep", False, 2, "seat", "furthest", "continue")


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in KNOWN.items() for value in values]
)
def test_every_option_value_is_accepted(name: str, value: Any) -> None:
    assert getattr(options(False, {name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("refill", "never", "keep, return"),
        ("squares_same_type", 1, "true or false"),
        ("common_goals", 3, "from 0 to 2"),
        ("common_goals", True, "from 0 to 2"),
        ("tie", None, "furthest, none"),
        ("seats", 2, "there are refill"),
    ],
)
def test_invalid_options_are_refused_with_choicenotvalid_and_the_allowed_values(
    name: str, value: Any, hint: str
) -> None:
    with pytest.raises(Refusal, match=hint) as caught:
        options(False, {name: value})
    assert caught.value.code == ErrorCode.CHOICENOTVALID
