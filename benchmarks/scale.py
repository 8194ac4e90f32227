"""What a move costs when there are many matches, and how much memory a match takes.

More connections cost the kernel more per message, whatever the server does; the same step is
measured with the model, so that one can tell which part of the growth is ours.
"""

from itertools import chain
from math import ceil
from statistics import median
from typing import NamedTuple

from benchmarks.contest import Entrant, contest, game, model
from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, alternate
from benchmarks.load import Load

COST = Limit("≤", 1.3)
MEMORY_GOAL = 24 * 1024
PAIRS = 3
"""Pairs of servers that are measured: some are luckier than others in where their memory lies."""


class Growth(NamedTuple):
    """µs per move with many matches and with few, and the bytes one match took."""

    costs: Pairs
    memory: float


def scale(plan: Plan, report: Reporter) -> list[Row]:
    """Processor time of the server per move, with many matches and with few."""
    many, few = plan.many_matches, plan.matches
    ours = _growth(plan, report, game(plan, many), game(plan, few))
    limit = _growth(plan, report, model(plan, many), model(plan, few))
    what = f"server time per move, {many:,} matches ÷ {few}"
    return [
        ours.costs.row("scale", what, COST, "≤ 1.2 at 2,000", _figures(ours.costs)),
        limit.costs.row("scale", "the same for the model", detail=_figures(limit.costs)),
        _memory_row(ours.memory),
    ]


def _growth(plan: Plan, report: Reporter, large: Entrant, small: Entrant) -> Growth:
    """Over several pairs of servers, which together have twice the usual rounds."""
    rounds = ceil(2 * plan.rounds / PAIRS)
    pairs = [_growth_of_one(plan, rounds, report, large, small) for _ in range(PAIRS)]
    many = tuple(chain.from_iterable(pair.costs.ours for pair in pairs))
    few = tuple(chain.from_iterable(pair.costs.theirs for pair in pairs))
    return Growth(Pairs(many, few), median(pair.memory for pair in pairs))


def _growth_of_one(
    plan: Plan, rounds: int, report: Reporter, large: Entrant, small: Entrant
) -> Growth:
    with contest(plan, report, large, small) as (loop, many, few, memory):

        def cost(load: Load) -> tuple[float]:
            return (loop.run_until_complete(load.run(plan.seconds)).cost,)

        (costs,) = alternate(rounds, lambda: cost(many), lambda: cost(few), report)
    return Growth(costs, memory / plan.many_matches)


def _figures(costs: Pairs) -> str:
    return costs.medians("µs per move", 1)


def _memory_row(memory: float) -> Row:
    return Row(
        name="scale",
        what="memory per two-player match with its connections ÷ 24 KB",
        value=f"{memory / MEMORY_GOAL:.2f}",
        goal="≤ 1",
        detail=f"{memory / 1024:.1f} KB : 24 KB",
    )
