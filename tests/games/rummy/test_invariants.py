"""Random games keep the invariants; soak tests play more games."""

import pytest

from tests.games.rummy.games import PLAYERS, SETTINGS, moments, quick
from tests.games.rummy.invariants import check_step

GAMES = len(SETTINGS)
SOAK_GAMES = 2_000

every_size = pytest.mark.parametrize("players", PLAYERS)


def run(players: int, seed: int, *, disturbed: bool) -> None:
    for moment in moments(players, quick(seed), seed, disturbed=disturbed):
        check_step(moment.state, moment.step)


@every_size
def test_random_games_keep_the_invariants(players: int) -> None:
    for seed in range(GAMES):
        run(players, seed, disturbed=False)


@every_size
def test_random_games_with_timeouts_and_leaving_players_keep_the_invariants(players: int) -> None:
    for seed in range(GAMES):
        run(players, seed, disturbed=True)


@pytest.mark.soak
@every_size
@pytest.mark.parametrize("part", range(10))
def test_soak_of_random_games_with_and_without_absences_keeps_the_invariants(
    players: int, part: int
) -> None:
    for seed in range(part, SOAK_GAMES, 10):
        run(players, seed, disturbed=seed % 3 == 0)
