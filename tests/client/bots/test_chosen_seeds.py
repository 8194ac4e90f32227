"""Bots that choose the seeds of their matches, over both transports."""

import asyncio
from collections.abc import Iterator
from itertools import islice

import pytest

from client.bots import BotFailed, Create, Outcome, RandomBot, play
from client.bots.rooms import RoomFinder
from client.cli.bot_matches import BotRun, SeatResult, play_matches
from client.model import Model
from messages import SelectModeAndPlayers
from messages.seeds import SEED_RULE, seed_series
from server.rooms.opening import NO_SEEDS
from tests.client.conftest import Served, serving

SEED = "002a"
SEEDS = [seed.hex() for seed in islice(seed_series(bytes.fromhex(SEED)), 3)]


@pytest.fixture(scope="module")
def seeded_server() -> Iterator[Served]:
    with serving(allow_seeds=True) as server:
        yield server


def _result(outcome: Outcome) -> tuple[object, ...]:
    """Return what must be equal in two runs; names of computer players and numbers differ."""
    return outcome.won, tuple(outcome.scores.values()), outcome.reason, outcome.seed


@pytest.mark.parametrize("game", ["uno", "eriantys", "shelfie", "rummy500"])
@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_series_with_a_seed_has_the_same_results_again(
    transport: str, game: str, seeded_server: Served
) -> None:
    server = getattr(seeded_server, transport)
    runs = [
        play(RandomBot(7), server, game, 3, opponents=("random",), bots=1, matches=2, seed=SEED)
        for _ in range(2)
    ]
    first, second = ([_result(outcome) for outcome in run] for run in runs)
    assert first == second
    assert [outcome.seed for outcome in runs[0]] == SEEDS[:2]


def test_server_without_seeds_ends_the_plan_with_its_sentence(served: Served) -> None:
    with pytest.raises(BotFailed) as failed:
        play(RandomBot(), served.socket, seed=SEED)
    assert str(failed.value) == NO_SEEDS


@pytest.mark.parametrize("seed", ["7", "seed", 42, b"\x00"])
def test_other_values_are_refused_before_connecting(seed: str) -> None:
    with pytest.raises(BotFailed, match=SEED_RULE):
        play(RandomBot(), "127.0.0.1:1", seed=seed)


def test_outcome_of_a_match_without_a_chosen_seed_has_its_random_seed(served: Served) -> None:
    (outcome,) = play(RandomBot(), served.socket, "shelfie")
    assert len(outcome.seed) == 64


def test_repeated_set_up_of_a_match_has_the_same_seed() -> None:
    rooms = RoomFinder(Create(seed=SEED), Model())
    seeds = [rooms.create(number) for number in (0, 1, 1, 2)]
    assert [setup.seed for setup in seeds if isinstance(setup, SelectModeAndPlayers)] == [
        *SEEDS[:2],
        *SEEDS[1:3],
    ]


def test_three_bots_of_one_command_have_the_same_seats_and_results_again(
    seeded_server: Served,
) -> None:
    create = Create(game="uno", players=4, bots=1, seed=SEED)
    run = BotRun(("random", "greedy"), create, seats=3, matches=3, parallel=2)
    runs = []
    for _ in range(2):
        results: list[list[SeatResult]] = []
        asyncio.run(play_matches(seeded_server.socket, run, results.append))
        found = [
            (seat.outcome.seed, seat.strategy, seat.outcome.seat, _result(seat.outcome))
            for match in results
            for seat in match
        ]
        runs.append(sorted(found))
    assert runs[0] == runs[1]
    assert {seed for seed, *_ in runs[0]} == set(SEEDS)
    assert [seat for _, _, seat, _ in runs[0]].count(0) == 3
