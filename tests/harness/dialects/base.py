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
from server.journal.base import AppendCallback
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
        """Close the connection and wait until it is closed."""
        self._writer.close()
        with suppress(OSError):
            await within(self._writer.wait_closed())

    def reset(self) -> None:
        """Abort the connection."""
        self._writer.transport.abort()


R = TypeVar("R", bound=LegacyTransport[Any])
T = TypeVar("T", bound=DialectConnection)


class DeferredJournal(MemoryJournal):
    """Writes in a later loop iteration, as a journal on a disk does."""

    def __init__(self, hub: Hub) -> None:
        super().__init__()
        self.pending = 0
        self._soon = asyncio.get_running_loop().call_soon
        self._hub = hub
        self._queue = WriteAheadQueue(self, self._soon, self._deliver, lambda failing: None)
        hub.handler.state.has_journal = True
        hub.use_write_ahead(self._submit)

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        self._soon(self._write, entries, done)
        return None

    def _write(self, entries: list[Entry], done: AppendCallback) -> None:
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
    """True if ``advance`` also checks the deadlines of the dialect's connections."""

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
        """Let the loop run callbacks that are ready."""
        for _ in range(6):
            await asyncio.sleep(0)

    def connect_memory(self) -> MemoryConnection:
        """Connect over the memory transport."""
        return MemoryConnection(self.hub)

    def advance(self, seconds: int) -> None:
        """Advance the time in steps of a second, and tick after each."""
        for _ in range(seconds):
            self.now += 1
            self.hub.tick(self.now)
            if self.SWEEPS:
                self.transport.sweep(self.transport.now())

    @property
    def active_room(self) -> Room:
        """The only room with a match."""
        (room,) = [room for room in self.server_state.rooms.values() if room.match]
        return room

    def set_next_seed(self, seed: bytes) -> None:
        """Use this seed for all following matches."""
        self.server_state.secrets = replace(self.server_state.secrets, seed=lambda: seed)

    def set_position(self, state: Struct) -> None:
        """Replace the state of the running match and send the new views."""
        room = self.active_room
        assert room.match is not None
        room.match.state = state
        outcome = Outcome()
        step = MatchStep([], (), (), None, False)
        lifecycle.publish_step(self.server_state, room, room.match, step, outcome)
        self.hub.deliver(outcome)
        if room.clock:
            room.clock.update(room.match.waiting, room.match.waiting, self.server_state.now)


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
    """Run a server with one dialect; assert at the end that it logged no errors.

    With ``written``, outcomes are delivered after a deferred journal has written them.
    """
    loop = asyncio.get_running_loop()
    server_state = ServerState(
        games=GAMES,
        limits=limits,
        secrets=numbered_secrets(),
        strategies={dialect.game: strategies},
    )
    log = RecordingLogger()
    hub = Hub(GameHandler(server_state, log), lambda: server.now)
    journal = DeferredJournal(hub) if written else None

    def start_bot(bot: StartBot) -> None:
        driver = create_computer_player("random", *bot[1:])
        MemoryPeer(hub, driver.receive, loop.call_soon, OUR_BOT)

    hub.start_bot = start_bot
    transport = LegacyTransport[Any](dialect, hub, limits, "127.0.0.1", settings)
    address = await transport.start(0)
    server = kind(hub, server_state, transport, log, int(address.rpartition(":")[2]), journal)
    try:
        yield server
    finally:
        for connection in server.connections:
            connection.reset()
        await server.run_ready_callbacks()
        await transport.stop()
        assert log.errors == [], "the server logged errors"


def run_with_server(
    opened: AbstractAsyncContextManager[H], scenario: Callable[[H], Awaitable[None]]
) -> None:
    """Run a scenario against a server that is open meanwhile."""

    async def play() -> None:
        async with opened as server:
            await scenario(server)

    asyncio.run(within(play()))
