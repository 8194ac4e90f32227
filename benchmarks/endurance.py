"""The long run: 1,000 socket and 100 Pyro5 clients, with durability disk.

Afterwards the latency on sockets is compared with and without additional busy Pyro5 clients.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple

from benchmarks.action_scripts import LARGE_SETUP, SMALL_SETUPS, record_actions
from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, Verdict, alternate
from benchmarks.mixed_load import Delays, GroupSetup, MixedLoad
from tests.harness.processes import Worker, event_loop, no_collections, pinned, waited_seconds

ALLOWED_SECONDS = 0.05
LATENCY = Limit("≤", 1.0)
GROWTH = Limit("≤", 1.1)
ERRORS = Limit("≤", 0)
BUSY_CLIENTS = Limit("≤", 5.0)
SLICE_SECONDS = 5.0
"""Interval of memory readings; also the duration of a window with or without busy clients."""
MAX_WAIT_SHARE = 0.03
"""If a process waited for a core for a larger share of the time, the result is disturbed."""
LARGE_GROUP_INTERVAL = 5
"""Every fifth group has four clients on sockets and two on Pyro5; the others four on sockets."""


class CpuTimes(NamedTuple):
    """Seconds that the server and the clients used a core, and waited for one."""

    server: float
    clients: float
    server_waited: float
    clients_waited: float

    @classmethod
    def read(cls, server: Worker) -> "CpuTimes":
        """Read the current values."""
        used = server.cpu_seconds(), process_time()
        return cls(*used, server.waited_seconds(), waited_seconds())

    def shares(self, before: "CpuTimes", seconds: float) -> "CpuTimes":
        """Return the differences to ``before`` as shares of ``seconds``."""
        return CpuTimes(*((b - a) / seconds for a, b in zip(before, self, strict=True)))


class LongRun(NamedTuple):
    """Figures of the long run."""

    delays: Delays
    memory: list[int]
    shares: CpuTimes


def load(plan: Plan, report: Reporter) -> list[Row]:
    """Measure latency, growth of memory, errors, and the effect of busy Pyro5 clients."""
    report.step(f"starting {plan.long_matches} matches")
    with _running_load(plan) as (loop, server, load):
        run = _long_run(plan, report, loop, server, load)
        with Worker(_busy_clients_command(plan, server), plan.cores.load) as busy_clients:
            latency, wait_share = _compare_with_busy_clients(
                plan, report, loop, server, load, busy_clients
            )
        rows = [_latency_row(plan, run, load), _memory_row(plan, run), _error_row(load)]
        return [*rows, _busy_clients_row(plan, latency, max(wait_share.ours + wait_share.theirs))]


@contextmanager
def _running_load(plan: Plan) -> Iterator[tuple[asyncio.AbstractEventLoop, Worker, MixedLoad]]:
    with (
        pinned(plan.cores.load),
        event_loop() as loop,
        Worker(["-m", "benchmarks.servers", "disk-heartbeats", "1"], plan.cores.server) as server,
    ):
        facts = json.loads(server.ready)
        load = MixedLoad((facts["socket"], facts["pyro"]), group_setups(plan.long_matches))
        loop.run_until_complete(load.open())
        try:
            with no_collections():
                yield loop, server, load
        finally:
            load.close()


def group_setups(groups: int) -> list[GroupSetup]:
    """Return setups for groups of four on sockets, with every game in turn, and some of six."""
    small = [GroupSetup(record_actions(setup), 4, 0) for setup in SMALL_SETUPS]
    large = GroupSetup(record_actions(LARGE_SETUP), 4, 2)
    return [
        large if number % LARGE_GROUP_INTERVAL == 0 else small[number % len(small)]
        for number in range(groups)
    ]


def _long_run(
    plan: Plan, report: Reporter, loop: asyncio.AbstractEventLoop, server: Worker, load: MixedLoad
) -> LongRun:
    total, memory = Delays([], [], []), list[int]()
    slices = max(3, round(plan.long_seconds / SLICE_SECONDS))
    before = CpuTimes.read(server)
    for number in range(slices):
        report.step(f"{number * SLICE_SECONDS:g} of {plan.long_seconds:g} s", number / slices)
        delays = loop.run_until_complete(load.play(plan.long_rate, plan.long_seconds / slices))
        total.sockets.extend(delays.sockets)
        total.remotes.extend(delays.remotes)
        memory.append(server.memory_bytes())
    return LongRun(total, memory, CpuTimes.read(server).shares(before, plan.long_seconds))


def _busy_clients_command(plan: Plan, server: Worker) -> list[str]:
    uri = json.loads(server.ready)["pyro"]
    return ["-m", "benchmarks.pyro_clients", uri, uri, str(plan.proxies), "1"]


def _compare_with_busy_clients(
    plan: Plan,
    report: Reporter,
    loop: asyncio.AbstractEventLoop,
    server: Worker,
    load: MixedLoad,
    busy_clients: Worker,
) -> list[Pairs]:
    """Compare p99 on sockets in ms, and the server's wait share, with and without busy clients."""
    seconds = SLICE_SECONDS * plan.window_seconds

    async def alone() -> tuple[float, float]:
        before = server.waited_seconds()
        delays = await load.play(plan.long_rate, seconds)
        return 1e3 * p99(delays.sockets), (server.waited_seconds() - before) / seconds

    async def with_busy_clients() -> tuple[float, float]:
        running = asyncio.get_running_loop()
        busy_result = running.run_in_executor(None, busy_clients.request, f"busy {seconds}")
        result = await alone()
        await busy_result
        return result

    return alternate(
        plan.rounds,
        lambda: loop.run_until_complete(with_busy_clients()),
        lambda: loop.run_until_complete(alone()),
        report,
    )


def p99(delays: list[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(delays, n=100)[98]


def _latency_row(plan: Plan, run: LongRun, load: MixedLoad) -> Row:
    all_delays = [*run.delays.sockets, *run.delays.remotes]
    ratio = p99(all_delays) / ALLOWED_SECONDS
    clients = [client for group in load.groups for client in group.clients]
    remotes = sum(client.remote for client in clients)
    return Row(
        name="load",
        description=f"p99 of {plan.long_rate:,} moves/s, {len(clients) - remotes:,} socket and "
        f"{remotes} Pyro5 clients in {plan.long_matches} matches, durability disk ÷ 50 ms",
        value=f"{ratio:.2f}",
        verdict=verdict(LATENCY, ratio, max(run.shares.server_waited, run.shares.clients_waited)),
        limit=str(LATENCY),
        detail=f"{_percentiles('sockets', run.delays.sockets)}; "
        f"{_percentiles('Pyro5', run.delays.remotes)}; {len(all_delays):,} moves; "
        f"server {run.shares.server:.0%}, clients {run.shares.clients:.0%} busy, "
        f"waiting {run.shares.server_waited:.0%} and {run.shares.clients_waited:.0%}",
    )


def verdict(limit: Limit, ratio: float, wait_share: float) -> Verdict:
    """Return the verdict; a missed limit is "disturbed" if a process waited long for a core."""
    result = limit.verdict(ratio)
    return "disturbed" if result == "MISS" and wait_share > MAX_WAIT_SHARE else result


def _busy_clients_row(plan: Plan, latency: Pairs, wait_share: float) -> Row:
    description = f"sockets' p99 with {plan.proxies} additional busy Pyro5 clients ÷ without"
    row = latency.row("load", description, BUSY_CLIENTS, detail=latency.medians("ms", 2))
    return replace(row, verdict=verdict(BUSY_CLIENTS, latency.ratio, wait_share))


def _percentiles(transport: str, delays: list[float]) -> str:
    return f"{transport} p50 {1e3 * median(delays):.2f}, p99 {1e3 * p99(delays):.2f} ms"


def _memory_row(plan: Plan, run: LongRun) -> Row:
    """Compare the memory at the end with that after a minute, or half of a shorter run."""
    warm = min(60.0, plan.long_seconds / 2)
    first = run.memory[round(warm / plan.long_seconds * len(run.memory)) - 1]
    ratio = run.memory[-1] / first
    return Row(
        name="load",
        description=f"the server's memory after {plan.long_seconds:g} s ÷ after {warm:g} s",
        value=f"{ratio:.2f}",
        verdict=GROWTH.verdict(ratio),
        limit=str(GROWTH),
        detail=f"{run.memory[-1] / 2**20:.1f} : {first / 2**20:.1f} MB",
    )


def _error_row(load: MixedLoad) -> Row:
    errors = load.errors.total()
    return Row(
        name="load",
        description="errors and lost connections",
        value=str(errors),
        verdict=ERRORS.verdict(errors),
        limit=str(ERRORS),
        detail="; ".join(f"{text} ({n})" for text, n in load.errors.most_common(3)),
    )
