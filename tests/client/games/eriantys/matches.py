"""Random matches of Eriantys, played with the rules, for tests of drawings and previews."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.registry import GAMES
from games.rng import Rng
from messages.base import Seat
from messages.eriantys.actions import EriantysAction
from messages.eriantys.table import EriantysView

VARIANTS = [(players, expert) for players in (2, 3, 4) for expert in (False, True)]
GAME: Any = GAMES["eriantys"]
START_COINS = 9


class Moment(NamedTuple):
    """A state in which a seat must act, with the view of this seat and its legal actions."""

    state: Any
    seat: Seat
    view: EriantysView
    legal: tuple[EriantysAction, ...]


def moments(players: int, expert: bool, seed: int, limit: int = 2000) -> Iterator[Moment]:
    """Yield the moments of a random match; in expert mode everybody starts with nine coins."""
    random = Random(seed)
    state = GAME.start(players, GAME.options(expert, {}), Rng(seed.to_bytes(16, "big"))).state
    if expert:
        schools = tuple(replace(school, coins=START_COINS) for school in state.schools)
        state = replace(state, schools=schools)
    for _ in range(limit):
        if GAME.result(state) is not None:
            return
        seat = min(GAME.active(state))
        legal = GAME.legal(state, seat)
        yield Moment(state, seat, GAME.view(state, seat), legal)
        state = GAME.apply(state, seat, random.choice(legal)).state


def sample(moment: Moment, number: int) -> list[EriantysAction]:
    """Return at most ``number`` legal actions, evenly distributed over the list of all."""
    step = max(1, len(moment.legal) // number)
    return list(moment.legal[::step])[:number]
