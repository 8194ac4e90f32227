"""The server put together: state, handler, hub and routes around one event loop."""

import asyncio
import gc
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from ssl import SSLContext
from typing import Any

import structlog

from games.registry import GAMES
from server.admission.bans import FILE as BANS_FILE
from server.admission.bans import Bans
from server.delivery.hub import Hub
from server.delivery.write_ahead import WriteAheadQueue
from server.dialects.registry import DIALECTS
from server.dialects.transport import LegacyTransport
from server.effects import Outcome, StartBot
from server.handler import GameHandler
from server.history.restore import restore
from server.journal.records import NO_HASH
from server.journal.sqlite import Durability, SqliteJournal
from server.limits import DEFAULT_LIMITS, Limits
from server.operations.admin import Operator
from server.operations.metrics import Metrics
from server.sessions import OUR_BOT
from server.state import Counts, Secrets, ServerState, hash_secret
from server.transports.admin import AdminSocket
from server.transports.base import Flusher, Transport
from server.transports.health import Endpoint, HealthTransport
from server.transports.memory import MemoryPeer, React
from server.transports.pyro.connection import PyroTransport
from server.transports.socket import SocketTransport

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
SWEEP_SECONDS = 0.25
Sweep = Callable[[float], None]
"""What is done about that often; it is told the time of the event loop."""


@dataclass(frozen=True)
class Computers:
    """The computer players of a server: which there are for each game, and how one is made."""

    strategies: Mapping[str, tuple[str, ...]]
    make: Callable[[StartBot], React]


OS_SECRETS = Secrets(
    seed=lambda: secrets.token_bytes(32),
    token=lambda: secrets.token_urlsafe(32),
    code=lambda: "".join(secrets.choice(CODE_LETTERS) for _ in range(6)),
)


@dataclass(frozen=True)
class Addresses:
    """Where a running server can be reached."""

    socket: str
    pyro: str
    dialects: Mapping[str, str] = field(default_factory=dict)
    """The old dialects that were asked for, by name."""
    metrics: str = ""
    """Where metrics and health are told, if that was asked for."""
    drained: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when an operator's wish to stop may be followed."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What `tavolata serve` can choose. Port 0 is any free one."""

    host: str = "127.0.0.1"
    port: int = 7700
    pyro_port: int = 7701
    dialects: Mapping[str, int] = field(default_factory=dict)
    """The ports of the old dialects that are wanted, by name."""
    dialect_settings: Mapping[str, Any] = field(default_factory=dict)
    """Their settings, where these are not the usual ones."""
    data: Path | None = None
    """The folder of the journal; None: nothing survives the process."""
    durability: Durability = "process"
    bot_delay: float = 0.0
    """Seconds a computer player thinks before it acts, so that people can follow."""
    limits: Limits = DEFAULT_LIMITS
    secrets: Secrets = OS_SECRETS
    password: str = ""
    """What new guests have to know; empty: nothing."""
    metrics_port: int | None = None
    """Where metrics and health are told on this machine; None: nowhere."""
    passing: bool = False
    """Whether nobody should wait for it once it has stopped: it was there for one evening."""
    tls: SSLContext | None = None
    """The certificate of the socket and the Pyro5 port; None: anybody on the way can listen."""


@asynccontextmanager
async def running(settings: Settings, computers: Computers) -> AsyncIterator[Addresses]:
    """A server that runs as long as the block."""
    loop = asyncio.get_running_loop()
    state = ServerState(GAMES, settings.limits, settings.secrets, computers.strategies)
    state.unix_time = time.time
    state.password = hash_secret(settings.password) if settings.password else NO_HASH
    if settings.data is not None:
        state.bans = Bans.load(settings.data / BANS_FILE)
    handler = GameHandler(state)
    hub = Hub(handler, loop.time)

    soon = partial(loop.call_later, settings.bot_delay) if settings.bot_delay else loop.call_soon

    def start_bot(bot: StartBot) -> None:
        MemoryPeer(hub, computers.make(bot), soon, OUR_BOT)

    hub.start_bot = start_bot
    sweeps: list[Sweep] = [hub.tick]
    flusher = Flusher(loop.call_soon)
    with _journalling(settings, hub, flusher, sweeps):
        async with _listening(settings, hub, flusher, sweeps) as addresses:
            sweeper = asyncio.create_task(_sweep(sweeps, handler.counts))
            try:
                yield addresses
            finally:
                sweeper.cancel()
                hub.stop(final=settings.passing)
                await _until_drained(hub, settings.limits.stop_seconds)


@asynccontextmanager
async def _listening(
    settings: Settings, hub: Hub, flusher: Flusher, sweeps: list[Sweep]
) -> AsyncIterator[Addresses]:
    """All transports; when one cannot be started the others are stopped again."""
    chosen = (hub, settings.limits, settings.host)
    async with AsyncExitStack() as started:

        async def start(transport: Transport[Any], port: int) -> str:
            address = await transport.start(port)
            started.push_async_callback(transport.stop)
            sweeps.append(transport.sweep)
            return address

        def legacy(name: str) -> LegacyTransport[Any]:
            wanted = settings.dialect_settings.get(name)
            return LegacyTransport(DIALECTS[name], *chosen, wanted)

        operator, metrics = Operator(hub), ""
        if settings.metrics_port is not None:
            health = HealthTransport(_endpoints(hub), settings.limits)
            metrics = await start(health, settings.metrics_port)
        if settings.data is not None and hasattr(asyncio, "start_unix_server"):
            admin = AdminSocket(operator.answer, settings.data)
            if await admin.start():
                started.push_async_callback(admin.stop)
        addresses = Addresses(
            await start(SocketTransport(*chosen, settings.tls, flusher), settings.port),
            await start(PyroTransport(*chosen, settings.tls, flusher), settings.pyro_port),
            {n: await start(legacy(n), port) for n, port in settings.dialects.items()},
            metrics,
        )
        sweeps.append(lambda now: addresses.drained.set() if operator.drained else None)
        yield addresses


def _endpoints(hub: Hub) -> dict[str, Endpoint]:
    """What this server reports over HTTP on its own machine."""
    state = hub.handler.state
    metrics = Metrics(state, hub.handler.counts)

    def health() -> tuple[int, bytes]:
        if state.journal_failing:
            return 503, b"cannot save\n"
        return (503, b"draining\n") if state.draining else (200, b"ok\n")

    return {"/metrics": lambda: (200, metrics.text()), "/health": health}


@contextmanager
def _journalling(
    settings: Settings, hub: Hub, flusher: Flusher, sweeps: list[Sweep]
) -> Iterator[None]:
    """Bring back what the journal holds, and write everything down from now on.

    What waited for the journal is flushed at once; it need not wait for more reads as well.
    """
    if settings.data is None:
        yield
        return
    loop, state = asyncio.get_running_loop(), hub.handler.state
    journal = SqliteJournal(settings.data, settings.durability, loop.call_soon_threadsafe)
    state.has_journal, state.now = True, loop.time()

    bots, damaged = restore(state, journal)
    for replay in damaged:
        structlog.get_logger().error("match is damaged", match=replay.number, why=replay.error)
    queue = WriteAheadQueue(
        journal,
        loop.call_soon,
        hub.deliver,
        state.set_journal_failing,
        flusher.flush,
        settings.limits,
    )
    hub.use_write_ahead(queue.submit, lambda: queue.is_drained)
    sweeps.append(lambda now: queue.retry())
    hub.deliver(Outcome(bots=bots))
    try:
        yield
    finally:
        journal.close()


def calm_collector() -> None:
    """For a process that is a server and nothing else: look for garbage cycles seldom.

    What is made for a message holds no cycles and goes by itself; what lives long is left alone.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


async def serve(settings: Settings, computers: Computers, say: Callable[[str], None]) -> None:
    """Run until SIGTERM or SIGINT; ``say`` gets one line per route when it is ready."""
    loop, log = asyncio.get_running_loop(), structlog.get_logger()
    done = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, done.set)
    async with running(settings, computers) as addresses:
        calm_collector()
        say(f"socket {'tls' if settings.tls else 'tcp'}://{addresses.socket}")
        say(f"pyro {addresses.pyro}")
        for dialect, address in addresses.dialects.items():
            say(f"{dialect} tcp://{address}")
        if addresses.metrics:
            say(f"metrics http://{addresses.metrics}/metrics")
        log.info("the server is ready", socket=addresses.socket, pyro=addresses.pyro)
        await _first(done, addresses.drained)
        log.info("the server stops")


async def _first(*events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


async def _sweep(sweeps: list[Sweep], counts: Counts) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + SWEEP_SECONDS
        await asyncio.sleep(SWEEP_SECONDS)
        now = loop.time()
        counts.lag = max(0.0, now - due)
        for sweep in sweeps:
            sweep(now)


async def _until_drained(hub: Hub, seconds: float) -> None:
    """Wait a moment for the last write, so that the last messages are sent after it."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not hub.is_drained() and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.005)
