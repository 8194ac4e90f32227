"""Whole games in which every player can afford characters, and each of the twelve is used."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from client.games.registry import apply_change
from games.eriantys import ERIANTYS
from games.eriantys.characters import RULES
from games.eriantys.state import COINS, Card, Options, State, tally
from games.rng import Rng
from messages.base import View
from messages.eriantys.actions import CHARACTERS, Character, UseCharacterCard
from tests.games.eriantys.invariants import check, check_step
from tests.games.weighted_choice import choose_by_kind

TRIPLES = [CHARACTERS[first::4] for first in range(4)]
COINS_EACH = 4
SEEDS = range(4)


def rich_start(players: int, names: tuple[Character, ...], seed: int) -> State:
    """Start an expert game with these characters and four coins for everybody."""
    state = ERIANTYS.start(players, Options(), Rng(seed.to_bytes(16, "big"))).state
    cards = []
    bag = state.bag
    for name in names:
        rest = len(bag) - RULES[name].students
        cards.append(Card(name, students=tally(bag[rest:]), no_entry=RULES[name].no_entry))
        bag = bag[:rest]
    return replace(
        state,
        expert=True,
        bag=bag,
        characters=tuple(cards),
        schools=tuple(replace(school, coins=COINS_EACH) for school in state.schools),
        supply=COINS - COINS_EACH * players,
    )


def play(state: State, seed: int) -> Counter[str]:
    """Play a game, check every step, and return how often each character was used."""
    random = Random(seed)
    used: Counter[str] = Counter()
    view: View = ERIANTYS.view(state, None)
    check(state)
    while state.phase != "OVER":
        action = choose_by_kind(ERIANTYS.legal(state, state.turn), random)
        if isinstance(action, UseCharacterCard):
            used[action.asset] += 1
        step = ERIANTYS.apply(state, state.turn, action)
        check_step(state, step.state)
        for change in step.changes:
            view = apply_change(view, change)
        assert view == ERIANTYS.view(step.state, None)
        state = step.state
    return used


@pytest.mark.parametrize("names", TRIPLES, ids=", ".join)
@pytest.mark.parametrize("players", ERIANTYS.seats)
def test_random_games_with_three_characters_use_each_and_keep_invariants_and_mirror(
    players: int, names: tuple[Character, ...]
) -> None:
    used: Counter[str] = Counter()
    for seed in SEEDS:
        used += play(rich_start(players, names, seed), seed)
    assert set(used) == set(names)


@pytest.mark.soak
@pytest.mark.parametrize("names", TRIPLES, ids=", ".join)
@pytest.mark.parametrize("players", ERIANTYS.seats)
def test_soak_of_random_games_with_three_characters_keeps_invariants_and_mirror(
    players: int, names: tuple[Character, ...]
) -> None:
    for seed in range(500):
        play(rich_start(players, names, seed), seed)
