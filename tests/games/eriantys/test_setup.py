"""The initial position (rules digest, 2.1 and 3)."""

import pytest

from games.base import Step
from games.eriantys.characters import RULES
from games.eriantys.setup import options, start
from games.eriantys.state import NONE, RULES_BY_PLAYERS, Options, State
from games.rng import Rng
from messages.eriantys.actions import CHARACTERS
from messages.errors import ErrorCode, Refusal
from tests.games.eriantys.boards import kinds, professors


def begin(players: int = 2, expert: bool = False, seed: int = 1) -> Step[State]:
    """Start a game with this seed."""
    return start(players, Options(expert=expert), Rng(seed.to_bytes(16, "big")))


every_seed = pytest.mark.parametrize("seed", range(12))


@every_seed
def test_ten_islands_have_one_student_two_of_each_color_and_mother_natures_and_opposite_none(
    seed: int,
) -> None:
    state = begin(seed=seed).state
    empty = [index for index, island in enumerate(state.islands) if island.students == NONE]
    assert sorted(empty) == sorted([state.mother_nature, (state.mother_nature + 6) % 12])
    assert sum(sum(island.students) for island in state.islands) == 10
    columns = zip(*(island.students for island in state.islands), strict=True)
    assert [sum(column) for column in columns] == [2] * 5


@pytest.mark.parametrize(
    ("players", "entrance", "towers", "cloud", "in_bag", "coins"),
    [(2, 7, (8, 8), 3, 106, 18), (3, 9, (6, 6, 6), 4, 93, 17), (4, 7, (8, 8), 3, 92, 16)],
)
def test_entrances_towers_clouds_bag_and_coins_depend_on_the_number_of_players(
    players: int,
    entrance: int,
    towers: tuple[int, ...],
    cloud: int,
    in_bag: int,
    coins: int,
) -> None:
    state = begin(players).state
    assert [sum(school.entrance) for school in state.schools] == [entrance] * players
    assert state.yards == towers
    assert [sum(students) for students in state.clouds] == [cloud] * players
    assert len(state.bag) == in_bag - cloud * players
    assert state.supply == 0
    assert begin(players, expert=True).state.supply == coins


def test_start_has_no_professors_towers_or_coins_and_ten_assistants_for_each_player() -> None:
    state = begin(3).state
    assert state.professors == professors()
    for school in state.schools:
        assert school.hand == tuple(range(1, 11))
        assert (school.dining, school.played, school.coins, school.gone) == (NONE, 0, 0, False)
    assert all(island.owner < 0 and not island.towers for island in state.islands)


@every_seed
def test_expert_start_has_three_characters_with_their_contents_and_one_coin_each(seed: int) -> None:
    state = begin(expert=True, seed=seed).state
    assert len({card.name for card in state.characters}) == 3
    for card in state.characters:
        assert sum(card.students) == RULES[card.name].students
        assert card.no_entry == RULES[card.name].no_entry
        assert not card.used
    on_cards = sum(RULES[card.name].students for card in state.characters)
    assert len(state.bag) == 100 - on_cards
    assert [school.coins for school in state.schools] == [1, 1]


def test_monk_princess_jester_and_grandma_begin_with_the_contents_of_their_cards() -> None:
    contents = {name: (rule.students, rule.no_entry) for name, rule in RULES.items()}
    filled = {name: content for name, content in contents.items() if content != (0, 0)}
    assert filled == {"MONK": (4, 0), "GRANDMA": (0, 4), "JESTER": (6, 0), "PRINCESS": (4, 0)}


@pytest.mark.parametrize(("players", "moves"), [(2, 3), (3, 4), (4, 3)])
def test_number_of_students_to_move_depends_on_the_number_of_players(
    players: int, moves: int
) -> None:
    assert RULES_BY_PLAYERS[players].moves == moves


def test_start_has_no_winners_no_last_round_and_no_reason_for_one() -> None:
    state = begin().state
    assert (state.winners, state.last_round, state.reason) == ((), False, "")


def test_start_begins_round_one_fills_the_clouds_and_the_first_player_must_plan() -> None:
    step = begin(3)
    assert step.state.phase == "PLANNING"
    assert step.turns == (step.state.turn,)
    assert step.state.round == 1
    assert kinds(step.changes) == [
        "RoundStarted",
        "CloudFilled",
        "CloudFilled",
        "CloudFilled",
        "StepStarted",
    ]


def test_first_player_mother_nature_characters_and_bag_vary_with_the_seed() -> None:
    states = [begin(4, expert=True, seed=seed).state for seed in range(80)]
    assert {state.turn for state in states} == {0, 1, 2, 3}
    assert {state.mother_nature for state in states} == set(range(12))
    assert {card.name for state in states for card in state.characters} == set(CHARACTERS)
    assert len({state.bag for state in states}) == len(states)


def test_the_same_seed_gives_the_same_start() -> None:
    assert begin(3, True, 5) == begin(3, True, 5)


def test_options_have_the_mode_and_any_other_option_is_refused() -> None:
    assert options(True, {}) == Options(expert=True)
    assert options(False, {}) == Options(expert=False)
    with pytest.raises(Refusal) as caught:
        options(True, {"speed": 3})
    assert caught.value.code == ErrorCode.CHOICENOTVALID
    assert "speed" in caught.value.text
