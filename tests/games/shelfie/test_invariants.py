"""Random games keep the invariants; soak tests play more games."""

from collections import Counter

import pytest

from tests.games.shelfie.games import moments, varied
from tests.games.shelfie.invariants import check_end, check_step

GAMES = 12
SOAK_GAMES = 5_000

every_size = pytest.mark.parametrize("players", [2, 3, 4])


def run(players: int, seed: int) -> None:
    """Play a game in which nobody leaves or times out."""
    turns: Counter[int] = Counter()
    state = None
    for moment in moments(players, varied(seed), seed):
        check_step(moment.state, moment.step)
        state = moment.step.state
        if moment.state.hand and not state.hand:
            turns[moment.seat] += 1
            assert max(turns.values()) - min(turns[seat] for seat in range(players)) <= 1
    assert state is not None
    check_end(state, turns)


def run_with_absences(players: int, seed: int) -> None:
    """Play a game in which players also time out and leave."""
    for moment in moments(players, varied(seed), seed, disturbed=True):
        check_step(moment.state, moment.step)


@every_size
def test_random_games_keep_the_invariants(players: int) -> None:
    for seed in range(GAMES):
        run(players, seed)


@every_size
def test_random_games_with_timeouts_and_leaving_players_keep_the_invariants(players: int) -> None:
    for seed in range(3 * GAMES):
        run_with_absences(players, seed)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
@every_size
def test_soak_of_random_games_with_and_without_absences_keeps_the_invariants(
    players: int, part: int
) -> None:
    for seed in range(part, SOAK_GAMES, 20):
        if seed % 3 == 2:
            run_with_absences(players, seed)
        else:
            run(players, seed)
