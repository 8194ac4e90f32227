"""The evaluation of My Shelfie actions, and matches of the greedy bot."""

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from client.bots import Bot, Create, GreedyBot, RandomBot
from client.cli.bot_matches import NamedBot, play_match
from client.games.shelfie.bots import (
    BLOCKED_GOAL_VALUE,
    COMMON_GOAL_WEIGHT,
    NEIGHBOUR_WEIGHT,
    PERSONAL_GOAL_VALUE,
    TILE_WEIGHT,
    ShelfEvaluator,
    evaluate,
    goal_progress,
)
from games.shelfie.legal import legal
from games.shelfie.scoring import is_goal_met
from games.shelfie.shelf import shelf_rows
from games.shelfie.view import view
from messages.shelfie.actions import (
    SHELFIE_GOALS,
    MarkShelfieTiles,
    PlaceShelfieTiles,
    ShelfieGoal,
    TakeShelfieTiles,
)
from messages.shelfie.table import ShelfieView
from tests.client.conftest import Served
from tests.games.shelfie.random_shelves import random_shelf
from tests.games.shelfie.tables import NONE, A, do, table, take
from tests.harness.arena import Arena, Rules, wins
from tests.harness.bot_match_server import BotMatchServer

NO_GOAL = (".....",) * 6
SHELF = (*(".....",) * 4, "C.B..", "CTB..")


def placement_value(column: int, tiles: str, goal: tuple[str, ...] = NO_GOAL) -> float:
    """Return the value of tiles in a column of SHELF, without common goals."""
    known = view(table(" ".join(SHELF), NONE), A)
    return ShelfEvaluator(replace(known, personal=goal)).placement_value(column, tiles)


def value_of_cat(known: ShelfieView) -> float:
    """Return the value of a cat in the third column."""
    return ShelfEvaluator(known).placement_value(2, "C")


def win_rate(games: int) -> float:
    """Return the share of matches that the greedy bot wins against the random bot."""
    return wins(Rules("shelfie"), GreedyBot, RandomBot, range(games)) / games


def test_greedy_wins_at_least_80_percent_of_30_matches_against_random() -> None:
    assert win_rate(30) >= 0.8


@pytest.mark.soak
def test_greedy_wins_at_least_80_percent_of_200_matches_against_random() -> None:
    assert win_rate(200) >= 0.8


@pytest.mark.parametrize("players", [3, 4])
def test_greedy_wins_or_shares_at_least_8_of_12_matches_against_2_or_3_random_bots(
    players: int,
) -> None:
    won = 0
    for number in range(12):
        bots: list[Bot] = [RandomBot(number * 4 + seat) for seat in range(players)]
        bots[number % players] = GreedyBot(number)
        won += number % players in Arena(Rules("shelfie"), bots, number).play().winners
    assert won >= 8


@pytest.mark.parametrize(
    ("column", "tiles", "expected"),
    [
        (3, "G", TILE_WEIGHT),
        (3, "B", TILE_WEIGHT + NEIGHBOUR_WEIGHT),
        (1, "T", TILE_WEIGHT + NEIGHBOUR_WEIGHT),
        (1, "CC", 2 * TILE_WEIGHT + 2 * NEIGHBOUR_WEIGHT),
        (0, "C", TILE_WEIGHT + NEIGHBOUR_WEIGHT),
    ],
)
def test_each_tile_and_each_neighbour_of_its_type_adds_value(
    column: int, tiles: str, expected: float
) -> None:
    assert placement_value(column, tiles) == pytest.approx(expected)


def test_tile_on_a_personal_goal_cell_adds_value_if_it_matches_and_subtracts_if_not() -> None:
    goal = (*(".....",) * 5, "...G.")
    assert placement_value(3, "G", goal) == pytest.approx(TILE_WEIGHT + PERSONAL_GOAL_VALUE)
    assert placement_value(3, "F", goal) == pytest.approx(TILE_WEIGHT + BLOCKED_GOAL_VALUE)


def test_tile_that_completes_a_common_goal_adds_more_than_twice_the_goal_weight() -> None:
    state = table("..... ..... ..... ..... CC... CCCCC", NONE, goals=("EIGHT", "STAIRS"))
    known = view(state, A)
    without_goal = replace(known, goals=("DIAG", "STAIRS"))
    gain = value_of_cat(known) - value_of_cat(without_goal)
    assert gain > COMMON_GOAL_WEIGHT * 2


def test_common_goal_that_is_met_or_has_no_tokens_left_adds_less_value() -> None:
    state = table("..... ..... ..... ..... CC... CCCCC", NONE, goals=("EIGHT", "STAIRS"))
    known = view(state, A)
    met = replace(known.players[A], tokens=(8, 8))
    for other in (
        replace(known, players=(met, *known.players[1:])),
        replace(known, stacks=((), ())),
    ):
        assert value_of_cat(other) < value_of_cat(known)


def test_tile_with_the_better_placement_is_preferred_and_then_its_best_column() -> None:
    state = table(" ".join(SHELF), NONE, cells=(44, 46), on={44: "C", 46: "F"}, cards=b"\x05\x06")
    actions = legal(state, A)
    values = dict(zip(actions, evaluate(view(state, A), actions), strict=True))
    assert values[TakeShelfieTiles(cells=(44,))] > values[TakeShelfieTiles(cells=(46,))]
    placing = do(state, take(44)).state
    actions = legal(placing, A)
    values = dict(zip(actions, evaluate(view(placing, A), actions), strict=True))
    assert values[PlaceShelfieTiles(column=0)] == max(values.values())


def test_marking_tiles_has_value_zero() -> None:
    assert evaluate(view(table(NONE, NONE), A), [MarkShelfieTiles(cells=(13,))]) == [0.0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_finish_a_match_over_the_memory_transport_with_the_same_winners(players: int) -> None:
    bots: list[Bot] = [(GreedyBot, RandomBot)[seat % 2](seat) for seat in range(players)]
    seats = BotMatchServer().play(bots, "shelfie")
    assert all(seat.done and not seat.failure for seat in seats)
    assert len({seat.outcomes[0].winners for seat in seats}) == 1


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_bots_and_a_computer_player_finish_a_match_over_the_network_with_the_same_winners(
    served: Served, transport: str
) -> None:
    guests = [
        NamedBot(f"guest-{seat}", (GreedyBot, RandomBot)[seat % 2](seat)) for seat in range(3)
    ]
    create = Create(game="shelfie", players=4, bots=1)
    outcomes = asyncio.run(play_match(getattr(served, transport), guests, create))
    assert {outcome.winners for outcome in outcomes} == {outcomes[0].winners}
    assert len(outcomes[0].scores) == 4


SHELVES = 400
EMPTY_SHELF = "." * 30


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
@pytest.mark.parametrize("same_squares", [False, True])
def test_progress_is_from_0_to_1_and_1_exactly_if_the_goal_is_met(
    goal: ShelfieGoal, same_squares: bool
) -> None:
    random = Random(goal)
    for _ in range(SHELVES):
        shelf = random_shelf(random)
        part = goal_progress(goal, "".join(shelf_rows(shelf)), same_squares)
        assert 0 <= part <= 1
        assert (part == pytest.approx(1)) is is_goal_met(goal, shelf, same_squares)


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_empty_shelf_has_no_progress(goal: ShelfieGoal) -> None:
    assert goal_progress(goal, EMPTY_SHELF, False) == 0


@pytest.mark.parametrize(
    ("goal", "shelf", "expected"),
    [
        ("PAIRS", "..... ..... ..... ..... ..... CC.TT", 4 / 12),
        ("PAIRS", "..... ..... ..... ..... ..... CCCC.", 2 / 12),
        ("FOURS", "..... ..... ..... ..... C.... CC.TT", 5 / 16),
        ("CORNERS", "..... ..... ..... ..... ..... C...C", 2 / 4),
        ("CORNERS", "..... ..... ..... ..... ..... C...T", 0),
        ("SQUARES", "..... ..... ..... ..... C..T. CC.T.", 5 / 8),
        ("COLS3", "..... ..... ..... ..... CB... CCTPF", (2 + 2 + 1) / 18),
        ("EIGHT", "..... ..... ..... ..... ..... CTCPC", 3 / 8),
        ("DIAG", "..... ..... ..... ..... BC... CB...", 2 / 5),
        ("DIAG", "..... ..... ..... ..... BT... CB...", 1 / 5),
        ("ROWS3", "..... ..... ..... ..... CBGF. CCCC.", 4 / 20),
        ("COLS6", "..... ..... ..... ..... CB... CCTPF", 3 / 12),
        ("ROWS5", "..... ..... ..... ..... CB... CBGF.", 6 / 10),
        ("X", "..... ..... ..... ..... TC... CPC..", 3 / 5),
        ("STAIRS", "..... ..... ..... C.... CB... CBGT.", 7 / 15),
        ("STAIRS", "..... ..... ..... ..... ..... CBGTP", 5 / 15),
        ("STAIRS", "..... ..... ..... CBGTP CBGTP CBGTP", 0),
    ],
)
def test_progress_is_the_completed_share_of_a_goal(
    goal: ShelfieGoal, shelf: str, expected: float
) -> None:
    assert goal_progress(goal, shelf.replace(" ", ""), False) == pytest.approx(expected)


def test_two_squares_of_different_types_are_half_the_goal_with_the_option_same_type() -> None:
    shelf = "." * 20 + "CC.TT" + "CC.TT"
    assert goal_progress("SQUARES", shelf, False) == 1
    assert goal_progress("SQUARES", shelf, True) == 0.5
