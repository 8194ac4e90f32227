"""The server put together: lobby, handler, hub and routes around one event loop."""

import asyncio
import gc
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import structlog

from games.registry import GAMES
from server.dialects import DIALECTS
from server.handler import GameHandler
from server.hub import Hub
from server.journal.sqlite import Durability, SqliteJournal
from server.limits import DEFAULT_LIMITS, Limits
from server.lobby import Lobby, Secrets
from server.outgoing import CallComputer
from server.restore import restore
from server.routes.memory import MemoryPeer, React
from server.routes.pyro import PyroRoute
from server.routes.socket import SocketRoute
from server.scribe import Scribe

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
SWEEP_SECONDS = 0.25


@dataclass(frozen=True)
class Computers:
    """The computer players of a server: which there are for each game, and how one is made."""

    strategies: Mapping[str, tuple[str, ...]]
    make: Callable[[CallComputer], React]


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


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What `tavolata serve` can choose. Port 0 is any free one."""

    host: str = "127.0.0.1"
    port: int = 7700
    pyro_port: int = 7701
    dialects: Mapping[str, int] = field(default_factory=dict)
    """The ports of the old dialects that are wanted, by name."""
    data: Path | None = None
    """The folder of the journal; None: nothing survives the process."""
    durability: Durability = "process"
    bot_delay: float = 0.0
    """Seconds a computer player thinks before it acts, so that people can follow."""
    limits: Limits = DEFAULT_LIMITS
    secrets: Secrets = OS_SECRETS


@asynccontextmanager
async def running(settings: Settings, computers: Computers) -> AsyncIterator[Addresses]:
    """A server that runs as long as the block."""
    loop = asyncio.get_running_loop()
    lobby = Lobby(GAMES, settings.limits, settings.secrets, computers.strategies)
    handler = GameHandler(lobby)
    hub = Hub(handler, loop.time)

    soon = partial(loop.call_later, settings.bot_delay) if settings.bot_delay else loop.call_soon

    def call(wanted: CallComputer) -> None:
        MemoryPeer(hub, computers.make(wanted), soon, computer=True)

    hub.call_computer = call
    socket = SocketRoute(hub, settings.limits, settings.host)
    pyro = PyroRoute(hub, settings.limits, settings.host)
    dialects = {n: DIALECTS[n](hub, settings.limits, settings.host) for n in settings.dialects}
    addresses = Addresses(
        await socket.start(settings.port),
        await pyro.start(settings.pyro_port),
        {name: await route.start(settings.dialects[name]) for name, route in dialects.items()},
    )
    sweeps = [hub.tick, socket.sweep, pyro.sweep, *(route.sweep for route in dialects.values())]
    with _journalling(settings, hub, sweeps):
        sweeper = asyncio.create_task(_sweep(sweeps))
        try:
            yield addresses
        finally:
            sweeper.cancel()
            hub.stop()
            await socket.stop()
            await pyro.stop()
            for route in dialects.values():
                await route.stop()


@contextmanager
def _journalling(settings: Settings, hub: Hub, sweeps: list[Callable[[], None]]) -> Iterator[None]:
    """Bring back what the journal holds, and write everything down from now on."""
    if settings.data is None:
        yield
        return
    loop, lobby = asyncio.get_running_loop(), hub.handler.lobby
    journal = SqliteJournal(settings.data, settings.durability, loop.call_soon_threadsafe)
    lobby.journalled, lobby.wall_clock, lobby.now = True, time.time, loop.time()

    def trouble(failing: bool) -> None:
        lobby.in_trouble = failing

    calls, damaged = restore(lobby, journal)
    for replay in damaged:
        structlog.get_logger().error("match is damaged", match=replay.number, why=replay.damage)
    scribe = Scribe(journal, loop.call_soon, hub.deliver, trouble)
    hub.write_first(scribe.take)
    sweeps.append(scribe.retry)
    for call in calls:
        hub.deliver([call])
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
    loop = asyncio.get_running_loop()
    done = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, done.set)
    async with running(settings, computers) as addresses:
        calm_collector()
        say(f"socket tcp://{addresses.socket}")
        say(f"pyro {addresses.pyro}")
        for dialect, address in addresses.dialects.items():
            say(f"{dialect} tcp://{address}")
        await done.wait()


async def _sweep(sweeps: list[Callable[[], None]]) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        for sweep in sweeps:
            sweep()
