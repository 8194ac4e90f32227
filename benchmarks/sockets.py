"""Moves over sockets against the model of a move: how many, and how late the slowest are."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import NamedTuple

import uvloop

from benchmarks.harness import Limit, Plan, Reporter, Row, alternate
from benchmarks.load import Load
from benchmarks.model import ModelLoad
from benchmarks.processes import Worker, no_collections, pinned
from benchmarks.scripts import book
from benchmarks.talk import GameLoad
from benchmarks.windows import rows, undisturbed

MOVES = Limit("≥", 0.25)
NO_JOURNAL = "no journal yet on our side"


class Contest(NamedTuple):
    """The real server and the model, both with everybody at their tables."""

    loop: asyncio.AbstractEventLoop
    ours: Load
    model: Load


@contextmanager
def event_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop that runs only while something is measured."""
    loop = uvloop.new_event_loop()
    try:
        yield loop
    finally:
        loop.run_until_complete(asyncio.sleep(0.01))
        loop.close()


def game_server(plan: Plan) -> Worker:
    """The real server, on the server's core."""
    command = ["-m", "benchmarks.servers", "game", str(plan.scripts)]
    return Worker(command, plan.cores.server)


def socket_address(server: Worker) -> str:
    """HOST:PORT of a server that is ready."""
    return str(json.loads(server.ready)["socket"])


@contextmanager
def contest(plan: Plan, report: Reporter) -> Iterator[Contest]:
    """Both servers on one core, the generator on the other; guests seated, games staggered."""
    report.step("servers and guests get ready")
    with (
        pinned(plan.cores.load),
        event_loop() as loop,
        game_server(plan) as game,
        Worker(["-m", "benchmarks.servers", "model"], plan.cores.server) as model,
    ):
        ours = GameLoad(game, socket_address(game), plan.matches, book(plan.scripts))
        limit = ModelLoad(model, socket_address(model), plan.matches)
        try:
            loop.run_until_complete(ours.open())
            loop.run_until_complete(limit.open())
            loop.run_until_complete(ours.stagger())
            with no_collections():
                yield Contest(loop, ours, limit)
        finally:
            ours.close()
            limit.close()


def moves(plan: Plan, report: Reporter) -> list[Row]:
    """Accepted moves per second, and per second of the server's processor time."""
    with contest(plan, report) as (loop, ours, model):

        def side(load: Load) -> tuple[float, ...]:
            window = undisturbed(lambda: loop.run_until_complete(load.run(plan.seconds)))
            return window.numbers

        table = alternate(plan.rounds, lambda: side(ours), lambda: side(model), report)
    what = f"Eriantys moves, {2 * plan.matches} connections ÷ model with free rules ({NO_JOURNAL})"
    return rows(table, name="moves-socket", what=what, limit=MOVES, goal="≥ 0.5")


def latency(plan: Plan, report: Reporter) -> list[Row]:
    """The slowest moves at a load both sides carry easily."""
    with contest(plan, report) as (loop, ours, model):

        def side(load: Load) -> tuple[float, ...]:
            delays = loop.run_until_complete(load.paced(plan.offered, plan.seconds))
            return quantiles(delays, n=100)[98] * 1e3, median(delays) * 1e3

        late, usual = alternate(plan.rounds, lambda: side(ours), lambda: side(model), report)
    what = f"p99 at {plan.offered:,} moves/s offered ÷ the model's p99 ({NO_JOURNAL})"
    detail = f"{late.medians('ms', 2)}, medians {usual.medians('ms', 2)}"
    return [late.row("latency", what, detail=detail)]
