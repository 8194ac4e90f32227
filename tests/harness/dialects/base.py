"""Servers with one dialect on a real socket and a manual clock, and connections to them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from client.bots import create_computer_player
from games.registry import GAMES
from server.delivery.hub import Hub
from server.delivery.write_ahead import WriteAheadQueue
from server.dialects.base import Dialect
from server.dialects.transport import LegacyTransport
from server.effects import Outcome, StartBot
from server.handler import GameHandler
from server.journal.base import Done
from server.journal.records import Entry
from server.limits import Limits
from server.match import MatchStep
from server.rooms import lifecycle
from server.rooms.room import Room
from server.sessions import OUR_BOT
from server.state import ServerState
from server.transports.memory import MemoryPeer
from tests.harness.handler import RecordingLogger, numbered_secrets
from tests.harness.memory_connection import MemoryConnection
from tests.harness.memory_journal import MemoryJournal
from tests.harness.timeouts import within


class DialectConnection:
    """A connection over the dialect; each dialect adds its requests and answers."""

    def __init__(
        self,
        server: "DialectServer[Any, Any]",
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._server = server
        self._reader = reader
        self._writer = writer

    def send_bytes(self, data: bytes) -> None:
        self._writer.write(data)

    async def close(self) -> None:
        """End the connection without a word."""
        self._writer.close()
        with suppress(OSError):
            await within(self._writer.wait_closed())

    def reset(self) -> None:
        """End the connection the hard way."""
        self._writer.transport.abort()


R = TypeVar("R", bound=LegacyTransport[Any])
T = TypeVar("T", bound=DialectConnection)


class DeferredJournal(MemoryJournal):
    """Writes in a later tick, as a journal on a disk does."""

    def __init__(self, hub: Hub) -> None:
        super().__init__()
        self.pending = 0
        self._soon = asyncio.get_running_loop().call_soon
        self._hub = hub
        self._queue = WriteAheadQueue(self, self._soon, self._deliver, lambda failing: None)
        hub.handler.state.journalled = True
        hub.write_first(self._submit)

    def append(self, entries: list[Entry], done: Done) -> bool | None:
        self._soon(self._write, entries, done)
        return None

    def _write(self, entries: list[Entry], done: Done) -> None:
        super().append(entries, done)
        done(True)

    def _submit(self, outcome: Outcome) -> None:
        self.pending += 1
        self._queue.submit(outcome)

    def _deliver(self, *outcomes: Outcome) -> None:
        self.pending -= len(outcomes)
        self._hub.deliver(*outcomes)


@dataclass
class DialectServer(Generic[R, T]):
    """The server and its connections; a dialect adds how to connect and start a match."""

    SWEEPS: ClassVar[bool] = False
    """Whether the route looks at its connections whenever time passes."""

    hub: Hub
    server_state: ServerState
    transport: R
    log: RecordingLogger
    port: int
    journal: DeferredJournal | None
    connections: list[T] = field(default_factory=list)
    now: float = 1000.0

    async def wait_until_idle(self) -> None:
        """Wait until all outcomes are journalled and delivered."""
        while self.journal and self.journal.pending:
            await asyncio.sleep(0)

    async def run_ready_callbacks(self) -> None:
        """Let the loop do what is ready."""
        for _ in range(6):
            await asyncio.sleep(0)

    def connect_memory(self) -> MemoryConnection:
        """Connect over the memory transport."""
        return MemoryConnection(self.hub)

    def advance(self, seconds: int) -> None:
        """Time passes, in the small steps in which a server looks at its clock."""
        for _ in range(seconds):
            self.now += 1
            self.hub.tick(self.now)
            if self.SWEEPS:
                self.transport.sweep(self.transport.now())

    @property
    def active_room(self) -> Room:
        """The one room that plays."""
        (room,) = [room for room in self.server_state.rooms.values() if room.match]
        return room

    def set_next_seed(self, seed: bytes) -> None:
        """The next match is dealt from this seed."""
        self.server_state.secrets = replace(self.server_state.secrets, seed=lambda: seed)

    def set_position(self, state: Struct) -> None:
        """Put the running match like this; only the views change."""
        room = self.active_room
        assert room.match is not None
        room.match.state = state
        outcome = Outcome()
        step = MatchStep([], (), (), None, False)
        lifecycle.publish_step(self.server_state, room, room.match, step, outcome)
        self.hub.deliver(outcome)
        if room.clock:
            room.clock.follow(room.match.waiting, room.match.waiting, self.server_state.now)


H = TypeVar("H", bound=DialectServer)  # type: ignore[type-arg]


@asynccontextmanager
async def open_dialect_server(
    kind: type[H],
    dialect: Dialect,
    limits: Limits,
    strategies: tuple[str, ...],
    settings: Any = None,
    *,
    written: bool,
) -> AsyncIterator[H]:
    """A fresh server with one dialect; at its end it must not have made a mistake."""
    loop = asyncio.get_running_loop()
    lobby = ServerState(GAMES, limits, numbered_secrets(), {dialect.game: strategies})
    log = RecordingLogger()
    hub = Hub(GameHandler(lobby, log), lambda: server.now)
    journal = DeferredJournal(hub) if written else None

    def start_bot(bot: StartBot) -> None:
        driver = create_computer_player("random", *bot[1:])
        MemoryPeer(hub, driver.receive, loop.call_soon, OUR_BOT)

    hub.start_bot = start_bot
    route = LegacyTransport[Any](dialect, hub, limits, "127.0.0.1", settings)
    address = await route.start(0)
    server = kind(hub, lobby, route, log, int(address.rpartition(":")[2]), journal)
    try:
        yield server
    finally:
        for connection in server.connections:
            connection.reset()
        await server.run_ready_callbacks()
        await route.stop()
        assert log.errors == [], "the server made no mistake"


def run_with_server(
    opened: AbstractAsyncContextManager[H], scenario: Callable[[H], Awaitable[None]]
) -> None:
    """Run a scenario against a server that is open meanwhile."""

    async def play() -> None:
        async with opened as server:
            await scenario(server)

    asyncio.run(within(play()))
