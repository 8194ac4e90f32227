"""Random games, move by move: one loop for every game."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from games.base import Step
from messages.base import Seat

S = TypeVar("S", bound=Struct)
A = TypeVar("A")


class Moment(NamedTuple, Generic[S, A]):
    """A position, what somebody then did (None: left or was too slow), and what came of it."""

    state: S
    seat: Seat
    action: A | None
    step: Step[S]


def follow(
    game: Any, state: S, random: Random, next_moment: Callable[[S, Random], Moment[S, A]], most: int
) -> Iterator[Moment[S, A]]:
    """The moments of a game until its end, which comes after ``most`` actions at the latest."""
    for _ in range(most):
        if not game.active(state):
            return
        moment = next_moment(state, random)
        yield moment
        state = moment.step.state
    raise AssertionError("this game does not end")
