"""Random games: how players of test games choose, and what may disturb a table."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random
from typing import TypeAlias

from games.base import Step
from games.chance import Chance
from games.rummy import RUMMY
from games.rummy.cards import NO_CARD, cards_of, texts
from games.rummy.state import Options, State
from messages.base import Seat
from messages.rummy import (
    RUMMY_ACES,
    RUMMY_STOCK_OUT,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
)
from tests.games import moments as moments_of_games

PLAYERS = RUMMY.seats
SETTINGS = list(product(RUMMY_STOCK_OUT, RUMMY_ACES))
LONGEST = 20_000
"""Actions after which a game that has not ended is taken for endless."""


Moment: TypeAlias = moments_of_games.Moment[State, RummyAction]


def begin(players: int, options: Options, seed: int) -> Step[State]:
    return RUMMY.start(players, options, Chance(seed.to_bytes(16, "big")))


def quick(seed: int) -> Options:
    """Every setting in turn, and few points to reach."""
    stock_out, aces = SETTINGS[seed % len(SETTINGS)]
    chosen = {"stock_out": stock_out, "ace_runs": aces, "target": 60, "forgiving": seed % 2 == 1}
    return RUMMY.options(False, chosen)


def choose(state: State, seat: Seat, random: Random) -> RummyAction:
    """Mostly put down what can be; sometimes ask to be forgiven where that is possible."""
    actions = RUMMY.legal(state, seat)
    plays = [a for a in actions if isinstance(a, LayRummyMeld | LayOffRummyCards)]
    if state.options.forgiving and state.decision == "PLAY" and random.random() < 0.05:
        return _forgiven(state, seat, random)
    if plays and random.random() < 0.9:
        return random.choice(plays)
    return random.choice(actions)


def _forgiven(state: State, seat: Seat, random: Random) -> RummyAction:
    hand = list(texts(cards_of(state.hands[seat])))
    random.shuffle(hand)
    return PlayRummyTurn(discard=hand[0], forgive=True, lost=tuple(hand[1 : random.randint(1, 4)]))


def moments(
    players: int, options: Options, seed: int, *, disturbed: bool = False
) -> Iterator[Moment]:
    """A random game; at a disturbed table people also leave and are too slow."""
    start = begin(players, options, seed).state
    one = partial(_moment, disturbed=disturbed)
    return moments_of_games.follow(RUMMY, start, Random(seed), one, LONGEST)


def _moment(state: State, random: Random, disturbed: bool) -> Moment:
    luck = random.random() if disturbed else 1.0
    if luck < 0.003 or (luck < 0.02 and state.owed != NO_CARD):
        seat = random.randrange(len(state.hands))
        return Moment(state, seat, None, RUMMY.leave(state, seat))
    if luck < 0.06:
        return Moment(state, state.turn, None, RUMMY.timeout(state, state.turn))
    action = choose(state, state.turn, random)
    return Moment(state, state.turn, action, RUMMY.apply(state, state.turn, action))
