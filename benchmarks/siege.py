"""Measure the latency of moves while attackers use the socket or the Pyro5 port, and without them.

A round is one window with attackers and one without. The medians of the 99th percentiles of both
kinds of windows are compared, because one window has only about a dozen moves above its 99th
percentile. Rounds in which other processes delayed the server or the clients are repeated, up to
twice as many rounds in total. Moves that were due while the machine itself stopped a core do not
count in either kind of window (`benchmarks.pauses`).
"""

import asyncio
import json
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple

from benchmarks.attackers import CYCLES, START_INTERVAL_SECONDS
from benchmarks.endurance import MAX_WAIT_SHARE, group_setups, p99, verdict
from benchmarks.harness import Limit, Plan, Reporter, Row
from benchmarks.mixed_load import MixedLoad
from benchmarks.pauses import Pause, outside_pauses
from tests.harness.processes import (
    CERTIFICATE,
    BenchmarkError,
    Worker,
    event_loop,
    no_collections,
    pinned,
    waited_seconds,
)

SLOWDOWN = Limit("≤", 1.2)
CYCLES_SLOWDOWN = Limit("≤", 1.5)
FLOOD_LATENCY = Limit("≤", 1.0)
LIFETIME = Limit("≤", 1.0)
ALLOWED_MS = 100.0
ROUNDS = 8
TABLES, MOVES_PER_SECOND = 50, 500
TIMEOUT_SECONDS = 2.0
"""Time-out of the attacked server for a handshake and for the rest of a message."""
NICENESS = "19"
MAX_EXCLUDED_SHARE = 0.5
"""A window of which pauses of the machine affect more moves is disturbed."""
MIN_KEPT_MOVES = 20
"""If pauses leave fewer moves of a window, all are kept, and the window is disturbed."""
PAUSES = ["-m", "benchmarks.pauses"]


class Attack(NamedTuple):
    """A kind of attack: the attackers, and the server that they attack."""

    kind: str
    number: int
    description: str
    durability: str = "process"
    """Durability of the server. Delays of the disk would dominate a comparison of two windows, so
    only the flood, whose limit is in milliseconds, uses "disk"."""
    tls: bool = False

    @property
    def name(self) -> str:
        """Short name for the detail column."""
        return f"{self.kind} TLS" if self.tls else self.kind


ATTACKS = (
    Attack("slow", 500, "do not complete a message"),
    Attack("nonreading", 100, "never read"),
    Attack("cycles", 100, f"connect and close {CYCLES} times"),
    Attack("slow", 500, "do not complete the TLS handshake", tls=True),
    Attack("flood", 100, "send as fast as they can", durability="disk"),
)


def siege(plan: Plan, report: Reporter) -> list[Row]:
    """Return a row for each attack on each transport, and one for the lifetimes of attackers."""
    rows, lifetimes = list[Row](), list[AttackerLifetime]()
    for attack in ATTACKS:
        with server_under_attack(plan, attack) as benchmark:
            for transport in ("socket", "pyro"):
                rows.append(benchmark.row(transport, report))
            lifetimes += benchmark.lifetimes
    return [*rows, lifetime_row(lifetimes)]


class AttackerLifetime(NamedTuple):
    """The longest connection of attackers that the server should have disconnected."""

    name: str
    longest_seconds: float
    allowed_seconds: float


def lifetime_row(lifetimes: list[AttackerLifetime]) -> Row:
    """Return the row for the longest lifetime, relative to what is allowed."""
    ratio = max(lifetime.longest_seconds / lifetime.allowed_seconds for lifetime in lifetimes)
    return Row(
        name="siege",
        description="longest connection of a slow or non-reading attacker ÷ allowed",
        value=f"{ratio:.2f}",
        verdict=LIFETIME.verdict(ratio),
        limit=str(LIFETIME),
        detail="; ".join(
            f"{name} {longest:.2f} of {allowed:.2f} s" for name, longest, allowed in lifetimes
        ),
    )


@contextmanager
def server_under_attack(
    plan: Plan, attack: Attack, timeout_seconds: float = TIMEOUT_SECONDS
) -> Iterator["AttackBenchmark"]:
    """Start a server, clients that play matches, and the process of the attackers.

    With a larger ``timeout_seconds``, attackers stay connected for longer than is allowed.
    """
    options = [
        str(timeout_seconds * plan.window_seconds),
        attack.durability,
        "tls" if attack.tls else "plain",
    ]
    command = ["-m", "benchmarks.servers", "under-attack", "1", *options]
    with (
        pinned(plan.cores.load),
        event_loop() as loop,
        Worker(command, plan.cores.server) as server,
        Worker(["-m", "benchmarks.attackers", NICENESS], plan.cores.load) as attackers,
        Worker(PAUSES, plan.cores.server) as server_pauses,
        Worker(PAUSES, plan.cores.load) as load_pauses,
    ):
        facts = json.loads(server.ready)
        tls = ssl.create_default_context(cafile=CERTIFICATE) if attack.tls else None
        setups = group_setups(min(TABLES, plan.long_matches))
        load = MixedLoad((facts["socket"], facts["pyro"]), setups, tls)
        loop.run_until_complete(load.open())
        try:
            with no_collections():
                workers = Workers(server, attackers, (server_pauses, load_pauses))
                yield AttackBenchmark(plan, attack, loop, workers, load)
        finally:
            load.close()


class Window(NamedTuple):
    """Delays of the moves of one window, and the shares of its time spent waiting for a core."""

    delays: list[float]
    """Without the moves that a pause of the machine affected."""
    excluded_share: float
    """Share of the moves that a pause of the machine affected."""
    server_waited: float
    clients_waited: float


class Round(NamedTuple):
    """One window with attackers and one without."""

    under_attack: Window
    baseline: Window
    attacker_counts: dict[str, int]
    """Events of the attackers, such as connections and disconnects."""

    @property
    def max_wait_share(self) -> float:
        """Largest share of time spent waiting for a core because of other processes.

        Clients under attack do not count, because they share their core with the attackers.
        """
        under_attack, baseline = self.under_attack, self.baseline
        return max(under_attack.server_waited, baseline.server_waited, baseline.clients_waited)

    @property
    def excluded_share(self) -> float:
        """Larger share of the moves of a window that a pause of the machine affected."""
        return max(self.under_attack.excluded_share, self.baseline.excluded_share)

    @property
    def is_disturbed(self) -> bool:
        """True if other processes or the machine delayed too much of the round."""
        return self.max_wait_share > MAX_WAIT_SHARE or self.excluded_share > MAX_EXCLUDED_SHARE


class Rounds(NamedTuple):
    """All measured rounds; only undisturbed ones count, if they are half of ``required``."""

    measured: list[Round]
    required: int

    @property
    def undisturbed(self) -> list[Round]:
        """Rounds in which neither other processes nor the machine delayed much."""
        return [one for one in self.measured if not one.is_disturbed]

    @property
    def is_complete(self) -> bool:
        """True after the required number of undisturbed rounds, or the maximum number of rounds."""
        return len(self.undisturbed) >= self.required or len(self.measured) >= 2 * self.required - 1

    @property
    def counted(self) -> list[Round]:
        """Rounds that are compared."""
        return self.undisturbed if 2 * len(self.undisturbed) >= self.required else self.measured

    @property
    def max_wait_share(self) -> float:
        """Largest wait share of the counted rounds."""
        return max(one.max_wait_share for one in self.counted)

    @property
    def excluded_share(self) -> float:
        """Largest share of the moves of a counted window that a pause of the machine affected."""
        return max(one.excluded_share for one in self.counted)

    @property
    def attack_ms(self) -> float:
        """Median of the 99th percentiles under attack, in milliseconds."""
        return 1e3 * median(p99(one.under_attack.delays) for one in self.counted)

    @property
    def spread(self) -> str:
        """Lowest and highest ratio of the 99th percentiles of the counted rounds, as text."""
        ratios = [p99(one.under_attack.delays) / p99(one.baseline.delays) for one in self.counted]
        return f"{min(ratios):.2f} to {max(ratios):.2f}"

    @property
    def baseline_ms(self) -> float:
        """Median of the 99th percentiles without attackers, in milliseconds."""
        return 1e3 * median(p99(one.baseline.delays) for one in self.counted)


class Workers(NamedTuple):
    """The processes of a benchmark of one attack."""

    server: Worker
    attackers: Worker
    pauses: Sequence[Worker]
    """One recorder of pauses for each core."""


class AttackBenchmark:
    """Measures rounds of one attack."""

    def __init__(
        self,
        plan: Plan,
        attack: Attack,
        loop: asyncio.AbstractEventLoop,
        workers: Workers,
        load: MixedLoad,
    ) -> None:
        self.lifetimes: list[AttackerLifetime] = []
        self._plan, self._attack, self._loop = plan, attack, loop
        self._server, self._attackers, self._pauses = workers
        self._load = load
        self._attacker_count = min(attack.number, plan.attackers)
        self._allowed_seconds = 1.5 * TIMEOUT_SECONDS * plan.window_seconds + 0.3
        """Allowed lifetime of an attacker; the server checks its deadlines four times a second."""
        self._window_seconds = self._attacker_count * START_INTERVAL_SECONDS + self._allowed_seconds
        """Duration of a window: all attackers connect one by one and are disconnected."""

    def row(self, transport: str, report: Reporter) -> Row:
        """Measure the latency of moves with and without the attackers, and return the row."""
        rounds = Rounds([], min(ROUNDS, self._plan.rounds))
        while not rounds.is_complete:
            report.step(
                f"round {len(rounds.measured) + 1}", len(rounds.measured) / rounds.required / 2
            )
            rounds.measured.append(self._loop.run_until_complete(self._round(transport)))
        who = f"{self._attacker_count} clients that {self._attack.description}, on the {transport}"
        if self._attack.kind == "flood":
            ratio, limit = rounds.attack_ms / ALLOWED_MS, FLOOD_LATENCY
            description = f"p99 with {who} ÷ {ALLOWED_MS:g} ms"
        else:
            ratio, limit = rounds.attack_ms / rounds.baseline_ms, SLOWDOWN
            description = f"p99 with {who} ÷ without them"
            if self._attack.kind == "cycles":
                limit = CYCLES_SLOWDOWN
            else:
                self._record_lifetimes(transport, rounds)
        return Row(
            name="siege",
            description=description,
            value=f"{ratio:.2f}",
            verdict=verdict(limit, ratio, rounds.max_wait_share),
            limit=str(limit),
            detail=self._detail(rounds),
        )

    def _record_lifetimes(self, transport: str, rounds: Rounds) -> None:
        longest_seconds = max(one.attacker_counts["longest ms"] for one in rounds.measured) / 1e3
        name = f"{self._attack.name} {transport}"
        self.lifetimes.append(AttackerLifetime(name, longest_seconds, self._allowed_seconds))

    def _detail(self, rounds: Rounds) -> str:
        counts = sorted(rounds.measured[-1].attacker_counts.items())
        undisturbed, measured = len(rounds.undisturbed), len(rounds.measured)
        memory = self._server.memory_bytes() / 2**20
        return (
            f"{rounds.attack_ms:.2f} : {rounds.baseline_ms:.2f} ms, {rounds.spread}; "
            f"{', '.join(f'{name} {number}' for name, number in counts)}; {memory:.0f} MB; "
            f"{len(self._load.errors)} errors; {undisturbed} of {measured} rounds undisturbed; "
            f"pauses of the machine affected up to {rounds.excluded_share:.0%} of a window"
        )

    async def _round(self, transport: str) -> Round:
        port = json.loads(self._server.ready)[transport].rpartition(":")[2]
        wire = "tls" if self._attack.tls else transport
        line = f"{self._attack.kind} {wire} {port} {self._attacker_count} {self._allowed_seconds}"
        running = asyncio.get_running_loop()
        answer = running.run_in_executor(None, self._attackers.request, line)
        under_attack = await self._window()
        attacker_counts: dict[str, int] = json.loads(await answer)
        if attacker_counts["failed"] or attacker_counts["connections"] < self._attacker_count:
            raise BenchmarkError(f"not all attackers connected: {attacker_counts}")
        return Round(under_attack, await self._window(), attacker_counts)

    async def _window(self) -> Window:
        self._read_pauses()
        before = self._server.waited_seconds(), waited_seconds()
        delays = await self._load.play(
            min(MOVES_PER_SECOND, self._plan.long_rate), self._window_seconds
        )
        after = self._server.waited_seconds(), waited_seconds()
        server, clients = (
            (b - a) / self._window_seconds for a, b in zip(before, after, strict=True)
        )
        kept, excluded_share = outside_pauses(delays.timed, self._read_pauses())
        if len(kept) < MIN_KEPT_MOVES:
            kept, excluded_share = [delay for _, delay in delays.timed], 1.0
        return Window(kept, excluded_share, server, clients)

    def _read_pauses(self) -> list[Pause]:
        """Return the pauses of all cores since the last call."""
        lists = [json.loads(worker.request("pauses")) for worker in self._pauses]
        return [(start, end) for pauses in lists for start, end in pauses]
