"""Assembles a server: state, handler, hub, journal and transports around one event loop."""

import asyncio
import gc
import os
import secrets
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, fields, replace
from errno import EACCES, EADDRINUSE
from functools import partial
from importlib.metadata import version
from os import strerror
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
from server.effects import Outcome, PeerId, StartBot
from server.handler import GameHandler
from server.journal.reader import open_reader
from server.journal.records import NO_HASH, Entry
from server.journal.sqlite import FILE as JOURNAL_FILE
from server.journal.sqlite import Durability, open_lock
from server.limits import DEFAULT_LIMITS, Limits
from server.match import Match
from server.operations import descriptors
from server.operations.admin import Operator
from server.operations.game_list import PATH as GAME_LIST_PATH
from server.operations.game_list import game_list_json
from server.operations.reload import Reload, Sources
from server.operations.reports import Reports
from server.periodic import PeriodicWork, Sweep, run_sweeps
from server.rooms.room import Room
from server.session_registry import Secrets, hash_secret
from server.sessions import OUR_BOT
from server.state import ServerState, Suggest
from server.storage import open_storage
from server.transports.addresses import is_loopback
from server.transports.admin import AdminSocket
from server.transports.base import Transport
from server.transports.connection import Flusher
from server.transports.handshakes import report_failures
from server.transports.health import Endpoint, HealthTransport
from server.transports.manager import notify_manager
from server.transports.memory import NO_DELAY, Delay, MemoryPeer, OnMessage
from server.transports.pyro.connection import PyroTransport
from server.transports.socket import SocketTransport
from server.transports.web.pages import Pages
from server.transports.web.replays import MAX_ROWS, Replays
from server.transports.web.transport import WebTransport

CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
BOT_DELAY_SECONDS = 1.0
"""Usual delay of computer players on servers for people."""
REACTION_SECONDS = 0.05
"""Time in which a remote bot can act out of turn before a computer player moves."""
BANS_ONLY_IN_MEMORY = "bans are in force until the server stops, and are not saved"
NO_EFFECT = "none; SIGHUP reloads, SIGTERM stops the server"
ROOT_EFFECT = "a flaw in the server would give access to the whole machine"
ROOT_REMEDY = "run it as a user of its own, as the systemd unit does"
ENCRYPT = "use --tls auto, or --tls-cert FILE, and clients --tls"
"""The remedy for a server that others can reach without TLS."""


class WebPortUnavailable(OSError):
    """The server cannot listen on its web port."""


@dataclass(frozen=True)
class ComputerPlayers:
    """The available strategies, by game, and a function that creates a computer player."""

    strategies: Mapping[str, tuple[str, ...]]
    make: Callable[[StartBot], OnMessage]
    suggest: Suggest | None = None
    """Returns the action of a hint; None: there are no hints."""


OS_SECRETS = Secrets(
    seed=lambda: secrets.token_bytes(32),
    token=lambda: secrets.token_urlsafe(32),
    code=lambda: "".join(secrets.choice(CODE_ALPHABET) for _ in range(6)),
)


@dataclass(frozen=True)
class Addresses:
    """The addresses of a running server."""

    socket: str
    pyro: str
    dialects: Mapping[str, str] = field(default_factory=dict)
    """Addresses of the enabled dialects, by name."""
    metrics: str = ""
    """Address of metrics and health; empty if they are disabled."""
    web: str = ""
    """Address of the page for browsers, like http://127.0.0.1:7780; empty if it is disabled."""
    drained: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the operator has drained the server and no match is left."""
    admin: Callable[[Sequence[str]], dict[str, object]] = field(kw_only=True)
    """Executes a command of the operator; returns its rows or its error."""
    reload: Callable[[], None] = field(default=lambda: None, kw_only=True)
    """Reads limits, bans and certificate again; logs what changed, or why nothing did."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a server. Port 0 stands for any free port."""

    host: str = "127.0.0.1"
    port: int = 7700
    pyro_port: int = 7701
    web_port: int | None = None
    """Port of the page for browsers and their WebSocket; None: disabled."""
    web_port_optional: bool = False
    """True if another port may be used for the page when this one is in use."""
    web_root: Path | None = None
    """Folder with the built page; without it the web port has the WebSocket only."""
    web_origins: tuple[str, ...] = ()
    """Origins of other pages that may open the WebSocket, such as https://games.example."""
    dialects: Mapping[str, int] = field(default_factory=dict)
    """Ports of the enabled dialects, by name."""
    dialect_settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings of dialects that differ from the defaults, by name."""
    data: Path | None = None
    """Folder of the journal, the bans and the admin socket; None: nothing is stored."""
    bans: Path | None = None
    """File of the bans; None: the one in the data folder, if there is one."""
    durability: Durability = "process"
    retain: float | None = None
    """Seconds after which a finished match is exported and removed; None: never."""
    bot_delay: float = 0.0
    """Delay in seconds before a computer player acts in a match with people, who can follow."""
    reaction_seconds: float = REACTION_SECONDS
    """Minimum of that delay while a person or remote bot may act out of turn, as to say UNO."""
    limits: Limits = DEFAULT_LIMITS
    secrets: Secrets = OS_SECRETS
    password: str = ""
    """Password for new sessions; empty: none is needed."""
    metrics_port: int | None = None
    """Loopback port of metrics and health; None: disabled."""
    allow_seeds: bool = False
    """True if the host of a room may choose the seed of its matches and so know all cards."""
    first_reserved: int = sys.maxsize
    """Number of the first file descriptor that clients cannot take."""
    logs_clients: bool = False
    """True if sessions, matches and refusals of clients are logged; not for one evening of play."""
    journalled: bool = True
    """False if the data folder has no journal, only bans, reports and the admin socket."""
    ephemeral: bool = False
    """True if the server will not restart; its last message tells clients not to reconnect."""
    tls: SSLContext | None = None
    """TLS context of the socket, the Pyro5 and the web port; None: nothing is encrypted."""
    fingerprint: str = ""
    """Fingerprint of the key of ``tls``, for clients that verify it; empty without TLS."""
    sources: Sources | None = None
    """Files from which a reload reads limits and certificate; None: it reads the bans only."""


def computer_delay(state: ServerState, seconds: float, reaction: float, peer: PeerId) -> float:
    """Return the delay of a computer player in a match with people or remote bots, otherwise 0.

    It is ``seconds``, and at least ``reaction`` while one of them may act out of turn.
    """
    connection = state.peers.get(peer)
    session = connection.session if connection else None
    room = session.room if session else None
    if room is None or room.match is None or not room.people:
        return 0.0
    if seconds >= reaction or not _can_be_interrupted(room, room.match):
        return seconds
    return reaction


def _can_be_interrupted(room: Room, match: Match) -> bool:
    """Return whether a connected person or remote bot may act out of turn now."""
    members = (room.members_by_seat[seat] for seat in match.interrupters)
    return any(member and not (member.is_computer or member.disconnected) for member in members)


@asynccontextmanager
async def running(settings: Settings, computers: ComputerPlayers) -> AsyncIterator[Addresses]:
    """Run a server for the duration of the block; yield its addresses.

    Restores the bans and matches of the data folder first. At the end all clients are told and the
    last messages are sent; this waits for the journal, at most ``stop_seconds``. Raises OSError,
    InvalidBan or JournalError if the server cannot start.
    """
    loop = asyncio.get_running_loop()
    state = ServerState(
        games=GAMES,
        limits=settings.limits,
        secrets=settings.secrets,
        strategies=computers.strategies,
        allow_seeds=settings.allow_seeds,
    )
    state.suggest = computers.suggest or state.suggest
    state.unix_time = time.time
    if settings.first_reserved < sys.maxsize:
        state.is_short_of_files = partial(descriptors.is_low, settings.first_reserved)
    state.events.log = structlog.get_logger() if settings.logs_clients else None
    if settings.tls is not None:
        failed = state.events.failed_handshake
        report_failures(settings.tls, lambda reason: failed(reason, loop.time()))
    state.password = hash_secret(settings.password) if settings.password else NO_HASH
    state.bans = _load_bans(settings)
    handler = GameHandler(state)
    hub = Hub(handler, loop.time)

    delay = NO_DELAY
    if settings.bot_delay or settings.reaction_seconds:
        seconds = partial(computer_delay, state, settings.bot_delay, settings.reaction_seconds)
        delay = Delay(loop.call_later, seconds)

    def start_bot(bot: StartBot) -> None:
        """Create a computer player and connect it to the hub."""
        MemoryPeer(hub, computers.make(bot), loop.call_soon, OUR_BOT, delay)

    hub.start_bot = start_bot
    reports = Reports(settings.data, settings.limits.report_file_bytes)
    hub.write_report = reports.write
    work = PeriodicWork([hub.tick])
    flusher = Flusher(loop.call_soon)
    with _open_journal(settings, hub, flusher, work.sweeps):
        operator = Operator(hub, reports.latest if settings.data is not None else None)
        sources = settings.sources or Sources(lambda: settings.limits, lambda: [])
        reload = Reload(sources, handler, settings.tls, operator.apply_new_bans)
        operator.run_reload = reload.run
        async with _start_transports(settings, hub, flusher, work, operator, reload) as addresses:
            max_lag = settings.limits.tick_gap_seconds
            sweeper = asyncio.create_task(run_sweeps(work, handler.counts, max_lag))
            try:
                yield addresses
            finally:
                sweeper.cancel()
                hub.stop(final=settings.ephemeral)
                await _wait_until_drained(hub, settings.limits.stop_seconds)


def _load_bans(settings: Settings) -> Bans:
    """Read the file of bans, if there is one; log a warning if it cannot be written.

    Raises InvalidBan.
    """
    file = settings.bans
    if file is None and settings.data is not None:
        file = settings.data / BANS_FILE
    if file is None:
        return Bans()
    bans = Bans.load(file)
    try:
        bans.check_writable()
    except OSError as error:
        reason = error.strerror or str(error)
        structlog.get_logger().warning(
            "bans_not_writable", path=str(file), reason=reason, effect=BANS_ONLY_IN_MEMORY
        )
    return bans


@asynccontextmanager
async def _start_transports(
    settings: Settings,
    hub: Hub,
    flusher: Flusher,
    work: PeriodicWork,
    operator: Operator,
    reload: Reload,
) -> AsyncIterator[Addresses]:
    """Run all transports and the admin socket; if a transport cannot start, stop the others.

    All transports stop at the same time, so that clients that do not read delay the end only once.
    Adds their functions to ``work``. The admin socket needs a data folder; if it fails, the
    server runs without it. Raises OSError, or WebPortUnavailable for the web port.
    """
    common = (hub, settings.limits, settings.host)
    first_abort = settings.first_reserved + descriptors.REFUSED
    started = reload.transports

    async def stop_all() -> None:
        """Stop all transports that were started."""
        await asyncio.gather(*(transport.stop() for transport in started))

    async with AsyncExitStack() as stack:
        stack.push_async_callback(stop_all)

        async def start(transport: Transport[Any], port: int) -> str:
            """Start a transport, register its stop and periodic work, and return its address."""
            if first_abort < sys.maxsize and not isinstance(transport, HealthTransport):
                transport.is_out_of_files = partial(descriptors.is_low, first_abort)
            address = await transport.start(port)
            started.append(transport)
            work.sweeps.append(transport.sweep)
            work.on_suspended.append(transport.on_suspended)
            return address

        def legacy_transport(name: str) -> LegacyTransport[Any]:
            """Create the transport of a dialect with its settings."""
            return LegacyTransport(DIALECTS[name], *common, settings.dialect_settings.get(name))

        metrics = web = ""
        if settings.metrics_port is not None:
            health = HealthTransport(_create_endpoints(hub), settings.limits)
            metrics = await start(health, settings.metrics_port)
        if settings.data is not None and hasattr(asyncio, "start_unix_server"):
            admin = AdminSocket(operator.answer, settings.data)
            if await admin.start():
                stack.push_async_callback(admin.stop)
        if settings.web_port is not None:
            transport = _create_web_transport(settings, hub, flusher)
            try:
                web = await start(transport, settings.web_port)
            except OSError as error:
                if error.errno not in (EADDRINUSE, EACCES):
                    raise
                if not settings.web_port_optional:
                    raise WebPortUnavailable(error.errno, strerror(error.errno)) from None
                web = await start(transport, 0)
        addresses = Addresses(
            await start(SocketTransport(*common, settings.tls, flusher), settings.port),
            await start(PyroTransport(*common, settings.tls, flusher), settings.pyro_port),
            {n: await start(legacy_transport(n), port) for n, port in settings.dialects.items()},
            metrics,
            web,
            admin=operator.answer,
            reload=reload.on_signal,
        )
        work.sweeps.append(lambda now: addresses.drained.set() if operator.is_drained else None)
        yield addresses


def _create_endpoints(hub: Hub) -> dict[str, Endpoint]:
    """Return the HTTP endpoints by path: metrics, health, readiness, liveness."""
    from server.operations.metrics import Metrics  # slow to import

    metrics = Metrics(hub.handler.state, hub.handler.counts)
    return {
        "/metrics": lambda: (200, metrics.render()),
        "/health": partial(_health, hub.handler.state),
        "/ready": partial(_health, hub.handler.state),
        "/live": lambda: (200, b"ok\n"),
    }


def _health(state: ServerState) -> tuple[int, bytes]:
    """Return 503 and why while the journal fails or the server drains, otherwise 200."""
    if state.journal_failing:
        return 503, b"cannot save\n"
    return (503, b"draining\n") if state.draining else (200, b"ok\n")


def _create_web_transport(settings: Settings, hub: Hub, flusher: Flusher) -> WebTransport:
    """Create the web transport, which reads the files of the page now.

    It serves replay files only if there is a data folder.
    """
    state = hub.handler.state
    data = settings.data if settings.journalled else None
    generated = {GAME_LIST_PATH: game_list_json(GAMES, state.strategies)}
    return WebTransport(
        *(hub, settings.limits, settings.host, settings.tls, flusher),
        pages=Pages(settings.web_root, generated),
        health=partial(_health, state),
        origins=settings.web_origins,
        replays=Replays(partial(_read_finished, data), GAMES) if data else None,
    )


def _read_finished(data: Path, match: int) -> list[Entry]:
    """Return the entries of a finished match of a data folder; none if there is no such match.

    Only its entries in the last MAX_ROWS rows up to its end are returned. Raises JournalError.
    """
    with open_reader(data / JOURNAL_FILE) as reader:
        return reader.finished_entries(match, MAX_ROWS)


@contextmanager
def _open_journal(
    settings: Settings, hub: Hub, flusher: Flusher, sweeps: list[Sweep]
) -> Iterator[None]:
    """Restore sessions and matches from the journal, then record everything until the block ends.

    Damage is logged and damaged matches are left out; computer players of restored ones start here.
    Without a data folder nothing happens. Messages that waited for the journal are flushed
    immediately, not in the next loop iteration. Raises JournalError.
    """
    if settings.data is None:
        yield
        return
    if not settings.journalled:
        with open_lock(settings.data):
            yield
        return
    loop, state = asyncio.get_running_loop(), hub.handler.state
    state.has_journal, state.now = True, loop.time()
    call = loop.call_soon_threadsafe
    storage, restored = open_storage(
        settings.data, settings.durability, call, state, settings.retain
    )

    def set_failing(failing: bool) -> None:
        """Store and log that writes to the journal begin to fail or work again."""
        state.set_journal_failing(failing)
        storage.log_failing(failing)

    queue = WriteAheadQueue(
        storage.journal if storage.is_writable else None,
        loop.call_soon,
        hub.deliver,
        set_failing,
        flusher.flush,
        settings.limits,
    )
    storage.on_writable = lambda: queue.resume(storage.journal)
    hub.use_write_ahead(queue.submit, lambda: queue.is_drained)
    sweeps += [lambda now: queue.retry(), storage.sweep]
    if restored.end_records or storage.obsolete_rooms:
        ended = Outcome(entries=restored.end_records, room_entries=storage.obsolete_rooms)
        queue.submit(ended)
    hub.deliver(Outcome(bots=restored.bots))
    try:
        yield
    finally:
        storage.close()


def tune_garbage_collector() -> None:
    """Collect garbage cycles rarely; only for a process that runs nothing but a server.

    Objects made for a message contain no cycles and are freed without the collector. Unreachable
    objects are freed now; all other objects that exist now are never examined again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


async def serve(
    settings: Settings, computers: ComputerPlayers, print_line: Callable[[str], None]
) -> None:
    """Run a server until SIGTERM, SIGINT or the end of draining; reload at SIGHUP.

    Call ``print_line`` with the lines of ``announce_ready`` as soon as the server is ready, and log
    the start and the stop. Also replaces the signal handlers and tunes the garbage collector.
    Raises the same errors as ``running``.
    """
    loop, log = asyncio.get_running_loop(), structlog.get_logger()
    stop_requested = asyncio.Event()
    reload_requested = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop_requested.set)
    if sys.platform != "win32":
        loop.add_signal_handler(signal.SIGHUP, reload_requested.set)
        for ignored in (signal.SIGUSR1, signal.SIGUSR2):
            loop.add_signal_handler(ignored, partial(_log_ignored, ignored))
    first_reserved = descriptors.prepare(settings.limits.connections)
    settings = replace(settings, first_reserved=first_reserved, logs_clients=True)
    async with running(settings, computers) as addresses:
        tune_garbage_collector()
        announce_ready(settings, addresses, print_line)
        notify_manager("READY=1")
        _warn_if_root()
        reloads = asyncio.create_task(_repeat(reload_requested, addresses.reload))
        await _wait_for_any(stop_requested, addresses.drained)
        reloads.cancel()
        reason = "signal" if stop_requested.is_set() else "drained"
        log.info("server_stopping", reason=reason)
        notify_manager("STOPPING=1")


def announce_ready(
    settings: Settings, addresses: Addresses, print_line: Callable[[str], None]
) -> None:
    """Print the address of each transport and the fingerprint of the key, if any.

    Logs the addresses of socket and Pyro5 and the fingerprint. Also logs a warning if others can
    reach the server without TLS.
    """
    log, fingerprint = structlog.get_logger(), settings.fingerprint
    print_line(f"socket {'tls' if settings.tls else 'tcp'}://{addresses.socket}")
    print_line(f"pyro {addresses.pyro}")
    if addresses.web:
        print_line(f"web {addresses.web}")
    for dialect, address in addresses.dialects.items():
        print_line(f"{dialect} tcp://{address}")
    if addresses.metrics:
        print_line(f"metrics http://{addresses.metrics}/metrics")
    if fingerprint:
        print_line(f"fingerprint {fingerprint}")
    tls = {"tls_fingerprint": fingerprint} if fingerprint else {}
    log.info(
        "server_ready",
        version=version("tavolata"),
        socket_address=addresses.socket,
        pyro_uri=addresses.pyro,
        **{name: value for name, value in _optional_facts(settings, addresses).items() if value},
        **tls,
    )
    if settings.tls is None and not is_loopback(settings.host):
        log.warning("connections_not_encrypted", host=settings.host, remedy=ENCRYPT)


def _warn_if_root() -> None:
    """Log a warning if the server runs as root."""
    if sys.platform != "win32" and os.geteuid() == 0:
        structlog.get_logger().warning("running_as_root", effect=ROOT_EFFECT, remedy=ROOT_REMEDY)


def _log_ignored(number: signal.Signals) -> None:
    """Log a signal that would end the process without a handler."""
    structlog.get_logger().warning("signal_ignored", signal=number.name, effect=NO_EFFECT)


async def _repeat(requested: asyncio.Event, work: Callable[[], None]) -> None:
    """Call ``work`` each time the event is set, until cancelled."""
    while True:
        await requested.wait()
        requested.clear()
        work()


def _optional_facts(settings: Settings, addresses: Addresses) -> dict[str, str]:
    """Return further fields of ``server_ready``; those that are empty are to be left out."""
    limits = [
        f"{field.name}={getattr(settings.limits, field.name)}"
        for field in fields(Limits)
        if getattr(settings.limits, field.name) != getattr(DEFAULT_LIMITS, field.name)
    ]
    return {
        "web_address": addresses.web,
        "metrics_address": addresses.metrics,
        "dialects": ", ".join(f"{name}={where}" for name, where in addresses.dialects.items()),
        "tls": "on" if settings.tls else "off",
        "data_folder": str(settings.data.resolve()) if settings.data else "none",
        "durability": settings.durability if settings.data and settings.journalled else "none",
        "changed_limits": ", ".join(limits),
    }


async def _wait_for_any(*events: asyncio.Event) -> None:
    """Wait until one of the events is set; the waits for the others are cancelled."""
    tasks = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


async def _wait_until_drained(hub: Hub, seconds: float) -> None:
    """Wait up to ``seconds`` until no message waits for the journal, or the journal fails."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not hub.is_drained() and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.005)
