"""Random games of Codex Naturalis, with or without players who leave or time out."""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from games.codex import CODEX
from games.codex.state import State
from games.rng import Rng
from messages.base import Seat
from messages.codex.actions import CodexAction
from messages.codex.table import CodexRules
from tests.games import random_games

EVERY_SIZE = (2, 3, 4)


Moment: TypeAlias = random_games.Moment[State, CodexAction]


def rules_of(seed: int) -> CodexRules:
    """Return different options for every seed; seed 0 has the defaults."""
    bits = [bool(seed >> bit & 1) for bit in range(6)]
    return CodexRules(
        track_cap=not bits[0],
        refill_from_other_deck=bits[1],
        draw_in_additional_turn=bits[2],
        tie_break="points" if bits[3] else "cards",
        pattern_reuse_across_objectives=not bits[4],
        decks_empty_trigger="all" if bits[5] else "decks",
    )


def begin(players: int, seed: int) -> State:
    return CODEX.start(players, rules_of(seed), Rng(seed.to_bytes(4, "big"))).state


def moments(players: int, seed: int, *, disturbed: bool = False) -> Iterator[Moment]:
    """Yield a whole random game; in a disturbed one players time out or leave."""
    odds = _odds if disturbed else random_games.never_disturbed
    return random_games.play(CODEX, begin(players, seed), Random(seed), choose, odds)


def _odds(state: State) -> random_games.Odds:
    return random_games.Odds(leave=0.005, timeout=0.095)


def choose(state: State, seat: Seat, random: Random) -> CodexAction:
    """Choose any action, fronts more often, so that players score."""
    actions = CODEX.legal(state, seat)
    fronts = [action for action in actions if getattr(action, "side", "") == "FRONT"]
    return random.choice(fronts if fronts and random.random() < 0.7 else actions)
