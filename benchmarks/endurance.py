"""The long run: a thousand sockets and a hundred Pyro5 players, each move on the disk before it is
answered; then the same with busy Pyro5 clients beside them.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple

from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, Verdict, alternate
from benchmarks.mixed_load import Delays, MixedLoad, TableSetup
from benchmarks.parts import LARGE, SMALL, record
from tests.harness.processes import Worker, event_loop, no_collections, pinned, waited_seconds

ALLOWED = 0.05
LATE = Limit("≤", 1.0)
GROWTH = Limit("≤", 1.1)
ERRORS = Limit("≤", 0)
NEIGHBOURS = Limit("≤", 5.0)
SLICE = 5.0
"""Seconds between two looks at the memory; also one window with or without neighbours."""
WAITED = 0.03
"""Who wanted a core and did not get it for a larger share of the time measured other work."""
MIXED = 5
"""Every fifth table has four guests on sockets and two on Pyro5: 200 of 4, 50 of 6, 1,100."""


class Clocks(NamedTuple):
    """Seconds of a core that the server and the guests used, and waited for."""

    server: float
    guests: float
    server_waited: float
    guests_waited: float

    @classmethod
    def read(cls, server: Worker) -> "Clocks":
        """As they stand now."""
        used = server.cpu_seconds(), process_time()
        return cls(*used, server.waited_seconds(), waited_seconds())

    def shares(self, before: "Clocks", seconds: float) -> "Clocks":
        """The part of this time."""
        return Clocks(*((b - a) / seconds for a, b in zip(before, self, strict=True)))


class Run(NamedTuple):
    """What the long run measured."""

    delays: Delays
    memory: list[int]
    shares: Clocks


def load(plan: Plan, report: Reporter) -> list[Row]:
    """How late answers are, whether the memory grows, what fails, what neighbours cost."""
    report.step(f"{plan.tables} tables are opened")
    with _full_house(plan) as (loop, server, load):
        run = _long_run(plan, report, loop, server, load)
        with Worker(_neighbours(plan, server), plan.cores.load) as others:
            late, waited = _beside(plan, report, loop, server, load, others)
        rows = [_late_row(plan, run, load), _memory_row(plan, run), _error_row(load)]
        return [*rows, _neighbour_row(plan, late, max(waited.ours + waited.theirs))]


@contextmanager
def _full_house(plan: Plan) -> Iterator[tuple[asyncio.AbstractEventLoop, Worker, MixedLoad]]:
    with (
        pinned(plan.cores.load),
        event_loop() as loop,
        Worker(["-m", "benchmarks.servers", "durable", "1"], plan.cores.server) as server,
    ):
        facts = json.loads(server.ready)
        load = MixedLoad((facts["socket"], facts["pyro"]), companies(plan.tables))
        loop.run_until_complete(load.open())
        try:
            with no_collections():
                yield loop, server, load
        finally:
            load.close()


def companies(tables: int) -> list[TableSetup]:
    """Tables of four on sockets with every game in turn, and some for six on both routes."""
    small = [TableSetup(record(set_up), 4, 0) for set_up in SMALL]
    large = TableSetup(record(LARGE), 4, 2)
    return [
        large if number % MIXED == 0 else small[number % len(small)] for number in range(tables)
    ]


def _long_run(
    plan: Plan, report: Reporter, loop: asyncio.AbstractEventLoop, server: Worker, load: MixedLoad
) -> Run:
    total, memory = Delays([], []), list[int]()
    slices = max(3, round(plan.long_seconds / SLICE))
    before = Clocks.read(server)
    for number in range(slices):
        report.step(f"{number * SLICE:g} of {plan.long_seconds:g} s", number / slices)
        delays = loop.run_until_complete(load.play(plan.steady, plan.long_seconds / slices))
        total.sockets.extend(delays.sockets)
        total.remotes.extend(delays.remotes)
        memory.append(server.memory_bytes())
    return Run(total, memory, Clocks.read(server).shares(before, plan.long_seconds))


def _neighbours(plan: Plan, server: Worker) -> list[str]:
    uri = json.loads(server.ready)["pyro"]
    return ["-m", "benchmarks.pyro_clients", uri, uri, str(plan.proxies), "1"]


def _beside(
    plan: Plan,
    report: Reporter,
    loop: asyncio.AbstractEventLoop,
    server: Worker,
    load: MixedLoad,
    others: Worker,
) -> list[Pairs]:
    """The sockets' p99 in ms, and how the server waited, with and without busy Pyro5 clients."""
    seconds = SLICE * plan.seconds

    async def alone() -> tuple[float, float]:
        before = server.waited_seconds()
        delays = await load.play(plan.steady, seconds)
        return 1e3 * p99(delays.sockets), (server.waited_seconds() - before) / seconds

    async def beside() -> tuple[float, float]:
        running = asyncio.get_running_loop()
        busy = running.run_in_executor(None, others.request, f"busy {seconds}")
        found = await alone()
        await busy
        return found

    return alternate(
        plan.rounds,
        lambda: loop.run_until_complete(beside()),
        lambda: loop.run_until_complete(alone()),
        report,
    )


def p99(delays: list[float]) -> float:
    """The 99th percentile."""
    return quantiles(delays, n=100)[98]


def _late_row(plan: Plan, run: Run, load: MixedLoad) -> Row:
    every = [*run.delays.sockets, *run.delays.remotes]
    ratio = p99(every) / ALLOWED
    guests = [guest for table in load.tables for guest in table.clients]
    remotes = sum(guest.remote for guest in guests)
    return Row(
        name="load",
        what=f"p99 of {plan.steady:,} moves/s, {len(guests) - remotes:,} sockets and {remotes} "
        f"Pyro5 players in {plan.tables} matches, durability disk ÷ 50 ms",
        value=f"{ratio:.2f}",
        verdict=verdict(LATE, ratio, max(run.shares.server_waited, run.shares.guests_waited)),
        limit=str(LATE),
        detail=f"{_figures('sockets', run.delays.sockets)}; {_figures('Pyro5', run.delays.remotes)}"
        f"; {len(every):,} moves; server {run.shares.server:.0%}, guests {run.shares.guests:.0%} "
        f"busy, {run.shares.server_waited:.0%} and {run.shares.guests_waited:.0%} kept waiting",
    )


def verdict(limit: Limit, ratio: float, waited: float) -> Verdict:
    """A limit is not missed by a server that did not get its core, but the run is worth nothing."""
    found = limit.verdict(ratio)
    return "disturbed" if found == "MISS" and waited > WAITED else found


def _neighbour_row(plan: Plan, late: Pairs, waited: float) -> Row:
    what = f"sockets' p99 with {plan.proxies} busy Pyro5 clients beside ÷ without"
    row = late.row("load", what, NEIGHBOURS, detail=late.medians("ms", 2))
    return replace(row, verdict=verdict(NEIGHBOURS, late.ratio, waited))


def _figures(route: str, delays: list[float]) -> str:
    return f"{route} p50 {1e3 * median(delays):.2f}, p99 {1e3 * p99(delays):.2f} ms"


def _memory_row(plan: Plan, run: Run) -> Row:
    """After a minute, or half of a shorter run, everything has been done at least once."""
    warm = min(60.0, plan.long_seconds / 2)
    first = run.memory[round(warm / plan.long_seconds * len(run.memory)) - 1]
    ratio = run.memory[-1] / first
    return Row(
        name="load",
        what=f"the server's memory after {plan.long_seconds:g} s ÷ after {warm:g} s",
        value=f"{ratio:.2f}",
        verdict=GROWTH.verdict(ratio),
        limit=str(GROWTH),
        detail=f"{run.memory[-1] / 2**20:.1f} : {first / 2**20:.1f} MB",
    )


def _error_row(load: MixedLoad) -> Row:
    errors = load.errors.total()
    return Row(
        name="load",
        what="errors and lost connections",
        value=str(errors),
        verdict=ERRORS.verdict(errors),
        limit=str(ERRORS),
        detail="; ".join(f"{text} ({n})" for text, n in load.errors.most_common(3)),
    )
