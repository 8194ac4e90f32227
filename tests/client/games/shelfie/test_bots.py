"""The greedy player of My Shelfie."""

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from client.bots import Bot, Create, GreedyBot, RandomBot
from client.cli.bot_matches import NamedBot, play_match
from client.games.shelfie.bots import (
    COMMON,
    IN_THE_WAY,
    NEIGHBOUR,
    TILE,
    WANTED,
    Desk,
    evaluate,
    progress,
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
from tests.client.conftest import Served
from tests.games.shelfie.random_shelves import random_shelf
from tests.games.shelfie.tables import NONE, A, do, table, take
from tests.harness.arena import Arena, Rules, wins
from tests.harness.bot_match_server import BotMatchServer

NOTHING = (".....",) * 6
SHELF = (*(".....",) * 4, "C.B..", "CTB..")


def worth(column: int, tiles: str, goal: tuple[str, ...] = NOTHING) -> float:
    """On that shelf, without common goals."""
    known = view(table(" ".join(SHELF), NONE), A)
    return Desk(replace(known, personal=goal)).worth(column, tiles)


def rate(games: int) -> float:
    return wins(Rules("shelfie"), GreedyBot, RandomBot, range(games)) / games


def test_greedy_beats_random() -> None:
    assert rate(30) >= 0.8


@pytest.mark.soak
def test_greedy_beats_random_in_200_games() -> None:
    assert rate(200) >= 0.8


@pytest.mark.parametrize("players", [3, 4])
def test_greedy_beats_random_at_larger_tables(players: int) -> None:
    won = 0
    for number in range(12):
        bots: list[Bot] = [RandomBot(number * 4 + seat) for seat in range(players)]
        bots[number % players] = GreedyBot(number)
        won += number % players in Arena(Rules("shelfie"), bots, number).play().winners
    assert won >= 8


@pytest.mark.parametrize(
    ("column", "tiles", "expected"),
    [
        (3, "G", TILE),
        (3, "B", TILE + NEIGHBOUR),
        (1, "T", TILE + NEIGHBOUR),
        (1, "CC", 2 * TILE + 2 * NEIGHBOUR),
        (0, "C", TILE + NEIGHBOUR),
    ],
)
def test_equal_tiles_belong_together(column: int, tiles: str, expected: float) -> None:
    assert worth(column, tiles) == pytest.approx(expected)


def test_the_personal_goal_counts_both_ways() -> None:
    goal = (*(".....",) * 5, "...G.")
    assert worth(3, "G", goal) == pytest.approx(TILE + WANTED)
    assert worth(3, "F", goal) == pytest.approx(TILE + IN_THE_WAY)


def test_the_last_tile_of_a_common_goal_is_worth_its_token() -> None:
    state = table("..... ..... ..... ..... CC... CCCCC", NONE, goals=("EIGHT", "STAIRS"))
    known = view(state, A)
    step = Desk(known).worth(2, "C") - Desk(replace(known, goals=("DIAG", "STAIRS"))).worth(2, "C")
    assert step > COMMON * 2


def test_a_common_goal_that_is_met_or_has_no_token_is_no_goal() -> None:
    state = table("..... ..... ..... ..... CC... CCCCC", NONE, goals=("EIGHT", "STAIRS"))
    known = view(state, A)
    met = replace(known.players[A], tokens=(8, 8))
    for other in (
        replace(known, players=(met, *known.players[1:])),
        replace(known, stacks=((), ())),
    ):
        assert Desk(other).worth(2, "C") < Desk(known).worth(2, "C")


def test_tiles_are_taken_for_the_place_they_will_have() -> None:
    state = table(" ".join(SHELF), NONE, cells=(44, 46), on={44: "C", 46: "F"}, cards=b"\x05\x06")
    actions = legal(state, A)
    values = dict(zip(actions, evaluate(view(state, A), actions), strict=True))
    assert values[TakeShelfieTiles(cells=(44,))] > values[TakeShelfieTiles(cells=(46,))]
    placing = do(state, take(44)).state
    actions = legal(placing, A)
    values = dict(zip(actions, evaluate(view(placing, A), actions), strict=True))
    assert values[PlaceShelfieTiles(column=0)] == max(values.values())


def test_a_choice_it_does_not_know_is_worth_nothing() -> None:
    assert evaluate(view(table(NONE, NONE), A), [MarkShelfieTiles(cells=(13,))]) == [0.0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_over_the_memory_route(players: int) -> None:
    bots: list[Bot] = [(GreedyBot, RandomBot)[seat % 2](seat) for seat in range(players)]
    seats = BotMatchServer().play(bots, "shelfie")
    assert all(seat.done and not seat.failure for seat in seats)
    assert len({seat.outcomes[0].winners for seat in seats}) == 1


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_whole_games_over_the_network(served: Served, route: str) -> None:
    guests = [
        NamedBot(f"guest-{seat}", (GreedyBot, RandomBot)[seat % 2](seat)) for seat in range(3)
    ]
    create = Create(game="shelfie", players=4, bots=1)
    outcomes = asyncio.run(play_match(getattr(served, route), guests, create))
    assert {outcome.winners for outcome in outcomes} == {outcomes[0].winners}
    assert len(outcomes[0].scores) == 4


SHELVES = 400
EMPTY_SHELF = "." * 30


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
@pytest.mark.parametrize("same_squares", [False, True])
def test_a_goal_is_met_when_all_of_it_is_there(goal: ShelfieGoal, same_squares: bool) -> None:
    random = Random(goal)
    for _ in range(SHELVES):
        shelf = random_shelf(random)
        part = progress(goal, "".join(shelf_rows(shelf)), same_squares)
        assert 0 <= part <= 1
        assert (part == pytest.approx(1)) is is_goal_met(goal, shelf, same_squares)


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_nothing_is_no_part_of_a_goal(goal: ShelfieGoal) -> None:
    assert progress(goal, EMPTY_SHELF, False) == 0


@pytest.mark.parametrize(
    ("goal", "shelf", "part"),
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
def test_parts(goal: ShelfieGoal, shelf: str, part: float) -> None:
    assert progress(goal, shelf.replace(" ", ""), False) == pytest.approx(part)


def test_two_squares_of_one_type_where_that_is_asked_for() -> None:
    shelf = "." * 20 + "CC.TT" + "CC.TT"
    assert progress("SQUARES", shelf, False) == 1
    assert progress("SQUARES", shelf, True) == 0.5
