"""Random games, move by move: one loop for every game."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from games.base import Step
from messages.base import Seat

S = TypeVar("S", bound=Struct)
A = TypeVar("A")
MAX_ACTIONS = 20_000
"""Actions after which a game that has not ended is taken for endless."""


class Moment(NamedTuple, Generic[S, A]):
    """A position, what somebody then did (None: left or was too slow), and what came of it."""

    state: S
    seat: Seat
    action: A | None
    step: Step[S]


class Odds(NamedTuple):
    """How likely it is, before each action, that somebody leaves or is too slow."""

    leave: float
    timeout: float


NEVER = Odds(0.0, 0.0)


def never_disturbed(state: object) -> Odds:
    """The odds of a table where everybody stays and plays."""
    return NEVER


Choose = Callable[[S, Seat, Random], A]
"""What somebody does who may act."""


def play(
    game: Any,
    state: S,
    random: Random,
    choose: Choose[S, A],
    odds: Callable[[S], Odds] = never_disturbed,
) -> Iterator[Moment[S, A]]:
    """The moments of a game from this state to its end."""
    for _ in range(MAX_ACTIONS):
        if not game.active(state):
            return
        moment = _moment(game, state, random, choose, odds(state))
        yield moment
        state = moment.step.state
    raise AssertionError("this game does not end")


def _moment(game: Any, state: S, random: Random, choose: Choose[S, A], odds: Odds) -> Moment[S, A]:
    draw = 1.0 if odds is NEVER else random.random()
    if draw < odds.leave:
        seat = random.randrange(len(game.view(state, None).players))
        return Moment(state, seat, None, game.leave(state, seat))
    if draw < odds.leave + odds.timeout:
        seat = random.choice(sorted(game.waiting(state)))
        return Moment(state, seat, None, game.timeout(state, seat))
    seat = random.choice(sorted(game.active(state)))
    action = choose(state, seat, random)
    return Moment(state, seat, action, game.apply(state, seat, action))
