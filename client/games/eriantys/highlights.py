"""Scores and highlights of a match of Eriantys."""

from collections import Counter
from collections.abc import Iterator, Sequence

from client.games.eriantys import text
from client.games.highlights import Standing, maybe_lead, with_rounds
from client.games.text import Who, mid_sentence
from messages.base import Change, Seat
from messages.eriantys import table
from messages.eriantys.table import EriantysView

MIN_TILES = 3
MIN_ROUNDS = 3
MIN_TAKEN = 2


def standings(view: EriantysView) -> tuple[Standing, ...]:
    """Return the number of towers that each player or team has on islands."""
    teams = view.teams or tuple((seat,) for seat in range(len(view.schools)))
    return tuple(
        Standing(tuple(team), _towers(view, view.schools[team[0]].tower)) for team in teams
    )


def _towers(view: EriantysView, tower: str) -> int:
    """Return the number of towers of a colour on all islands."""
    return sum(island.towers for island in view.islands if island.tower == tower)


def highlights(view: EriantysView, who: Who, changes: Sequence[Change]) -> list[str]:
    """Return sentences about the largest union, the longest-held professor and taken islands.

    A fact that is missing or below its minimum is left out.
    """
    acted = list(_with_actors(changes))
    sentences = [_largest_union(acted, who), _longest_professor(changes, who), _taken(acted, who)]
    return [sentence for sentence in sentences if sentence]


def _with_actors(changes: Sequence[Change]) -> Iterator[tuple[int, Seat | None, Change]]:
    """Yield the round of each change, the seat that acts, and the change.

    The seat is None before the first change that names it.
    """
    actor: Seat | None = None
    for number, change in with_rounds(changes, table.RoundStarted):
        if isinstance(change, table.StepStarted | table.StudentMoved | table.CharacterUsed):
            actor = change.seat
        yield number, actor, change


def _largest_union(acted: Sequence[tuple[int, Seat | None, Change]], who: Who) -> str:
    """Return a sentence with the player who united the most tiles at once.

    Empty below MIN_TILES.
    """
    found = [
        (len(change.tiles), number, seat)
        for number, seat, change in acted
        if isinstance(change, table.IslandsMerged) and seat is not None
    ]
    tiles, number, seat = max(found, key=lambda union: union[0], default=(0, 0, 0))
    if tiles < MIN_TILES:
        return ""
    return text.UNION.format(round=number, who=mid_sentence(who(seat)), tiles=tiles)


def _longest_professor(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the player who held a professor for the most rounds in a row.

    Empty below MIN_ROUNDS.
    """
    held: dict[str, tuple[Seat, int]] = {}
    longest = (0, 0, "")
    last = 1
    for number, change in with_rounds(changes, table.RoundStarted):
        last = number
        if isinstance(change, table.ProfessorMoved):
            if change.color in held:
                seat, since = held[change.color]
                longest = max(longest, (number - since, seat, change.color), key=lambda h: h[0])
            held[change.color] = (change.seat, number)
    ends = [(last + 1 - since, seat, color) for color, (seat, since) in held.items()]
    rounds, seat, color = max([longest, *ends], key=lambda h: h[0])
    if rounds < MIN_ROUNDS:
        return ""
    return text.HELD.format(who=who(seat), color=color.lower(), rounds=rounds)


def _taken(acted: Sequence[tuple[int, Seat | None, Change]], who: Who) -> str:
    """Return a sentence with the player who took the most islands from others.

    Empty below MIN_TAKEN, and for a tie.
    """
    taken = Counter(
        seat
        for _, seat, change in acted
        if isinstance(change, table.IslandConquered) and change.previous and seat is not None
    )
    lead = maybe_lead(taken, MIN_TAKEN)
    return text.TOOK_ISLANDS.format(who=who(lead.seat), count=lead.number) if lead else ""
