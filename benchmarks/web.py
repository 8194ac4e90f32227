"""Measure moves over the web port: throughput and latency, compared with the socket."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from statistics import quantiles
from typing import cast

from benchmarks.harness import Limit, Plan, Reporter, Row, alternate
from benchmarks.load import Load
from benchmarks.load_wires import WEB
from benchmarks.server_pair import real_server, server_pair
from benchmarks.windows import measure_undisturbed, rate_rows
from messages import ChooseNickname

MOVES = Limit("≥", 0.75)


def moves(plan: Plan, report: Reporter) -> list[Row]:
    """Compare accepted moves per second, and the 99th percentile, with those over the socket.

    The latency is measured while named, idle WebSockets are open on both servers.
    """
    contenders = (
        real_server(plan, plan.matches, "no-journal", WEB),
        real_server(plan, plan.matches, "no-journal"),
    )
    with server_pair(plan, report, *contenders) as (loop, ours, theirs, _):

        def measure(load: Load) -> tuple[float, ...]:
            window = measure_undisturbed(
                lambda: loop.run_until_complete(load.run(plan.window_seconds))
            )
            return window.figures

        def measure_latency(load: Load) -> tuple[float, ...]:
            rate, seconds = plan.latency_rate, plan.window_seconds
            delays = loop.run_until_complete(load.run_at_rate(rate, seconds))
            return (quantiles(delays, n=100)[98] * 1e3,)

        columns = alternate(plan.rounds, lambda: measure(ours), lambda: measure(theirs), report)
        with _idle_connections(loop, (ours, theirs), plan.idle_connections):
            (p99,) = alternate(
                plan.rounds, lambda: measure_latency(ours), lambda: measure_latency(theirs), report
            )
    description = f"Eriantys moves over the web, {2 * plan.matches} connections ÷ over the socket"
    rows = rate_rows(columns, name="moves-web", description=description, limit=MOVES, goal="")
    description = (
        f"p99 at {plan.latency_rate:,} moves/s beside {plan.idle_connections} idle WebSockets "
        "÷ over the socket"
    )
    return [*rows, p99.row("moves-web", description, detail=p99.medians("ms", 2))]


class IdleConnection(asyncio.Protocol):
    """A WebSocket of a page in the lobby: after its name it sends nothing, and reads everything."""

    def __init__(self, nickname: str) -> None:
        self._name = WEB.encode(ChooseNickname(nickname))
        self._received = b""
        self.named = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(WEB.first)

    def data_received(self, data: bytes) -> None:
        """Send the nickname after the response to the handshake; set ``named`` when it is taken."""
        if self.named.is_set():
            return
        if not self._received:
            self.transport.write(self._name)
        self._received += data
        if b"SessionOpened" in self._received:
            self.named.set()


@contextmanager
def _idle_connections(
    loop: asyncio.AbstractEventLoop, loads: tuple[Load, Load], count: int
) -> Iterator[None]:
    """Open idle WebSockets on both servers during the block."""

    async def open_all() -> list[IdleConnection]:
        opened = []
        for load in loads:
            host, _, port = load.web_address.rpartition(":")
            for number in range(count):
                make = partial(IdleConnection, f"idle-{number}")
                _, connection = await loop.create_connection(make, host, int(port))
                await connection.named.wait()
                opened.append(connection)
        return opened

    connections = loop.run_until_complete(open_all())
    try:
        yield
    finally:
        for connection in connections:
            connection.transport.abort()
