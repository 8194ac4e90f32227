"""Random games of My Shelfie, with or without players who leave or time out."""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from games.base import Step
from games.rng import Rng
from games.shelfie import SHELFIE
from games.shelfie.shelf import max_tiles
from games.shelfie.state import Options, State
from games.shelfie.tiles import takeable_runs
from messages.base import Seat
from messages.shelfie.actions import (
    MarkShelfieTiles,
    ShelfieAction,
    SortShelfieTiles,
    TakeShelfieTiles,
)
from tests.games import random_games

Moment: TypeAlias = random_games.Moment[State, ShelfieAction]


def begin(players: int, options: Options, seed: int) -> Step[State]:
    return SHELFIE.start(players, options, Rng(seed.to_bytes(16, "big")))


def varied(seed: int) -> Options:
    """Return all options in turn; every second game has the defaults."""
    if seed % 2 == 0:
        return Options()
    return Options(
        refill="return" if seed & 2 else "keep",
        squares_same_type=bool(seed & 4),
        common_goals=seed % 3,
        end_round="lap" if seed & 8 else "seat",
        tie="none" if seed & 16 else "furthest",
        leaving="end" if seed & 32 else "continue",
    )


def choose(state: State, seat: Seat, random: Random) -> ShelfieAction:
    """Mostly make progress, mostly with many tiles; sometimes mark or sort tiles."""
    if random.random() < 0.1:
        return _pause(state, seat, random)
    actions = SHELFIE.legal(state, seat)
    large = [a for a in actions if isinstance(a, TakeShelfieTiles) and len(a.cells) > 1]
    return random.choice(large if large and random.random() < 0.5 else actions)


def _pause(state: State, seat: Seat, random: Random) -> ShelfieAction:
    if state.step == "PLACE":
        places = range(len(state.hand))
        return SortShelfieTiles(order=tuple(random.sample(places, len(places))))
    if state.picked and random.random() < 0.5:
        return MarkShelfieTiles()
    return MarkShelfieTiles(
        cells=random.choice(
            takeable_runs(state.board, len(state.shelves), max_tiles(state.shelves[seat]))
        )
    )


def moments(
    players: int, options: Options, seed: int, *, disturbed: bool = False
) -> Iterator[Moment]:
    """Yield a random game; in a disturbed one players also leave and time out."""
    start = begin(players, options, seed).state
    odds = _odds if disturbed else random_games.never_disturbed
    return random_games.play(SHELFIE, start, Random(seed), choose, odds)


def _odds(state: State) -> random_games.Odds:
    return random_games.Odds(leave=0.005, timeout=0.045)
