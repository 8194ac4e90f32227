"""Moves over the Pyro5 route against a stock Pyro5 daemon that only echoes."""

import json
from dataclasses import replace

from benchmarks.contest import server_command
from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, alternate
from benchmarks.windows import Window, rows, undisturbed
from tests.harness.processes import ANYWHERE, Worker

MOVES = Limit("≥", 0.7)


class Clients:
    """The stock proxies, in a process of their own."""

    def __init__(self, worker: Worker, seconds: float) -> None:
        self._worker = worker
        self._seconds = seconds

    def moves(self, game: Worker) -> Window:
        """Play matches that were set up before; the pushes are left for later polls."""
        self._do("prepare")
        window = self._measure(game, "moves")
        self._do("leave")
        return window

    def echo(self, stock: Worker) -> Window:
        """Bare calls."""
        return self._measure(stock, "echo")

    def _measure(self, server: Worker, what: str) -> Window:
        before = server.cpu_seconds(), self._worker.cpu_seconds()
        made, taken = self._do(what)
        after = server.cpu_seconds(), self._worker.cpu_seconds()
        return Window(made, taken, after[0] - before[0], after[1] - before[1])

    def _do(self, what: str) -> tuple[int, float]:
        answer = json.loads(self._worker.request(f"{what} {self._seconds}"))
        return answer["calls"], answer["seconds"]


def moves(plan: Plan, report: Reporter) -> list[Row]:
    """Calls per second, with each side held to a core and where the system puts it.

    To hold it to one core does the stock daemon a favour: two cores would fight for its
    interpreter lock. So the first figures are the harder ones, and they have the limit.
    """
    what = f"Eriantys moves ÷ a stock daemon's bare echo, {plan.proxies} stock proxies"
    pinned = _contest(plan, report)
    free, *_ = _contest(replace(plan, cores=ANYWHERE), report)
    unpinned = free.row(
        "moves-pyro", "the same, nothing held to a core", detail=free.medians("moves/s")
    )
    return [*rows(pinned, name="moves-pyro", what=what, limit=MOVES, goal="≥ 1"), unpinned]


def _contest(plan: Plan, report: Reporter) -> list[Pairs]:
    report.step("servers and proxies get ready")
    with (
        Worker(server_command("forgetful", plan), plan.cores.server) as game,
        Worker(server_command("stock", plan), plan.cores.server) as stock,
        Worker(_command(plan, game, stock), plan.cores.load) as worker,
    ):
        clients = Clients(worker, plan.seconds)
        return alternate(
            plan.rounds,
            lambda: undisturbed(lambda: clients.moves(game)).numbers,
            lambda: undisturbed(lambda: clients.echo(stock)).numbers,
            report,
        )


def _command(plan: Plan, game: Worker, stock: Worker) -> list[str]:
    uris = [str(json.loads(server.ready)["pyro"]) for server in (game, stock)]
    return ["-m", "benchmarks.pyro_clients", *uris, str(plan.proxies), str(plan.scripts)]
