"""Measure the cost of a move with many matches, and the memory of a match.

With more connections the kernel needs more time per message, on any server. The model is measured
with the same numbers of connections, to show how much of the growth is ours.
"""

from itertools import chain
from math import ceil
from statistics import median
from typing import NamedTuple

from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, alternate
from benchmarks.load import Load
from benchmarks.server_pair import Contender, model_server, real_server, server_pair

COST = Limit("≤", 1.3)
MEMORY_GOAL = 24 * 1024
PAIRS = 3
"""Number of server pairs to measure, because the memory layout differs between processes."""


class Growth(NamedTuple):
    """µs per move with many matches and with the usual number, and bytes of memory per match."""

    costs: Pairs
    memory: float


def scale(plan: Plan, report: Reporter) -> list[Row]:
    """Compare the server's processor time per move with many matches and the usual number."""
    many, usual = plan.many_matches, plan.matches
    ours = _growth(plan, report, real_server(plan, many), real_server(plan, usual))
    limit = _growth(plan, report, model_server(plan, many), model_server(plan, usual))
    description = f"server time per move, {many:,} matches ÷ {usual}"
    return [
        ours.costs.row("scale", description, COST, "≤ 1.2 at 2,000", _figures(ours.costs)),
        limit.costs.row("scale", "the same for the model", detail=_figures(limit.costs)),
        _memory_row(ours.memory),
    ]


def _growth(plan: Plan, report: Reporter, large: Contender, small: Contender) -> Growth:
    """Measure several pairs of servers, with twice the usual number of rounds in total."""
    rounds = ceil(2 * plan.rounds / PAIRS)
    pairs = [_growth_of_one(plan, rounds, report, large, small) for _ in range(PAIRS)]
    many = tuple(chain.from_iterable(pair.costs.ours for pair in pairs))
    usual = tuple(chain.from_iterable(pair.costs.theirs for pair in pairs))
    return Growth(Pairs(many, usual), median(pair.memory for pair in pairs))


def _growth_of_one(
    plan: Plan, rounds: int, report: Reporter, large: Contender, small: Contender
) -> Growth:
    with server_pair(plan, report, large, small) as (loop, many, usual, memory):

        def cost(load: Load) -> tuple[float]:
            return (loop.run_until_complete(load.run(plan.window_seconds)).cost,)

        (costs,) = alternate(rounds, lambda: cost(many), lambda: cost(usual), report)
    return Growth(costs, memory / plan.many_matches)


def _figures(costs: Pairs) -> str:
    return costs.medians("µs per move", 1)


def _memory_row(memory: float) -> Row:
    return Row(
        name="scale",
        description="memory per two-player match with its connections ÷ 24 KB",
        value=f"{memory / MEMORY_GOAL:.2f}",
        goal="≤ 1",
        detail=f"{memory / 1024:.1f} KB : 24 KB",
    )
