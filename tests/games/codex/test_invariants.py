"""Random games keep the invariants; soak tests play more games."""

from collections import Counter

import pytest

from messages.codex.table import CodexCardPlaced, CodexChange, CodexTurnSkipped
from tests.games.codex.games import EVERY_SIZE, moments
from tests.games.codex.invariants import check_step

GAMES = 6
SOAK_GAMES = 2_000
PARTS = 4

every_size = pytest.mark.parametrize("players", EVERY_SIZE)


def run(players: int, seed: int, disturbed: bool) -> None:
    """Play one game; undisturbed, everybody has the same number of turns (11)."""
    turns: Counter[int] = Counter()
    ended = "OVER"
    for moment in moments(players, seed, disturbed=disturbed):
        check_step(moment)
        for change in moment.step.changes:
            if isinstance(change, CodexCardPlaced | CodexTurnSkipped):
                turns[change.seat] += 1
        ended = moment.step.state.reason
    if not disturbed and ended.startswith("The additional turn"):
        assert len(set(turns.values())) == 1


@every_size
def test_random_games_keep_the_invariants(players: int) -> None:
    for seed in range(GAMES):
        run(players, seed, False)


@every_size
def test_random_games_with_timeouts_and_leaving_players_keep_the_invariants(players: int) -> None:
    for seed in range(GAMES):
        run(players, seed, True)


@pytest.mark.soak
@every_size
@pytest.mark.parametrize("part", range(PARTS))
def test_soak_of_random_games_with_and_without_absences_keeps_the_invariants(
    players: int, part: int
) -> None:
    for seed in range(part, SOAK_GAMES, PARTS):
        run(players, seed, seed % 3 == 1)


def test_random_games_contain_every_kind_of_change() -> None:
    seen = {
        type(change)
        for players in EVERY_SIZE
        for seed in range(40, 52)
        for moment in moments(players, seed, disturbed=seed % 2 == 1)
        for change in moment.step.changes
    }
    assert seen == set(CodexChange.__args__)
