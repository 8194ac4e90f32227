"""Compare moves over the Pyro5 transport with a stock Pyro5 daemon that only echoes."""

import json
from dataclasses import replace

from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, alternate
from benchmarks.server_pair import server_command
from benchmarks.windows import Window, measure_undisturbed, rate_rows
from tests.harness.processes import ANYWHERE, Worker

MOVES = Limit("≥", 0.7)


class ProxyProcess:
    """The process with the stock proxies (``pyro_clients.py``)."""

    def __init__(self, worker: Worker, seconds: float) -> None:
        self._worker = worker
        self._seconds = seconds

    def moves(self, game: Worker) -> Window:
        """Play matches that were set up in advance, without polling for the pushed messages."""
        self._request("prepare")
        window = self._measure(game, "moves")
        self._request("leave")
        return window

    def echo(self, stock: Worker) -> Window:
        """Call the echo method."""
        return self._measure(stock, "echo")

    def _measure(self, server: Worker, command: str) -> Window:
        before = server.cpu_seconds(), self._worker.cpu_seconds()
        made, taken = self._request(command)
        after = server.cpu_seconds(), self._worker.cpu_seconds()
        return Window(made, taken, after[0] - before[0], after[1] - before[1])

    def _request(self, command: str) -> tuple[int, float]:
        answer = json.loads(self._worker.request(f"{command} {self._seconds}"))
        return answer["calls"], answer["seconds"]


def moves(plan: Plan, report: Reporter) -> list[Row]:
    """Compare calls per second, with each process pinned to a core and without pinning.

    Pinning makes the stock daemon faster, because its threads no longer contend for the
    interpreter lock from two cores. So the pinned ratio is lower, and the limit applies to it.
    """
    description = f"Eriantys moves ÷ a stock daemon's bare echo, {plan.proxies} stock proxies"
    pinned = _compare(plan, report)
    free, *_ = _compare(replace(plan, cores=ANYWHERE), report)
    unpinned = free.row("moves-pyro", "the same without pinning", detail=free.medians("moves/s"))
    return [
        *rate_rows(pinned, name="moves-pyro", description=description, limit=MOVES, goal="≥ 1"),
        unpinned,
    ]


def _compare(plan: Plan, report: Reporter) -> list[Pairs]:
    report.step("starting servers and proxies")
    with (
        Worker(server_command("no-journal", plan), plan.cores.server) as game,
        Worker(server_command("stock-pyro", plan), plan.cores.server) as stock,
        Worker(_command(plan, game, stock), plan.cores.load) as worker,
    ):
        clients = ProxyProcess(worker, plan.window_seconds)
        return alternate(
            plan.rounds,
            lambda: measure_undisturbed(lambda: clients.moves(game)).figures,
            lambda: measure_undisturbed(lambda: clients.echo(stock)).figures,
            report,
        )


def _command(plan: Plan, game: Worker, stock: Worker) -> list[str]:
    uris = [str(json.loads(server.ready)["pyro"]) for server in (game, stock)]
    return ["-m", "benchmarks.pyro_clients", *uris, str(plan.proxies), str(plan.scripts)]
