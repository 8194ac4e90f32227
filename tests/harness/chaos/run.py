"""The chaos run: bots play on one server while faults of many kinds occur.

The faults follow a schedule that depends only on the seed. After each round every match must make
progress, and every client compares its mirror with the view of the server. At the end SIGTERM must
stop the server, the journal must contain each answered action once, and `tavolata verify` must find
no damage.
"""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic

from client.bots import Create, JoinAny
from client.connections import connect
from games.registry import GAMES
from tests.harness.chaos.clients import ChaosClient, SharedResults
from tests.harness.chaos.schedule import ROUND_SECONDS, FaultKind, TimedFault, plan_rounds
from tests.harness.chaos.server import ChaosServer
from tests.harness.faulty_proxy import (
    FRAMES,
    REMOTE_CALLS,
    Fault,
    FaultyProxy,
    Side,
    faulty_proxy,
)
from tests.harness.faulty_proxy import FaultKind as CutKind
from tests.harness.killable_server import ROOT
from tests.harness.processes import Worker, core_clock

WIRES = {"socket": FRAMES, "pyro": REMOTE_CALLS}
CLIENTS_PER_PROXY = 10
CUT_SECONDS = 0.2
"""Mean time between two cuts."""
MAX_HOLE_SECONDS = 2.0
POLL_SECONDS = 0.05
"""Interval at which conditions are checked."""
PYRO_INTERVAL = 3
"""Every third client uses Pyro5."""
ATTACKS = {FaultKind.SLOW: "nonreading", FaultKind.FLOOD: "flood"}
MEGABYTE = 1 << 20

Report = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class ChaosPlan:
    """The parameters of a run; the same seed and lengths give the same faults."""

    seed: int = 1
    rooms: int = 200
    seconds: float = 600.0
    round_seconds: float = ROUND_SECONDS
    pause_seconds: float = 4.0
    """Maximum pause of a client before an action; the mean is half of it."""
    attackers: int = 40
    progress_seconds: float = 60.0
    """Time in which every match must make progress after the faults of a round. The time that the
    server and the clients wait for a core does not count."""
    max_memory: int = 320 * MEGABYTE
    """Maximum resident memory of the server."""


@dataclass
class ChaosResult:
    """The findings of a run; ``problems`` is empty if everything held."""

    problems: list[str]
    summary: str


class ChaosRun:
    """One run: server, proxies, clients and attackers."""

    def __init__(self, plan: ChaosPlan, data: Path, report: Report) -> None:
        self.plan = plan
        self.results = SharedResults()
        self.server = ChaosServer(data)
        self.proxies: dict[str, list[tuple[FaultyProxy, str]]] = {}
        self.clients: list[ChaosClient] = []
        self.attackers: dict[FaultKind, Worker] = {}
        self.slowest_progress = 0.0
        self._report = report

    @property
    def problems(self) -> list[str]:
        """Everything that must not have happened."""
        return [*self.server.problems, *self.results.problems]

    async def play(self) -> None:
        """Start everything, inject the faults of all rounds, and stop the clients and the server.

        Ends after the round in which the first problem occurred.
        """
        await self.server.start()
        try:
            async with AsyncExitStack() as stack:
                await self._start_proxies(stack)
                for kind in ATTACKS:
                    command = ["-m", "benchmarks.attackers", "19"]
                    self.attackers[kind] = stack.enter_context(Worker(command, None))
                await stack.enter_async_context(self._running_clients())
                await self._inject_faults()
            await self.server.stop()
        finally:
            await self.server.kill()

    async def _start_proxies(self, stack: AsyncExitStack) -> None:
        """Start proxies in front of each transport, for CLIENTS_PER_PROXY clients each."""
        number = 1 + 2 * self.plan.rooms // CLIENTS_PER_PROXY // 2
        for transport, target in self.server.addresses.items():
            self.proxies[transport] = [
                await stack.enter_async_context(faulty_proxy(WIRES[transport], target, None))
                for _ in range(number)
            ]

    @asynccontextmanager
    async def _running_clients(self) -> AsyncIterator[None]:
        """Run the clients during the block, which begins when nearly all of them play."""
        self.clients = [self._client(number) for number in range(self.plan.rooms * 3 // 2)]
        tasks = [asyncio.create_task(self._watch_memory())]
        try:
            games = len(GAMES)
            groups = (self.clients[first::games] for first in range(games))
            await asyncio.gather(*(self._start_clients(group, tasks) for group in groups))
            await self._wait_for_matches()
            yield
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            failures = [e for e in ended if not isinstance(e, asyncio.CancelledError)]
            self.results.problems += [f"a client failed: {failure!r}" for failure in failures]

    async def _start_clients(
        self, clients: list[ChaosClient], tasks: list[asyncio.Task[None]]
    ) -> None:
        """Start the clients of one game one by one, so that each finds the room of the last."""
        for client in clients:
            tasks.append(asyncio.create_task(client.run()))
            while not client.has_room and not self.problems:
                await asyncio.sleep(0.001)

    def _client(self, number: int) -> ChaosClient:
        """Return a client. The games take turns; of three clients of a game, two share a room.

        The third has a computer player as opponent.
        """
        game, index = sorted(GAMES)[number % len(GAMES)], number // len(GAMES)
        is_alone = index % 3 == 0
        create = Create(game=game, players=2, mode=index % 2 == 0, bots=int(is_alone))
        transport = "pyro" if index // 3 % PYRO_INTERVAL == index % 3 else "socket"
        proxies = self.proxies[transport]
        _, address = proxies[number // CLIENTS_PER_PROXY % len(proxies)]
        opener = partial(connect, address if transport == "socket" else f"PYRO:tavolata@{address}")
        room = create if is_alone else JoinAny(create)
        return ChaosClient(f"c{number}", opener, room, self.plan.pause_seconds, self.results)

    async def _wait_for_matches(self) -> None:
        """Wait until all clients play, except one of each game that may be left over."""
        while sum(client.is_playing for client in self.clients) < len(self.clients) - len(GAMES):
            if self.problems:
                return
            await asyncio.sleep(POLL_SECONDS)
        self._report(f"{len(self.clients)} clients play; {self._memory_text()}")

    async def _watch_memory(self) -> None:
        while True:
            self.server.read_memory()
            await asyncio.sleep(POLL_SECONDS)

    async def _inject_faults(self) -> None:
        """Inject the faults of one round after the other; stop after a problem."""
        plan = self.plan
        rounds = plan_rounds(plan.seed, plan.seconds, plan.round_seconds)
        for number, faults in enumerate(rounds):
            self._report(f"round {number + 1}: {'; '.join(map(str, faults))}")
            start, ends_at = number * plan.round_seconds, monotonic() + plan.round_seconds
            await asyncio.gather(*(self._inject(fault, fault.at - start) for fault in faults))
            await self._check_progress()
            await self._check_views()
            if self.problems:
                return
            await asyncio.sleep(max(0.0, ends_at - monotonic()))

    async def _inject(self, fault: TimedFault, delay_seconds: float) -> None:
        """Wait, then inject one fault and return when it has ended."""
        await asyncio.sleep(delay_seconds)
        match fault.kind:
            case FaultKind.KILL:
                await self.server.kill_and_restart(fault.seconds / 4)
            case FaultKind.SUSPEND:
                await self.server.suspend(fault.seconds)
            case FaultKind.DISK:
                await self.server.refuse_writes(fault.seconds)
            case FaultKind.CUT:
                await self._cut_connections(fault)
            case FaultKind.SLOW | FaultKind.FLOOD:
                await self._attack(fault)

    async def _cut_connections(self, fault: TimedFault) -> None:
        """Let connections fail in random ways until the fault ends."""
        rng, ends_at = Random(fault.seed), monotonic() + fault.seconds
        proxies = [proxy for proxies in self.proxies.values() for proxy, _ in proxies]
        while monotonic() < ends_at:
            proxy, side = rng.choice(proxies), rng.choice(list(Side))
            proxy.triggered, proxy.fault = (
                False,
                Fault(
                    side,
                    proxy.forwarded[side] + 1,
                    rng.choice(list(CutKind)),
                    failing_reconnects=rng.randrange(4),
                    hole_seconds=rng.uniform(0.0, MAX_HOLE_SECONDS),
                ),
            )
            await asyncio.sleep(CUT_SECONDS * rng.uniform(0.5, 1.5))

    async def _attack(self, fault: TimedFault) -> None:
        """Let attackers of one kind attack one port."""
        port = self.server.addresses[fault.transport].rpartition(":")[2]
        kind, count = ATTACKS[fault.kind], self.plan.attackers
        line = f"{kind} {fault.transport} {port} {count} {fault.seconds}"
        await asyncio.to_thread(self.attackers[fault.kind].request, line)

    async def _check_progress(self) -> None:
        """Wait until each client that plays now has seen a change, or a new match or session."""
        start, is_reported, clock = monotonic(), False, self._clock()
        waiting = {client: client.position for client in self.clients if client.is_playing}
        while waiting := {c: before for c, before in waiting.items() if c.position == before}:
            if clock() > self.plan.progress_seconds:
                self.results.problems += [f"no progress: {client.describe()}" for client in waiting]
                return
            if clock() > self.plan.progress_seconds / 3 and not is_reported:
                is_reported = True
                example = next(iter(waiting)).describe()
                self._report(f"    still waiting for {len(waiting)} clients, such as {example}")
            await asyncio.sleep(POLL_SECONDS)
        seconds = monotonic() - start
        self.slowest_progress = max(self.slowest_progress, seconds)
        self._report(
            f"    progress after {seconds:.1f} s, {self.results.actions.count} actions, "
            f"{self._memory_text()}"
        )

    async def _check_views(self) -> None:
        """Let each client compare its mirror with the view of the server."""
        await asyncio.gather(*(client.request_view() for client in self.clients))
        clock = self._clock()
        while waiting := [client for client in self.clients if client.waits_for_view]:
            if clock() > self.plan.progress_seconds:
                self.results.problems += [f"no view: {client.describe()}" for client in waiting]
                return
            await asyncio.sleep(POLL_SECONDS)

    def _clock(self) -> Callable[[], float]:
        """Return a function that returns the seconds since now in which nothing had to wait."""
        clock = core_clock(self.server.process.pid)
        start = clock()
        return lambda: clock() - start

    def _memory_text(self) -> str:
        memory = self.server.read_memory() // MEGABYTE
        return f"{memory} MiB, at most {self.server.max_memory // MEGABYTE} MiB"


async def run_chaos(plan: ChaosPlan, data: Path, report: Report) -> ChaosResult:
    """Run the plan with a new data folder, check everything, and return what was found."""
    report(f"chaos run with {plan}")
    run = ChaosRun(plan, data, report)
    await run.play()
    problems = [*run.problems, *_verify(data), *run.results.actions.journal_problems(data)]
    if run.server.max_memory > plan.max_memory:
        problems.append(f"the server used {run.server.max_memory // MEGABYTE} MiB")
    results = run.results
    summary = (
        f"{results.actions.count} answered actions, {results.matches} ended seats, "
        f"{run.server.starts} starts, {results.reconnects} reconnects, "
        f"{results.compared_views} compared views, {results.errors.total()} refusals "
        f"({dict(results.errors)}), progress within {run.slowest_progress:.1f} s, "
        f"at most {run.server.max_memory // MEGABYTE} MiB"
    )
    for line in (*problems, summary):
        report(line)
    return ChaosResult(problems, summary)


def _verify(data: Path) -> list[str]:
    """Return the report of `tavolata verify` if it exits with another status than 0."""
    command = [sys.executable, "-m", "client", "verify", "--data", str(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return [f"verify: {done.stdout[-2000:]}{done.stderr[-2000:]}"] if done.returncode else []
