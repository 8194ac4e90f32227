"""Random games keep the invariants; soak tests play more games."""

import pytest

from messages.uno.actions import UnoMode
from tests.games.uno.games import VARIANTS, moments, quick
from tests.games.uno.invariants import check_step

GAMES = 3
SOAK_GAMES = 5_000 // 4

every_variant = pytest.mark.parametrize(("mode", "players"), VARIANTS)


def run(mode: UnoMode, players: int, seed: int, disturbed: bool) -> None:
    for moment in moments(players, quick(mode, seed), seed, disturbed=disturbed):
        check_step(moment.state, moment.action, moment.step)


@every_variant
def test_random_games_keep_the_invariants(mode: UnoMode, players: int) -> None:
    for seed in range(GAMES):
        run(mode, players, seed, False)


@every_variant
def test_random_games_with_timeouts_and_leaving_players_keep_the_invariants(
    mode: UnoMode, players: int
) -> None:
    for seed in range(GAMES):
        run(mode, players, seed, True)


@pytest.mark.soak
@every_variant
def test_soak_of_random_games_with_and_without_absences_keeps_the_invariants(
    mode: UnoMode, players: int
) -> None:
    for seed in range(SOAK_GAMES):
        run(mode, players, seed, seed % 2 == 1)
