"""What guests notice of a siege: the delay of their moves with attackers at the gates and without.

Attackers of all kinds come in turn to the socket and to the Pyro5 port, war and peace in turn. One
window has only a dozen moves beyond its 99th percentile, and one hiccup of the machine decides
about them; so the delays of all windows of war are thrown together, and those of all windows of
peace, and the two heaps are compared. Rounds in which other work on the machine kept the server or
the guests from their cores are measured again, up to twice as many in all.
"""

import asyncio
import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple

from benchmarks.attackers import APART
from benchmarks.endurance import WAITED, companies, p99, verdict
from benchmarks.harness import Limit, Plan, Reporter, Row
from benchmarks.mixed_load import MixedLoad
from tests.harness.processes import (
    CERTIFICATE,
    BenchmarkError,
    Worker,
    event_loop,
    no_collections,
    pinned,
    waited_seconds,
)

CHANGE = Limit("≤", 1.2)
FLOODED = Limit("≤", 1.0)
STAY = Limit("≤", 1.0)
ALLOWED_MS = 100.0
ROUNDS = 8
TABLES, PACE = 50, 500
PATIENCE = 2.0
"""How long the besieged server waits for a hello and for the rest of a message."""
NICENESS = "19"


class Camp(NamedTuple):
    """Attackers of one kind before a server of their own."""

    kind: str
    number: int
    what: str
    durability: str = "process"
    """A flood is measured in milliseconds, the disk included; where war is compared with peace
    the disk's own hiccups would decide."""
    tls: bool = False

    @property
    def name(self) -> str:
        """In short."""
        return f"{self.kind} TLS" if self.tls else self.kind


CAMPS = (
    Camp("slow", 500, "do not end what they begin"),
    Camp("deaf", 100, "never read"),
    Camp("slow", 500, "do not end, or not begin, the handshake of TLS", tls=True),
    Camp("flood", 100, "send as fast as they can", durability="disk"),
)


def siege(plan: Plan, report: Reporter) -> list[Row]:
    """One line for each kind of attacker and each route, and one for how long they stayed."""
    rows, stays = list[Row](), list[Stay]()
    for camp in CAMPS:
        with besieged(plan, camp) as one:
            for route in ("socket", "pyro"):
                rows.append(one.row(route, report))
            stays += one.stays
    return [*rows, stay_row(stays)]


class Stay(NamedTuple):
    """The longest stay of attackers who should have been cut, in seconds."""

    who: str
    longest: float
    allowed: float


def stay_row(stays: list[Stay]) -> Row:
    """A limit is missed by a single one who outlives it."""
    ratio = max(stay.longest / stay.allowed for stay in stays)
    return Row(
        name="siege",
        what="the longest stay of one who is slow or never reads ÷ what is allowed",
        value=f"{ratio:.2f}",
        verdict=STAY.verdict(ratio),
        limit=str(STAY),
        detail="; ".join(f"{who} {longest:.2f} of {most:.2f} s" for who, longest, most in stays),
    )


@contextmanager
def besieged(plan: Plan, camp: Camp, patience: float = PATIENCE) -> Iterator["Besieged"]:
    """A server, its honest guests at their tables, and the attackers outside.

    A server with more ``patience`` than usual lets attackers stay longer than it should.
    """
    options = [str(patience * plan.seconds), camp.durability, "tls" if camp.tls else "plain"]
    command = ["-m", "benchmarks.servers", "besieged", "1", *options]
    with (
        pinned(plan.cores.load),
        event_loop() as loop,
        Worker(command, plan.cores.server) as server,
        Worker(["-m", "benchmarks.attackers", NICENESS], plan.cores.load) as attackers,
    ):
        facts = json.loads(server.ready)
        tls = ssl.create_default_context(cafile=CERTIFICATE) if camp.tls else None
        house = companies(min(TABLES, plan.tables))
        party = MixedLoad((facts["socket"], facts["pyro"]), house, tls)
        loop.run_until_complete(party.open())
        try:
            with no_collections():
                yield Besieged(plan, camp, loop, server, attackers, party)
        finally:
            party.close()


class Window(NamedTuple):
    """The delays of the moves of a few seconds, and the part of it a core was wanted in vain."""

    delays: list[float]
    server_waited: float
    guests_waited: float


class Round(NamedTuple):
    """War, then peace."""

    war: Window
    peace: Window
    told: dict[str, int]
    """How it went for the attackers."""

    @property
    def waited(self) -> float:
        """Because of other work on the machine; in war guests also wait for the attackers."""
        war, peace = self.war, self.peace
        return max(war.server_waited, peace.server_waited, peace.guests_waited)


class Rounds(NamedTuple):
    """All of them; the calm ones count if they are at least half of what was wanted."""

    every: list[Round]
    wanted: int

    @property
    def calm(self) -> list[Round]:
        """Those in which nobody was kept waiting."""
        return [one for one in self.every if one.waited <= WAITED]

    @property
    def over(self) -> bool:
        """Whether there are enough calm ones, or no hope for them."""
        return len(self.calm) >= self.wanted or len(self.every) >= 2 * self.wanted - 1

    @property
    def counted(self) -> list[Round]:
        """Those that are compared."""
        return self.calm if 2 * len(self.calm) >= self.wanted else self.every

    @property
    def waited(self) -> float:
        """The worst of them."""
        return max(one.waited for one in self.counted)

    @property
    def war_ms(self) -> float:
        """The 99th percentile of a usual war: hiccups of the machine fill single windows."""
        return 1e3 * median(p99(one.war.delays) for one in self.counted)

    @property
    def peace_ms(self) -> float:
        """The same in peace."""
        return 1e3 * median(p99(one.peace.delays) for one in self.counted)


class Besieged:
    """Measures war and peace in turn."""

    def __init__(
        self,
        plan: Plan,
        camp: Camp,
        loop: asyncio.AbstractEventLoop,
        server: Worker,
        attackers: Worker,
        party: MixedLoad,
    ) -> None:
        self.stays: list[Stay] = []
        self._plan, self._camp, self._loop = plan, camp, loop
        self._server, self._attackers, self._party = server, attackers, party
        self._number = min(camp.number, plan.crowd)
        self._allowed = 1.5 * PATIENCE * plan.seconds + 0.3
        """The time a stay may take: the server looks four times a second who is late."""
        self._seconds = self._number * APART + self._allowed
        """One window: they come one by one, are cut, and there is calm again."""

    def row(self, route: str, report: Reporter) -> Row:
        """How late moves are, with these attackers and in peace."""
        rounds = Rounds([], min(ROUNDS, self._plan.rounds))
        while not rounds.over:
            report.step(f"round {len(rounds.every) + 1}", len(rounds.every) / rounds.wanted / 2)
            rounds.every.append(self._loop.run_until_complete(self._round(route)))
        who = f"{self._number} guests that {self._camp.what}, on the {route}"
        if self._camp.kind == "flood":
            ratio, limit = rounds.war_ms / ALLOWED_MS, FLOODED
            what = f"p99 with {who} ÷ {ALLOWED_MS:g} ms"
        else:
            ratio, limit = rounds.war_ms / rounds.peace_ms, CHANGE
            what = f"p99 with {who} ÷ in peace"
            self._note_stays(route, rounds)
        return Row(
            name="siege",
            what=what,
            value=f"{ratio:.2f}",
            verdict=verdict(limit, ratio, rounds.waited),
            limit=str(limit),
            detail=self._detail(rounds),
        )

    def _note_stays(self, route: str, rounds: Rounds) -> None:
        longest = max(one.told["longest ms"] for one in rounds.every) / 1e3
        self.stays.append(Stay(f"{self._camp.name} {route}", longest, self._allowed))

    def _detail(self, rounds: Rounds) -> str:
        told = sorted(rounds.every[-1].told.items())
        memory = self._server.memory_bytes() / 2**20
        return (
            f"{rounds.war_ms:.2f} : {rounds.peace_ms:.2f} ms; "
            f"{', '.join(f'{name} {number}' for name, number in told)}; {memory:.0f} MB; "
            f"{len(self._party.errors)} errors; {len(rounds.calm)} of {len(rounds.every)} calm"
        )

    async def _round(self, route: str) -> Round:
        port = json.loads(self._server.ready)[route].rpartition(":")[2]
        wire = "tls" if self._camp.tls else route
        line = f"{self._camp.kind} {wire} {port} {self._number} {self._allowed}"
        running = asyncio.get_running_loop()
        answer = running.run_in_executor(None, self._attackers.request, line)
        war = await self._window()
        told: dict[str, int] = json.loads(await answer)
        if told["failed"] or told["connections"] < self._number:
            raise BenchmarkError(f"not all attackers came: {told}")
        return Round(war, await self._window(), told)

    async def _window(self) -> Window:
        before = self._server.waited_seconds(), waited_seconds()
        delays = await self._party.play(min(PACE, self._plan.steady), self._seconds)
        after = self._server.waited_seconds(), waited_seconds()
        server, guests = ((b - a) / self._seconds for a, b in zip(before, after, strict=True))
        return Window([*delays.sockets, *delays.remotes], server, guests)
