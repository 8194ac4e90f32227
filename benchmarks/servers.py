"""The processes that are measured: `python -m benchmarks.servers KIND` (see ``KINDS``).

Each prints one line of JSON with its addresses when it is ready and ends with its standard input.
"""

import asyncio
import json
import sys
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from tempfile import TemporaryDirectory
from typing import NoReturn, cast

import Pyro5
import Pyro5.api
import structlog
import uvloop

from benchmarks.model import ModelServer
from benchmarks.scripts import known_secrets
from server.app import ComputerPlayers, Settings, running, tune_garbage_collector
from server.effects import StartBot
from server.journal.sqlite import Durability
from server.limits import Limits
from tests.harness.processes import CERTIFICATE

ROOM = Limits(connections=20_000, matches=20_000, remote_idle_seconds=600.0)
"""The load generator is one honest client with many connections."""
STRICT = replace(
    ROOM,
    trusted_networks=("127.0.0.1",),
    queue_bytes=32 * 1024,
    reconnect_seconds=0.5,
    remote_idle_seconds=2.0,
)
"""Who never reads fills so small a queue in a moment; who is gone is soon forgotten."""
MEMORY = Path("/dev/shm")
"""Files that are on no disk, where there is such a place: the slow checkpoints of a journal would
be taken for what attackers do."""
POOL = 40
"""Threads of the stock daemon: more than there are proxies."""


def say(**facts: object) -> None:
    """One line for the process that started this one."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


async def stdin_ends() -> None:
    """Wait until the process that started this one has had enough."""
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin.fileno(), over.set)
    await over.wait()
    loop.remove_reader(sys.stdin.fileno())


def nobody(call: StartBot) -> NoReturn:
    """No computer players here."""
    raise AssertionError("the benchmarks seat no computer players")


async def game() -> None:
    """The real server, with matches that are known by heart, each written down."""
    with TemporaryDirectory() as folder:
        await _serve(Path(folder))


async def flushing() -> None:
    """The same, and each move is on the disk before it is answered."""
    with TemporaryDirectory() as folder:
        await _serve(Path(folder), "disk")


async def durable() -> None:
    """The same for guests who understand what they are told, heartbeats included."""
    with TemporaryDirectory() as folder:
        await _serve(Path(folder), "disk", quiet=False)


async def besieged() -> None:
    """The same, not trusting everybody. The last arguments: PATIENCE DURABILITY tls|plain."""
    patience, durability, wire = sys.argv[3:]
    tls = SSLContext(PROTOCOL_TLS_SERVER) if wire == "tls" else None
    if tls is not None:
        tls.load_cert_chain(CERTIFICATE, CERTIFICATE.with_suffix(".key"))
    limits = replace(STRICT, handshake_seconds=float(patience), message_seconds=float(patience))
    place = MEMORY if durability == "process" and MEMORY.is_dir() else None
    with TemporaryDirectory(dir=place) as folder:
        kind = cast(Durability, durability)
        await _serve(Path(folder), kind, quiet=False, limits=limits, tls=tls)


async def forgetful() -> None:
    """The real server without its journal."""
    await _serve(None)


QUIET_SECONDS = 3600.0
"""Guests of a long set-up are silent for a while; a heartbeat is not in their scripts."""


async def _serve(
    data: Path | None,
    durability: Durability = "process",
    *,
    quiet: bool = True,
    limits: Limits = ROOM,
    tls: SSLContext | None = None,
) -> None:
    if quiet:
        limits = replace(limits, heartbeat_seconds=QUIET_SECONDS)
    settings = Settings(
        port=0,
        pyro_port=0,
        data=data,
        durability=durability,
        limits=limits,
        secrets=known_secrets(int(sys.argv[2])),
        tls=tls,
    )
    async with running(settings, ComputerPlayers(strategies={}, make=nobody)) as addresses:
        tune_garbage_collector()
        say(socket=addresses.socket, pyro=addresses.pyro)
        await stdin_ends()


async def model() -> None:
    """The model of a move with free rules."""
    with TemporaryDirectory() as folder:
        server = ModelServer(Path(folder) / "moves.sqlite")
        say(socket=await server.start())
        await stdin_ends()
        await server.stop()


@Pyro5.api.expose
class Echo:
    """The least a remote object can do."""

    def echo(self, text: str) -> str:
        """The same text."""
        return text


def stock() -> None:
    """A stock Pyro5 daemon with its thread pool."""
    Pyro5.config.SERIALIZER = "msgpack"
    Pyro5.config.SERVERTYPE = "thread"
    Pyro5.config.THREADPOOL_SIZE = POOL
    daemon = Pyro5.api.Daemon(host="127.0.0.1", port=0)
    uri = daemon.register(Echo(), "echo")
    threading.Thread(target=daemon.requestLoop, daemon=True).start()
    say(pyro=str(uri))
    sys.stdin.read()
    daemon.shutdown()


KINDS: dict[str, Callable[[], Awaitable[None]]] = {
    "game": game,
    "flushing": flushing,
    "durable": durable,
    "besieged": besieged,
    "forgetful": forgetful,
    "model": model,
}


def main() -> None:
    """Run the kind of server the command line names."""
    kind = sys.argv[1]
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())  # nobody reads a log here
    if kind == "stock":
        stock()
    else:
        uvloop.run(KINDS[kind]())  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
