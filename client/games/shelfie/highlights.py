"""Scores and highlights of a match of My Shelfie."""

from collections.abc import Sequence

from client.games.highlights import Standing, by_seat, maybe_lead
from client.games.shelfie import text
from client.games.shelfie.goals import points_of
from client.games.text import Who
from messages.base import Change
from messages.shelfie import table
from messages.shelfie.table import ShelfieView

MIN_GROUP_POINTS = 8
SECRET_COMPLETE = 12
"""The points of a secret goal whose six tiles are all in place."""


def standings(view: ShelfieView) -> tuple[Standing, ...]:
    """Return the points of each player so far; the secret goals of others count at the end."""
    return by_seat(points_of(view, seat).total for seat in range(len(view.players)))


def highlights(view: ShelfieView, who: Who, changes: Sequence[Change]) -> list[str]:
    """Return sentences about the first token, groups, secret goals and the first full shelf.

    A fact that is missing or below its minimum is left out.
    """
    sentences = [_first_token(changes, who), _groups(view, who)]
    sentences += [
        text.SECRET_GOAL.format(who=who(seat))
        for seat, result in enumerate(view.results)
        if result.personal == SECRET_COMPLETE
    ]
    ended = [c for c in changes if isinstance(c, table.ShelfieEndTokenTaken)]
    sentences += [text.FIRST_FULL.format(who=who(change.seat)) for change in ended]
    return [sentence for sentence in sentences if sentence]


def _first_token(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the player who took the first token of a common goal, and its points.

    Empty if nobody took one.
    """
    taken = (change for change in changes if isinstance(change, table.ShelfieTokenTaken))
    first = next(taken, None)
    if first is None:
        return ""
    return text.FIRST_TOKEN.format(who=who(first.seat), points=first.points)


def _groups(view: ShelfieView, who: Who) -> str:
    """Return a sentence with the player whose groups have the most points, after the match.

    Empty below MIN_GROUP_POINTS, and for a tie.
    """
    lead = maybe_lead(dict(enumerate(r.adjacency for r in view.results)), MIN_GROUP_POINTS)
    return text.BEST_GROUPS.format(who=who(lead.seat), points=lead.number) if lead else ""
