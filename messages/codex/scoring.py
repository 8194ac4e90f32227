"""Codex Naturalis: how often an objective is fulfilled in an area (Codex 10, final scoring).

This module is in ``messages`` because the rules, the client's board and the bots all count
objectives, and clients do not import ``games``.

Copies of a pattern must not share a card, and the largest number of copies counts. The copies of
one objective form chains in which only neighbours share cards: the diagonal patterns along a
diagonal, the bent ones along a column. Choosing the lowest copy first is therefore optimal. If a
card may count for one objective only, chains cross, and ``joint_points`` searches exhaustively.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from messages.codex.area import CodexArea, Position
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES, CodexObjective

Cells = frozenset[Position]


def objective_points(area: CodexArea, objective: str) -> int:
    """Return the points of one objective in this area."""
    card = CODEX_OBJECTIVES[objective]
    times = len(pattern_copies(area, objective)) if card.pattern else _sets(area, card)
    return card.points * times


def pattern_copies(area: CodexArea, objective: str) -> list[Cells]:
    """Return the positions of the largest set of copies of the objective's pattern."""
    return _disjoint(_copies(area, CODEX_OBJECTIVES[objective]))


def joint_points(area: CodexArea, objectives: Sequence[str]) -> tuple[int, ...]:
    """Return the best points of these objectives if no card counts for two patterns.

    Of equally good assignments the one that fulfils more objectives is chosen.
    """
    cards = [CODEX_OBJECTIVES[objective] for objective in objectives]
    copies = [(cells, index) for index, card in enumerate(cards) for cells in _copies(area, card)]
    times = _best_share(sorted(copies, key=_height), tuple(card.points for card in cards))
    return tuple(
        card.points * (number if card.pattern else _sets(area, card))
        for card, number in zip(cards, times, strict=True)
    )


def _sets(area: CodexArea, card: CodexObjective) -> int:
    """Return the number of complete sets of visible symbols."""
    return min(seen // need for seen, need in zip(area.symbols, card.needs, strict=True) if need)


def _copies(area: CodexArea, card: CodexObjective) -> list[Cells]:
    """Return all copies of the pattern, also overlapping ones, lowest first."""
    kingdoms = {(p.x, p.y): CODEX_CARDS[p.card].kingdom for p in area.placed}
    if not card.pattern:
        return []
    kingdom, left, up = card.pattern[0]
    found = []
    for x, y in sorted((at for at, k in kingdoms.items() if k == kingdom), key=lambda at: at[1]):
        cells = {(x + dx - left, y + dy - up): k for k, dx, dy in card.pattern}
        if all(kingdoms.get(at) == k for at, k in cells.items()):
            found.append(frozenset(cells))
    return found


def _disjoint(copies: Iterable[Cells]) -> list[Cells]:
    """Return the copies that share no card with one chosen before."""
    taken: set[Position] = set()
    chosen = []
    for cells in copies:
        if taken.isdisjoint(cells):
            taken |= cells
            chosen.append(cells)
    return chosen


# --- a card for one objective only --------------------------------------------------------------


def _height(copy: tuple[Cells, int]) -> int:
    """Return the lowest y of the cells of a copy of a pattern."""
    return min(y for _, y in copy[0])


def _best_share(copies: list[tuple[Cells, int]], points: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many copies of each objective give most points; ``copies`` lowest first."""

    @cache
    def shares(index: int, taken: Cells) -> frozenset[tuple[int, ...]]:
        """The numbers worth considering from this copy on."""
        if index == len(copies):
            return frozenset(((0,) * len(points),))
        cells, which = copies[index]
        # Cells below this copy are out of reach for all that follow.
        floor = _height(copies[index])
        taken = frozenset(at for at in taken if at[1] >= floor)
        found = set(shares(index + 1, taken))
        if taken.isdisjoint(cells):
            more = shares(index + 1, taken | cells)
            found |= {(*n[:which], n[which] + 1, *n[which + 1 :]) for n in more}
        return _leading(found)

    def value(numbers: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        total = sum(n * p for n, p in zip(numbers, points, strict=True))
        return total, sum(n > 0 for n in numbers), numbers

    return max(shares(0, frozenset()), key=value)


def _leading(found: set[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
    """Return the tuples without those that another one equals or exceeds in every number."""
    return frozenset(
        one
        for one in found
        if not any(
            other != one and all(a >= b for a, b in zip(other, one, strict=True)) for other in found
        )
    )
