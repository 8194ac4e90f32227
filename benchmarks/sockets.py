"""Moves over sockets: how many, how late the slowest are, and what the journal adds."""

from statistics import median, quantiles

from benchmarks.contest import contest, game, model
from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, alternate
from benchmarks.load import Load
from benchmarks.windows import rows, undisturbed

MOVES = Limit("≥", 0.25)
SHARE = Limit("≤", 0.15)
PROCESS = Limit("≥", 0.85)
DISK = Limit("≥", 0.6)


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
    """What it costs to write everything down, without and with a flush."""
    rate, cost = _written(plan, report, "game")
    flushed, _ = _written(plan, report, "flushing")
    return [
        _share(cost),
        rate.row("journal", "moves/s, durability process ÷ none", PROCESS, detail=_rates(rate)),
        flushed.row("journal", "moves/s, durability disk ÷ none", DISK, detail=_rates(flushed)),
    ]


def _written(plan: Plan, report: Reporter, kind: str) -> list[Pairs]:
    """Moves per second and the server's time per move, against a server that writes nothing."""
    entrants = game(plan, plan.matches, kind), game(plan, plan.matches, "forgetful")
    with contest(plan, report, *entrants) as (loop, ours, theirs, _):

        def side(load: Load) -> tuple[float, float]:
            window = undisturbed(lambda: loop.run_until_complete(load.run(plan.seconds)))
            return window.rate, window.cost

        return alternate(plan.rounds, lambda: side(ours), lambda: side(theirs), report)


def _share(cost: Pairs) -> Row:
    share = 1 - 1 / cost.ratio
    return Row(
        name="journal",
        what="share of the server's time that the journal takes (process)",
        value=f"{share:.2f}",
        verdict=SHARE.verdict(share),
        limit=str(SHARE),
        detail=f"{cost.medians('µs per move', 1)}; rounds {cost.spread}",
    )


def _rates(pairs: Pairs) -> str:
    return pairs.medians("moves/s")
