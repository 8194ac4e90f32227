"""Random games step by step: one loop for every game."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from games.base import Step
from messages.base import Seat

S = TypeVar("S", bound=Struct)
A = TypeVar("A")
MAX_ACTIONS = 20_000
"""Actions after which a game that has not ended counts as endless."""


class Moment(NamedTuple, Generic[S, A]):
    """A state, the action of a seat (None: it left or timed out), and the resulting step."""

    state: S
    seat: Seat
    action: A | None
    step: Step[S]


class Odds(NamedTuple):
    """The probabilities, before each action, that a player leaves or times out."""

    leave: float
    timeout: float


NEVER = Odds(0.0, 0.0)


def never_disturbed(state: object) -> Odds:
    """Return the odds of a game in which nobody leaves or times out."""
    return NEVER


Choose = Callable[[S, Seat, Random], A]
"""Chooses the action of an active seat."""


def play(
    game: Any,
    state: S,
    random: Random,
    choose: Choose[S, A],
    odds: Callable[[S], Odds] = never_disturbed,
) -> Iterator[Moment[S, A]]:
    """Yield the moments of a game from this state to its end."""
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
