"""Moves over sockets: how many, how late the slowest are, and what the journal adds."""

from statistics import median, quantiles

from benchmarks.contest import contest, game, model
from benchmarks.harness import Limit, Plan, Reporter, Row, alternate
from benchmarks.load import Load
from benchmarks.windows import rows, undisturbed

MOVES = Limit("≥", 0.25)


def moves(plan: Plan, report: Reporter) -> list[Row]:
    """Accepted moves per second, and per second of the server's processor time."""
    entrants = game(plan, plan.matches, "forgetful"), model(plan, plan.matches)
    with contest(plan, report, *entrants) as (loop, ours, theirs, _):

        def side(load: Load) -> tuple[float, ...]:
            window = undisturbed(lambda: loop.run_until_complete(load.run(plan.seconds)))
            return window.numbers

        table = alternate(plan.rounds, lambda: side(ours), lambda: side(theirs), report)
    what = f"Eriantys moves (no journal), {2 * plan.matches} connections ÷ model with free rules"
    return rows(table, name="moves-socket", what=what, limit=MOVES, goal="≥ 0.5")


def latency(plan: Plan, report: Reporter) -> list[Row]:
    """The slowest moves at a load both sides carry easily."""
    entrants = game(plan, plan.matches), model(plan, plan.matches)
    with contest(plan, report, *entrants) as (loop, ours, theirs, _):

        def side(load: Load) -> tuple[float, ...]:
            delays = loop.run_until_complete(load.paced(plan.offered, plan.seconds))
            return quantiles(delays, n=100)[98] * 1e3, median(delays) * 1e3

        late, usual = alternate(plan.rounds, lambda: side(ours), lambda: side(theirs), report)
    what = f"p99 at {plan.offered:,} moves/s offered ÷ the model's p99"
    detail = f"{late.medians('ms', 2)}, medians {usual.medians('ms', 2)}"
    return [late.row("latency", what, detail=detail)]


def journal(plan: Plan, report: Reporter) -> list[Row]:
    """The server's processor time per move, writing everything down and not."""
    entrants = game(plan, plan.matches), game(plan, plan.matches, "forgetful")
    with contest(plan, report, *entrants) as (loop, ours, theirs, _):

        def side(load: Load) -> tuple[float]:
            return (loop.run_until_complete(load.run(plan.seconds)).cost,)

        (costs,) = alternate(plan.rounds, lambda: side(ours), lambda: side(theirs), report)
    what = "server time per move with the journal ÷ without it"
    return [costs.row("journal", what, goal="≤ 1.18", detail=costs.medians("µs per move", 1))]
