"""Random matches of Eriantys, played with the rules, for tests of drawings and previews."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from games.registry import GAMES
from games.rng import Rng
from messages.eriantys.actions import EriantysAction
from tests.client.games.random_matches import Position, walk

VARIANTS = [(players, expert) for players in (2, 3, 4) for expert in (False, True)]
GAME: Any = GAMES["eriantys"]
START_COINS = 9


def moments(players: int, expert: bool, seed: int, limit: int = 2000) -> Iterator[Position]:
    """Yield the positions of a random match; in expert mode everybody starts with nine coins."""
    step = GAME.start(players, GAME.options(expert, {}), Rng(seed.to_bytes(16, "big")))
    if expert:
        schools = tuple(replace(school, coins=START_COINS) for school in step.state.schools)
        step = replace(step, state=replace(step.state, schools=schools))
    return walk("eriantys", step, Random(seed), limit)


def sample(moment: Position, number: int) -> list[EriantysAction]:
    """Return at most ``number`` legal actions, evenly distributed over the list of all."""
    step = max(1, len(moment.legal) // number)
    return list(moment.legal[::step])[:number]
