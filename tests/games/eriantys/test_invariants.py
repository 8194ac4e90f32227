"""Random games keep the twelve invariants; soak tests play more games."""

from random import Random

import pytest

from games.base import Step
from games.eriantys import ERIANTYS
from games.eriantys.state import Options, State
from games.rng import Rng
from messages.eriantys.actions import EriantysAction
from tests.games.eriantys.invariants import check, check_step
from tests.games.weighted_choice import choose_by_kind

GAMES = 12
SOAK_GAMES = 2_000

every_variant = pytest.mark.parametrize(
    ("players", "expert"), [(n, mode) for n in ERIANTYS.seats for mode in (False, True)]
)


def begin(players: int, expert: bool, seed: int) -> State:
    rng = Rng(seed.to_bytes(16, "big"))
    return ERIANTYS.start(players, Options(expert=expert), rng).state


def choose(state: State, random: Random) -> EriantysAction:
    """Choose uniformly or by kind: this gives long games and short ones with many characters."""
    actions = ERIANTYS.legal(state, state.turn)
    return choose_by_kind(actions, random) if random.random() < 0.5 else random.choice(actions)


def play(players: int, expert: bool, seed: int) -> State:
    """Play a random game to its end and check each step."""
    state = begin(players, expert, seed)
    check(state)
    random = Random(seed)
    while state.phase != "OVER":
        action = choose(state, random)
        after = ERIANTYS.apply(state, state.turn, action).state
        check_step(state, after)
        state = after
    return state


def step_with_absences(state: State, random: Random) -> Step[State]:
    """Return a step in which a player may also time out or leave."""
    draw = random.random()
    if draw < 0.005:
        return ERIANTYS.leave(state, random.randrange(len(state.schools)))
    if draw < 0.1:
        return ERIANTYS.timeout(state, state.turn)
    return ERIANTYS.apply(state, state.turn, choose(state, random))


def play_with_absences(players: int, expert: bool, seed: int) -> State:
    """Play a game in which players also time out and leave."""
    state = begin(players, expert, seed)
    random = Random(seed)
    while state.phase != "OVER":
        after = step_with_absences(state, random).state
        check_step(state, after, skipped=True)
        state = after
    return state


@every_variant
def test_random_games_keep_the_invariants(players: int, expert: bool) -> None:
    for seed in range(GAMES):
        play(players, expert, seed)


@every_variant
def test_random_games_with_timeouts_and_leaving_players_keep_the_invariants(
    players: int, expert: bool
) -> None:
    for seed in range(GAMES):
        play_with_absences(players, expert, seed)


@pytest.mark.soak
@every_variant
def test_soak_of_random_games_with_and_without_absences_keeps_the_invariants(
    players: int, expert: bool
) -> None:
    for seed in range(SOAK_GAMES):
        play(players, expert, seed)
        play_with_absences(players, expert, seed)
