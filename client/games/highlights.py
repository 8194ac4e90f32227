"""Helpers for the highlights of a match: facts about recorded changes. Pure.

Each game has a module ``highlights`` with two functions. ``standings`` returns the score of each
player or team in a view, and ``highlights`` returns sentences about the changes of a match.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from messages.base import Change, Seat


class Standing(NamedTuple):
    """The score of a player, or of the seats of a team."""

    seats: tuple[Seat, ...]
    score: int


class Lead(NamedTuple):
    """The seat with the largest number."""

    seat: Seat
    number: int


def by_seat(scores: Iterable[int]) -> tuple[Standing, ...]:
    """Return the standing of each seat, in the order of the seats."""
    return tuple(Standing((seat,), score) for seat, score in enumerate(scores))


def maybe_lead(numbers: Mapping[Seat, int], least: int) -> Lead | None:
    """Return the only seat with the largest number; None for a tie, or a number below ``least``."""
    largest = max(numbers.values(), default=least - 1)
    leaders = [seat for seat, number in numbers.items() if number == largest]
    return Lead(leaders[0], largest) if largest >= least and len(leaders) == 1 else None


def with_rounds(
    changes: Sequence[Change], starts: type[Change] | tuple[type[Change], ...]
) -> Iterator[tuple[int, Change]]:
    """Yield each change with the number of its round; ``starts`` are changes that begin one.

    The first round is 1: the changes of the set-up are not recorded.
    """
    number = 1
    for change in changes:
        if isinstance(change, starts):
            number = getattr(change, "round", number + 1)
        yield number, change
