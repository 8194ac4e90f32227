"""The load generator: tables of two guests that play games known by heart.

A guest at play only counts bytes. When both have what the last move gave them, the next prepared
frame of their script is written: no move of a match is sent before the answer to the one before
it has been read. Between games the guests talk (``talk.py``). One event loop, one core.
"""

import asyncio
from collections import deque
from time import perf_counter, process_time
from typing import Protocol, cast

from benchmarks.scripts import Script
from benchmarks.windows import Window
from tests.harness.processes import BenchmarkError, Worker

STUCK_SECONDS = 20.0


class LobbyReader(Protocol):
    """Understands what is said between games."""

    def receive(self, data: bytes) -> None:
        """More bytes came."""


class ScriptedConnection(asyncio.Protocol):
    """One connection. With a talker it listens, without one it counts."""

    transport: asyncio.Transport

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.lobby_reader: LobbyReader | None = None
        self.missing_bytes = 0

    def protocol_factory(self) -> "ScriptedConnection":
        """What the event loop asks for when it connects."""
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self.lobby_reader is not None:
            self.lobby_reader.receive(data)
            return
        self.missing_bytes -= len(data)
        if self.missing_bytes <= 0:
            self.table.on_received(self.missing_bytes)

    def connection_lost(self, exc: Exception | None) -> None:
        self.table.load.fail("the server ended a connection")


class Table:
    """Two guests and the script of their game; ``number`` tells tables apart."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.number = number
        self.connections = (ScriptedConnection(self), ScriptedConnection(self))
        self.due = 0.0
        self.quota = 0
        self._script: Script | None = None
        self._at = 0
        self._missing = 0

    def begin(self, script: Script) -> None:
        """A game has begun."""
        self._script, self._at = script, 0
        self.load.ready(self)

    def begin_after_greeting(self, script: Script, size: int) -> None:
        """A game begins as soon as both guests have read that many bytes."""
        self._script = script
        self._missing = 2
        for connection in self.connections:
            connection.missing_bytes = size

    def send(self) -> None:
        """The next move of the script."""
        assert self._script is not None
        move = self._script.moves[self._at]
        self._at += 1
        first, second = self.connections
        first.missing_bytes, second.missing_bytes = move.sizes
        self._missing = 2
        if self._at == len(self._script.moves):
            self._at = 0
            self.load.last_move(self)
        self.connections[move.seat].transport.write(move.frame)

    def on_received(self, left: int) -> None:
        """One guest has all that the last move gave it."""
        if left < 0:
            self.load.fail(f"a guest got {-left} bytes more than its script says")
            return
        self._missing -= 1
        if not self._missing:
            self.load.moved(self)
            self.load.ready(self)

    @property
    def length(self) -> int:
        """How many moves the present game has."""
        return len(self._script.moves) if self._script else 0


class Load:
    """Tables at one server. A subclass says how games begin and end."""

    def __init__(self, server: Worker, address: str, tables: int) -> None:
        self.server = server
        self.moves = 0
        self.tables = [Table(self, number) for number in range(tables)]
        self._host, _, port = address.rpartition(":")
        self._port = int(port)
        self._connected: list[ScriptedConnection] = []
        self._parked: deque[Table] = deque()
        self._running = False
        self._closing = False
        self._failure = ""
        self._delays: list[float] | None = None

    def last_move(self, table: Table) -> None:
        """The last move of the script is about to be sent."""

    # What tables say.

    def moved(self, table: Table) -> None:
        """A move was accepted and both guests have read all of it."""
        self.moves += 1
        if self._delays is not None:
            self._delays.append(perf_counter() - table.due)

    def ready(self, table: Table) -> None:
        """The table could send its next move."""
        if self._running:
            table.send()
        elif table.quota > 0:
            table.quota -= 1
            table.send()
        else:
            self._parked.append(table)

    def fail(self, text: str) -> None:
        """Something is wrong; the run ends with this text."""
        if not self._closing:
            self._failure = self._failure or text

    # What a benchmark does.

    async def open(self) -> None:
        """Connect everybody; all games have begun when this returns."""
        loop = asyncio.get_running_loop()
        for table in self.tables:
            for connection in table.connections:
                await loop.create_connection(connection.protocol_factory, self._host, self._port)
                self._connected.append(connection)
        await self._all_parked()

    async def stagger(self) -> None:
        """Bring the tables to different points of their games, so that not all end at once."""
        parked, self._parked = self._parked, deque()
        for table in parked:
            table.quota = table.length * table.number // len(self.tables)
            self.ready(table)
        await self._all_parked()

    async def run(self, seconds: float) -> Window:
        """Play as fast as the server answers."""
        self._running = True
        parked, self._parked = self._parked, deque()
        before = self._clocks()
        for table in parked:
            table.send()
        await asyncio.sleep(seconds)
        after = self._clocks()
        self._running = False
        await self._all_parked()
        if after[0] == before[0]:
            raise BenchmarkError("not one move was accepted in time")
        moves, wall, server, load = (b - a for a, b in zip(before, after, strict=True))
        return Window(int(moves), wall, server, load)

    async def paced(self, rate: int, seconds: float) -> list[float]:
        """Offer moves at a fixed rate; the delay of each, counted from when it was due."""
        delays: list[float] = []
        self._delays = delays
        start = perf_counter()
        for number in range(int(rate * seconds)):
            due = start + number / rate
            while perf_counter() < due or not self._parked:
                self._check(perf_counter() - due)
                await asyncio.sleep(0)
            table = self._parked.popleft()
            table.due = due
            table.send()
        await self._all_parked()
        self._delays = None
        return delays

    def close(self) -> None:
        """Hang up."""
        self._closing = True
        for connection in self._connected:
            connection.transport.abort()

    async def _all_parked(self) -> None:
        start = perf_counter()
        while len(self._parked) < len(self.tables):
            self._check(perf_counter() - start)
            await asyncio.sleep(0.001)

    def _check(self, waited: float) -> None:
        if self._failure:
            raise BenchmarkError(self._failure)
        if waited > STUCK_SECONDS:
            raise BenchmarkError(
                f"{len(self.tables) - len(self._parked)} tables wait for the server"
            )

    def _clocks(self) -> tuple[float, float, float, float]:
        return self.moves, perf_counter(), self.server.cpu_seconds(), process_time()
