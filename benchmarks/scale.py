"""What a move costs when there are many matches, and how much memory a match takes."""

from benchmarks.harness import Limit, Plan, Reporter, Row, alternate
from benchmarks.load import Load
from benchmarks.processes import Worker, no_collections, pinned
from benchmarks.scripts import Book, book
from benchmarks.sockets import event_loop, game_server, socket_address
from benchmarks.talk import GameLoad

COST = Limit("≤", 1.3)
MEMORY_GOAL = 24 * 1024


def scale(plan: Plan, report: Reporter) -> list[Row]:
    """Processor time of the server per move, with many matches and with few."""
    report.step("servers and guests get ready")
    scripts = book(plan.scripts)
    with (
        pinned(plan.cores.load),
        event_loop() as loop,
        game_server(plan) as large,
        game_server(plan) as small,
    ):
        empty = large.memory_bytes()
        many = _load(large, plan.many_matches, scripts)
        few = _load(small, plan.matches, scripts)
        try:
            for load in (many, few):
                loop.run_until_complete(load.open())
                loop.run_until_complete(load.stagger())
            growth = (large.memory_bytes() - empty) / plan.many_matches

            def cost(load: Load) -> tuple[float]:
                return (loop.run_until_complete(load.run(plan.seconds)).cost,)

            with no_collections():
                (costs,) = alternate(plan.rounds, lambda: cost(many), lambda: cost(few), report)
        finally:
            many.close()
            few.close()
    what = f"server time per move, {plan.many_matches:,} matches ÷ {plan.matches}"
    return [
        costs.row("scale", what, COST, "≤ 1.2 at 2,000", costs.medians("µs per move", 1)),
        _memory_row(growth),
    ]


def _load(server: Worker, matches: int, scripts: Book) -> GameLoad:
    return GameLoad(server, socket_address(server), matches, scripts)


def _memory_row(growth: float) -> Row:
    return Row(
        name="scale",
        what="memory per two-player match with its connections ÷ 24 KB",
        value=f"{growth / MEMORY_GOAL:.2f}",
        goal="≤ 1",
        detail=f"{growth / 1024:.1f} KB : 24 KB",
    )
