"""Measure moves over sockets: throughput, latency, and the cost of the journal."""

from statistics import median, quantiles

from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, alternate
from benchmarks.load import Load
from benchmarks.server_pair import model_server, real_server, server_pair
from benchmarks.windows import measure_undisturbed, rate_rows

MOVES = Limit("≥", 0.25)
MAX_JOURNAL_SHARE = Limit("≤", 0.15)
PROCESS_RATE = Limit("≥", 0.85)
DISK_RATE = Limit("≥", 0.6)


def moves(plan: Plan, report: Reporter) -> list[Row]:
    """Compare accepted moves per second, and per second of processor time, with the model."""
    contenders = real_server(plan, plan.matches, "no-journal"), model_server(plan, plan.matches)
    with server_pair(plan, report, *contenders) as (loop, ours, theirs, _):

        def measure(load: Load) -> tuple[float, ...]:
            window = measure_undisturbed(
                lambda: loop.run_until_complete(load.run(plan.window_seconds))
            )
            return window.figures

        columns = alternate(plan.rounds, lambda: measure(ours), lambda: measure(theirs), report)
    description = (
        f"Eriantys moves (no journal), {2 * plan.matches} connections ÷ model with free rules"
    )
    return rate_rows(
        columns, name="moves-socket", description=description, limit=MOVES, goal="≥ 0.5"
    )


def latency(plan: Plan, report: Reporter) -> list[Row]:
    """Compare the 99th percentile of the latency at a fixed rate with the model's."""
    contenders = real_server(plan, plan.matches), model_server(plan, plan.matches)
    with server_pair(plan, report, *contenders) as (loop, ours, theirs, _):

        def measure(load: Load) -> tuple[float, ...]:
            delays = loop.run_until_complete(
                load.run_at_rate(plan.latency_rate, plan.window_seconds)
            )
            return quantiles(delays, n=100)[98] * 1e3, median(delays) * 1e3

        p99, typical = alternate(
            plan.rounds, lambda: measure(ours), lambda: measure(theirs), report
        )
    description = f"p99 at {plan.latency_rate:,} moves/s offered ÷ the model's p99"
    detail = f"{p99.medians('ms', 2)}, medians {typical.medians('ms', 2)}"
    return [p99.row("latency", description, detail=detail)]


def journal(plan: Plan, report: Reporter) -> list[Row]:
    """Measure the cost of the journal, with durability process and with durability disk."""
    rate, cost = _measure_journal(plan, report, "process")
    flushed, _ = _measure_journal(plan, report, "disk")
    return [
        _share(cost),
        rate.row(
            "journal", "moves/s, durability process ÷ none", PROCESS_RATE, detail=_rates(rate)
        ),
        flushed.row(
            "journal", "moves/s, durability disk ÷ none", DISK_RATE, detail=_rates(flushed)
        ),
    ]


def _measure_journal(plan: Plan, report: Reporter, kind: str) -> list[Pairs]:
    """Compare moves per second and processor time per move with a server without a journal."""
    contenders = (
        real_server(plan, plan.matches, kind),
        real_server(plan, plan.matches, "no-journal"),
    )
    with server_pair(plan, report, *contenders) as (loop, ours, theirs, _):

        def measure(load: Load) -> tuple[float, float]:
            window = measure_undisturbed(
                lambda: loop.run_until_complete(load.run(plan.window_seconds))
            )
            return window.rate, window.cost

        return alternate(plan.rounds, lambda: measure(ours), lambda: measure(theirs), report)


def _share(cost: Pairs) -> Row:
    share = 1 - 1 / cost.ratio
    return Row(
        name="journal",
        description="share of the server's processor time used by the journal (process)",
        value=f"{share:.2f}",
        verdict=MAX_JOURNAL_SHARE.verdict(share),
        limit=str(MAX_JOURNAL_SHARE),
        detail=f"{cost.medians('µs per move', 1)}; rounds {cost.spread}",
    )


def _rates(pairs: Pairs) -> str:
    return pairs.medians("moves/s")
