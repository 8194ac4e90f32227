"""What guests notice of a siege: the delay of their moves with attackers at the gates and without.

Attackers of all kinds come in turn to the socket and to the Pyro5 port; between two sieges there is
peace, and the two are compared.
"""

import asyncio
import json
from dataclasses import replace
from statistics import median

from benchmarks.contest import event_loop
from benchmarks.endurance import companies, p99, verdict
from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, alternate
from benchmarks.party import Party
from benchmarks.processes import Worker, no_collections, pinned

CHANGE = Limit("≤", 1.2)
FLOODED = Limit("≤", 1.0)
ALLOWED_MS = 100.0
ATTACKERS = {"slow": 500, "deaf": 100, "flood": 100}
SECONDS = 8.0
"""One window: slow guests come at once and are cut after two seconds, so the worst is in it."""
ROUNDS = 3
TABLES, PACE = 50, 500


def siege(plan: Plan, report: Reporter) -> list[Row]:
    """One line for each kind of attacker and each route."""
    with (
        pinned(plan.cores.load),
        event_loop() as loop,
        Worker(["-m", "benchmarks.servers", "besieged", "1"], plan.cores.server) as server,
        Worker(["-m", "benchmarks.attackers"], plan.cores.load) as attackers,
    ):
        facts = json.loads(server.ready)
        party = Party((facts["socket"], facts["pyro"]), companies(min(TABLES, plan.tables)))
        loop.run_until_complete(party.open())
        try:
            with no_collections():
                besieged = Besieged(plan, report, loop, server, attackers, party)
                return [
                    besieged.row(kind, route) for kind in ATTACKERS for route in ("socket", "pyro")
                ]
        finally:
            party.close()


class Besieged:
    """A server with its guests, and those who wait outside."""

    def __init__(
        self,
        plan: Plan,
        report: Reporter,
        loop: asyncio.AbstractEventLoop,
        server: Worker,
        attackers: Worker,
        party: Party,
    ) -> None:
        self._plan, self._report, self._loop = plan, report, loop
        self._server, self._attackers, self._party = server, attackers, party
        self._seconds = SECONDS * plan.seconds
        self._told: dict[str, int] = {}

    def row(self, kind: str, route: str) -> Row:
        """How late moves are, ours with these attackers, theirs in peace."""
        number = min(ATTACKERS[kind], self._plan.crowd)
        port = json.loads(self._server.ready)[route].rpartition(":")[2]
        line = f"{kind} {route} {port} {number} {self._seconds}"
        late, waited = alternate(
            min(ROUNDS, self._plan.rounds),
            lambda: self._loop.run_until_complete(self._war(line)),
            lambda: self._loop.run_until_complete(self._peace()),
            self._report,
        )
        what = f"{number} guests that {WHAT[kind]}, on the {route}"
        if kind == "flood":
            return self._flooded(what, late, max(waited.ours))
        row = late.row("siege", f"p99 with {what} ÷ in peace", CHANGE, detail=self._detail(late))
        return replace(row, verdict=verdict(CHANGE, late.ratio, max(waited.ours + waited.theirs)))

    def _flooded(self, what: str, late: Pairs, waited: float) -> Row:
        ratio = median(late.ours) / ALLOWED_MS
        return Row(
            name="siege",
            what=f"p99 with {what} ÷ {ALLOWED_MS:g} ms",
            value=f"{ratio:.2f}",
            verdict=verdict(FLOODED, ratio, waited),
            limit=str(FLOODED),
            detail=self._detail(late),
        )

    def _detail(self, late: Pairs) -> str:
        told = ", ".join(f"{name} {number}" for name, number in sorted(self._told.items()))
        memory = self._server.memory_bytes() / 2**20
        return f"{late.medians('ms', 2)}; {told}; {memory:.0f} MB; {len(self._party.errors)} errors"

    async def _peace(self) -> tuple[float, float]:
        before = self._server.waited_seconds()
        delays = await self._party.play(min(PACE, self._plan.steady), self._seconds)
        waited = (self._server.waited_seconds() - before) / self._seconds
        return 1e3 * p99([*delays.sockets, *delays.remotes]), waited

    async def _war(self, line: str) -> tuple[float, float]:
        running = asyncio.get_running_loop()
        answer = running.run_in_executor(None, self._attackers.ask, line)
        found = await self._peace()
        self._told = json.loads(await answer)
        return found


WHAT = {
    "slow": "do not end what they begin",
    "deaf": "never read",
    "flood": "send as fast as they can",
}
