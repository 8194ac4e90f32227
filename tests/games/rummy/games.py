"""Random games of Rummy 500, with or without players who leave or time out."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import TypeAlias

from games.base import Step
from games.rng import Rng
from games.rummy import RUMMY
from games.rummy.cards import NO_CARD, card_names, cards_of
from games.rummy.state import Options, State
from messages.base import Seat
from messages.rummy.actions import (
    RUMMY_ACES,
    RUMMY_STOCK_OUT,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
)
from tests.games import random_games

PLAYERS = RUMMY.seats
SETTINGS = list(product(RUMMY_STOCK_OUT, RUMMY_ACES))


Moment: TypeAlias = random_games.Moment[State, RummyAction]


def begin(players: int, options: Options, seed: int) -> Step[State]:
    return RUMMY.start(players, options, Rng(seed.to_bytes(16, "big")))


def quick(seed: int) -> Options:
    """Return every option in turn, with a low target."""
    stock_out, aces = SETTINGS[seed % len(SETTINGS)]
    chosen = {"stock_out": stock_out, "ace_runs": aces, "target": 60, "forgiving": seed % 2 == 1}
    return RUMMY.options(False, chosen)


def choose(state: State, seat: Seat, random: Random) -> RummyAction:
    """Mostly lay cards if possible; sometimes use forgiveness where the option allows it."""
    actions = RUMMY.legal(state, seat)
    plays = [a for a in actions if isinstance(a, LayRummyMeld | LayOffRummyCards)]
    if state.options.forgiving and state.decision == "PLAY" and random.random() < 0.05:
        return _forgiven(state, seat, random)
    if plays and random.random() < 0.9:
        return random.choice(plays)
    return random.choice(actions)


def _forgiven(state: State, seat: Seat, random: Random) -> RummyAction:
    hand = list(card_names(cards_of(state.hands[seat])))
    random.shuffle(hand)
    return PlayRummyTurn(discard=hand[0], forgive=True, lost=tuple(hand[1 : random.randint(1, 4)]))


def moments(
    players: int, options: Options, seed: int, *, disturbed: bool = False
) -> Iterator[Moment]:
    """Yield a random game; in a disturbed one players also leave and time out."""
    start = begin(players, options, seed).state
    odds = _odds if disturbed else random_games.never_disturbed
    return random_games.play(RUMMY, start, Random(seed), choose, odds)


def _odds(state: State) -> random_games.Odds:
    """Let players who owe a card leave more often, because that exercises more rules."""
    return random_games.Odds(leave=0.003 if state.owed == NO_CARD else 0.02, timeout=0.05)
