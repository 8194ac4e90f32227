"""The load generator: groups of two clients that play recorded matches.

During a match a client only counts bytes. When both clients have received all bytes of a move, the
next frame of the script is sent, so a match never has two moves in flight. Between matches,
messages are decoded (``lobby_dialogue.py``). The generator is one event loop on one core.
"""

import asyncio
import json
from collections import deque
from time import perf_counter, process_time
from typing import Protocol, cast

from benchmarks.load_wires import SOCKET, LoadWire
from benchmarks.scripts import Script
from benchmarks.windows import Window
from tests.harness.processes import BenchmarkError, Worker

NO_PROGRESS_SECONDS = 20.0


class LobbyReader(Protocol):
    """Decodes the messages between matches."""

    def receive(self, data: bytes) -> None:
        """Process received bytes."""


class ScriptedConnection(asyncio.Protocol):
    """One connection; counts received bytes, or passes them to ``lobby_reader`` if it is set."""

    transport: asyncio.Transport

    def __init__(self, group: "ClientGroup") -> None:
        self.group = group
        self.lobby_reader: LobbyReader | None = None
        self.missing_bytes = 0

    def protocol_factory(self) -> "ScriptedConnection":
        """Return this object; passed to ``create_connection``."""
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        if first := self.group.load.wire.first:
            self.transport.write(first)

    def data_received(self, data: bytes) -> None:
        if self.lobby_reader is not None:
            self.lobby_reader.receive(data)
            return
        self.missing_bytes -= len(data)
        if self.missing_bytes <= 0:
            self.group.on_received(self.missing_bytes)

    def connection_lost(self, exc: Exception | None) -> None:
        self.group.load.fail("the server ended a connection")


class ClientGroup:
    """The two clients of one match and their script; ``number`` identifies the group."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.number = number
        self.connections = (ScriptedConnection(self), ScriptedConnection(self))
        self.due_at = 0.0
        self.moves_before_pause = 0
        self._script: Script | None = None
        self._next_move = 0
        self._connections_waiting = 0

    def start_script(self, script: Script) -> None:
        """Start to play a script, because its match has started."""
        self._script, self._next_move = script, 0
        self.load.on_ready(self)

    def start_after_greeting(self, script: Script, size: int) -> None:
        """Start to play a script when both clients have received a greeting of that size."""
        self._script = script
        self._connections_waiting = 2
        for connection in self.connections:
            connection.missing_bytes = size

    def send_next_move(self) -> None:
        """Send the next move of the script."""
        assert self._script is not None
        move = self._script.moves[self._next_move]
        self._next_move += 1
        first, second = self.connections
        first.missing_bytes, second.missing_bytes = move.sizes
        self._connections_waiting = 2
        if self._next_move == len(self._script.moves):
            self._next_move = 0
            self.load.on_last_move(self)
        self.connections[move.seat].transport.write(move.frame)

    def on_received(self, missing_bytes: int) -> None:
        """Note that one client has received all bytes of a move; more than that is a failure."""
        if missing_bytes < 0:
            self.load.fail(f"a client got {-missing_bytes} bytes more than its script says")
            return
        self._connections_waiting -= 1
        if not self._connections_waiting:
            self.load.on_move_accepted(self)
            self.load.on_ready(self)

    @property
    def script_length(self) -> int:
        """Number of moves of the current script."""
        return len(self._script.moves) if self._script else 0


class Load:
    """All groups of clients at one server. Subclasses decide how matches start and end."""

    def __init__(self, server: Worker, groups: int, wire: LoadWire = SOCKET) -> None:
        self.server = server
        self.wire = wire
        addresses = json.loads(server.ready)
        self.web_address = addresses.get("web", "")
        self.moves = 0
        self.groups = [ClientGroup(self, number) for number in range(groups)]
        self._host, _, port = addresses[wire.transport].rpartition(":")
        self._port = int(port)
        self._connected: list[ScriptedConnection] = []
        self._ready_groups: deque[ClientGroup] = deque()
        self._running = False
        self._closing = False
        self._failure = ""
        self._delays: list[float] | None = None

    def on_last_move(self, group: ClientGroup) -> None:
        """Prepare for the end of a match; called before its last move is sent."""

    # Called by groups.

    def on_move_accepted(self, group: ClientGroup) -> None:
        """Count a move whose bytes both clients have received, and record its delay."""
        self.moves += 1
        if self._delays is not None:
            self._delays.append(perf_counter() - group.due_at)

    def on_ready(self, group: ClientGroup) -> None:
        """Let a group send its next move now, or queue it if the load is paused."""
        if self._running:
            group.send_next_move()
        elif group.moves_before_pause > 0:
            group.moves_before_pause -= 1
            group.send_next_move()
        else:
            self._ready_groups.append(group)

    def fail(self, text: str) -> None:
        """Make the run fail with this text; later failures are ignored."""
        if not self._closing:
            self._failure = self._failure or text

    # Called by benchmarks.

    async def open(self) -> None:
        """Connect all clients and wait until all matches have started."""
        loop = asyncio.get_running_loop()
        for group in self.groups:
            for connection in group.connections:
                await loop.create_connection(connection.protocol_factory, self._host, self._port)
                self._connected.append(connection)
        await self._wait_until_all_ready()

    async def stagger(self) -> None:
        """Bring the matches to different points of their scripts, so that not all end at once."""
        ready_groups, self._ready_groups = self._ready_groups, deque()
        for group in ready_groups:
            group.moves_before_pause = group.script_length * group.number // len(self.groups)
            self.on_ready(group)
        await self._wait_until_all_ready()

    async def run(self, seconds: float) -> Window:
        """Play as fast as the server answers and return the figures of that time.

        The time is longer than ``seconds`` if no move was accepted by then.
        """
        self._running = True
        ready_groups, self._ready_groups = self._ready_groups, deque()
        before = self._counters()
        for group in ready_groups:
            group.send_next_move()
        await asyncio.sleep(seconds)
        while self.moves == before[0]:
            self._check(perf_counter() - before[1])
            await asyncio.sleep(0.001)
        after = self._counters()
        self._running = False
        await self._wait_until_all_ready()
        moves, wall, server, load = (b - a for a, b in zip(before, after, strict=True))
        return Window(int(moves), wall, server, load)

    async def run_at_rate(self, rate: int, seconds: float) -> list[float]:
        """Send moves at a fixed rate; return the delay of each, counted from when it was due."""
        delays: list[float] = []
        self._delays = delays
        start = perf_counter()
        for number in range(int(rate * seconds)):
            due_at = start + number / rate
            while perf_counter() < due_at or not self._ready_groups:
                self._check(perf_counter() - due_at)
                await asyncio.sleep(0)
            group = self._ready_groups.popleft()
            group.due_at = due_at
            group.send_next_move()
        await self._wait_until_all_ready()
        self._delays = None
        return delays

    def close(self) -> None:
        """Abort all connections."""
        self._closing = True
        for connection in self._connected:
            connection.transport.abort()

    async def _wait_until_all_ready(self) -> None:
        start = perf_counter()
        while len(self._ready_groups) < len(self.groups):
            self._check(perf_counter() - start)
            await asyncio.sleep(0.001)

    def _check(self, waited: float) -> None:
        if self._failure:
            raise BenchmarkError(self._failure)
        if waited > NO_PROGRESS_SECONDS:
            waiting = len(self.groups) - len(self._ready_groups)
            raise BenchmarkError(f"{waiting} matches wait for the server")

    def _counters(self) -> tuple[float, float, float, float]:
        return self.moves, perf_counter(), self.server.cpu_seconds(), process_time()
