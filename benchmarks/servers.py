"""The measured servers: `python -m benchmarks.servers KIND SCRIPTS …` (see ``KINDS``).

Each server prints one line of JSON with its addresses when it is ready, and stops at the end of its
standard input.
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
from benchmarks.scripts import script_secrets
from server.app import ComputerPlayers, Settings, running, tune_garbage_collector
from server.effects import StartBot
from server.journal.sqlite import Durability
from server.limits import Limits
from tests.harness.processes import CERTIFICATE

LOAD_LIMITS = Limits(
    connections=20_000, matches=20_000, remote_idle_seconds=600.0, sessions_per_connection=20_000
)
"""Limits that allow the many connections and sessions of the load generator from one address."""
ATTACK_LIMITS = replace(
    LOAD_LIMITS,
    trusted_networks=("127.0.0.1",),
    queue_bytes=32 * 1024,
    reconnect_seconds=0.5,
    remote_idle_seconds=2.0,
)
"""Limits under attack: a small send queue, which a client that never reads soon fills, and short
time-outs."""
SHARED_MEMORY = Path("/dev/shm")
"""A file system in memory, if there is one: slow checkpoints on a disk would be mistaken for the
effect of attackers."""
THREAD_POOL_SIZE = 40
"""Threads of the stock daemon; more than the number of proxies."""


def print_json(**facts: object) -> None:
    """Print one line of JSON for the parent process."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


async def wait_for_stdin_end() -> None:
    """Wait until the parent process closes the standard input."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin.fileno(), ended.set)
    await ended.wait()
    loop.remove_reader(sys.stdin.fileno())


def refuse_bot(call: StartBot) -> NoReturn:
    """Fail, because the benchmarks use no computer players."""
    raise AssertionError("the benchmarks use no computer players")


async def serve_process() -> None:
    """Run the real server with recorded matches and durability process."""
    with TemporaryDirectory() as folder:
        await _serve(Path(folder))


async def serve_disk() -> None:
    """Run the real server with recorded matches and durability disk."""
    with TemporaryDirectory() as folder:
        await _serve(Path(folder), "disk")


async def serve_disk_with_heartbeats() -> None:
    """Run the real server with durability disk and heartbeats, for clients that decode messages."""
    with TemporaryDirectory() as folder:
        await _serve(Path(folder), "disk", suppress_heartbeats=False)


async def serve_under_attack() -> None:
    """Run the real server with strict limits; arguments: TIMEOUT_SECONDS DURABILITY tls|plain."""
    timeout_seconds, durability, wire = sys.argv[3:]
    tls = SSLContext(PROTOCOL_TLS_SERVER) if wire == "tls" else None
    if tls is not None:
        tls.load_cert_chain(CERTIFICATE, CERTIFICATE.with_suffix(".key"))
    limits = replace(
        ATTACK_LIMITS,
        handshake_seconds=float(timeout_seconds),
        message_seconds=float(timeout_seconds),
        unread_seconds=float(timeout_seconds),
    )
    parent = SHARED_MEMORY if durability == "process" and SHARED_MEMORY.is_dir() else None
    with TemporaryDirectory(dir=parent) as folder:
        kind = cast(Durability, durability)
        await _serve(Path(folder), kind, suppress_heartbeats=False, limits=limits, tls=tls)


async def serve_without_journal() -> None:
    """Run the real server without a journal."""
    await _serve(None)


NO_HEARTBEAT_SECONDS = 3600.0
"""Heartbeat interval for clients that count bytes, because heartbeats are not in their scripts."""


async def _serve(
    data: Path | None,
    durability: Durability = "process",
    *,
    suppress_heartbeats: bool = True,
    limits: Limits = LOAD_LIMITS,
    tls: SSLContext | None = None,
) -> None:
    if suppress_heartbeats:
        limits = replace(limits, heartbeat_seconds=NO_HEARTBEAT_SECONDS)
    settings = Settings(
        port=0,
        pyro_port=0,
        web_port=0,
        data=data,
        durability=durability,
        limits=limits,
        secrets=script_secrets(int(sys.argv[2])),
        tls=tls,
    )
    async with running(settings, ComputerPlayers(strategies={}, make=refuse_bot)) as addresses:
        tune_garbage_collector()
        web = addresses.web.partition("//")[2]
        print_json(socket=addresses.socket, pyro=addresses.pyro, web=web)
        await wait_for_stdin_end()


async def serve_model() -> None:
    """Run the model server, which has no rules."""
    with TemporaryDirectory() as folder:
        server = ModelServer(Path(folder) / "moves.sqlite")
        print_json(socket=await server.start())
        await wait_for_stdin_end()
        await server.stop()


@Pyro5.api.expose
class Echo:
    """A remote object that only echoes."""

    def echo(self, text: str) -> str:
        """Return the same text."""
        return text


def serve_stock_pyro() -> None:
    """Run a stock Pyro5 daemon with its thread pool."""
    Pyro5.config.SERIALIZER = "msgpack"
    Pyro5.config.SERVERTYPE = "thread"
    Pyro5.config.THREADPOOL_SIZE = THREAD_POOL_SIZE
    daemon = Pyro5.api.Daemon(host="127.0.0.1", port=0)
    uri = daemon.register(Echo(), "echo")
    threading.Thread(target=daemon.requestLoop, daemon=True).start()
    print_json(pyro=str(uri))
    sys.stdin.read()
    daemon.shutdown()


KINDS: dict[str, Callable[[], Awaitable[None]]] = {
    "process": serve_process,
    "disk": serve_disk,
    "disk-heartbeats": serve_disk_with_heartbeats,
    "under-attack": serve_under_attack,
    "no-journal": serve_without_journal,
    "model": serve_model,
}


def main() -> None:
    """Run the kind of server that the command line names."""
    kind = sys.argv[1]
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())  # discard log lines
    if kind == "stock-pyro":
        serve_stock_pyro()
    else:
        uvloop.run(KINDS[kind]())  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
