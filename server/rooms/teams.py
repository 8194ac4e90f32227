"""Teams: which seats the members of a room get, so that chosen partners play in one team.

The functions are pure. A game defines its teams as groups of seats (``Game.teams``).
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from messages.base import Seat

T = TypeVar("T")

Teams: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats of each team; empty if everybody plays alone."""
Pair: TypeAlias = tuple[T, T]
"""Two members who want to play in one team."""


def with_pair(pairs: Iterable[Pair[T]], new: Pair[T]) -> list[Pair[T]]:
    """Return the pairs with a new one at the end; it replaces older pairs of both members."""
    return [pair for pair in pairs if not set(pair) & set(new)] + [new]


def without_member(pairs: Iterable[Pair[T]], member: T) -> list[Pair[T]]:
    """Return the pairs that do not contain the member."""
    return [pair for pair in pairs if member not in pair]


def arrange(
    members: Sequence[T], number: int, teams: Teams, pairs: Iterable[Pair[T]]
) -> list[T | None]:
    """Return the member at each of ``number`` seats, or None; both members of a pair in one team.

    Members sit in the order of joining, except that partners change places with others. A pair
    without two seats in one team left, such as any pair in a game without teams, is ignored.
    """
    seats: list[T | None] = [*members, *[None] * (number - len(members))]
    team_of = {seat: team for team in teams for seat in team}
    placed: set[T] = set()
    for one, other in pairs:
        if not _move_into_team(seats, team_of, placed, one, other):
            _move_into_team(seats, team_of, placed, other, one)
    return seats


def _move_into_team(
    seats: list[T | None], team_of: dict[Seat, tuple[Seat, ...]], placed: set[T], one: T, other: T
) -> bool:
    """Move ``other`` into the team of ``one``; return whether both are in one team now.

    The member who had that seat gets the former seat of ``other``. Members in ``placed`` are not
    moved; ``one`` and ``other`` are added to them.
    """
    team = team_of.get(seats.index(one), ())
    before = seats.index(other)
    if before not in team:
        movable = [seat for seat in team if seats[seat] != one and seats[seat] not in placed]
        if not movable:
            return False
        seats[before], seats[movable[0]] = seats[movable[0]], other
    placed |= {one, other}
    return True
