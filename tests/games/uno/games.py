"""Random games of UNO, with or without players who leave or time out."""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from games.base import Step
from games.rng import Rng
from games.uno import UNO
from games.uno.state import Options, State
from messages.base import Seat
from messages.uno.actions import UNO_MODES, DrawUnoCard, PlayUnoCard, UnoAction, UnoMode
from tests.games import random_games

VARIANTS = [(mode, players) for mode in UNO_MODES for players in (2, 3, 4, 10)]


Moment: TypeAlias = random_games.Moment[State, UnoAction]


def begin(players: int, options: Options, seed: int) -> Step[State]:
    return UNO.start(players, options, Rng(seed.to_bytes(16, "big")))


def quick(mode: UnoMode, seed: int) -> Options:
    """Return every policy in turn, with a low target score."""
    policy = ("strict", "challenge", "free")[seed % 3]
    return UNO.options(False, {"mode": mode, "wd4_policy": policy, "target_score": 60})


def choose(state: State, seat: Seat, random: Random) -> UnoAction:
    """Mostly play if possible; sometimes leave out the colour or the partner, or say UNO."""
    actions = UNO.legal(state, seat)
    plays = [action for action in actions if not isinstance(action, DrawUnoCard)]
    action = random.choice(plays if plays and random.random() < 0.9 else actions)
    if isinstance(action, PlayUnoCard) and random.random() < 0.3:
        return PlayUnoCard(card=action.card, say_uno=random.random() < 0.5)
    return action


def moments(
    players: int, options: Options, seed: int, *, disturbed: bool = False
) -> Iterator[Moment]:
    """Yield a random game; in a disturbed one players also leave and time out."""
    start = begin(players, options, seed).state
    odds = _odds if disturbed else random_games.never_disturbed
    return random_games.play(UNO, start, Random(seed), choose, odds)


def _odds(state: State) -> random_games.Odds:
    return random_games.Odds(leave=0.005, timeout=0.095)
