"""Attacks on a server process: slow senders, clients that never read, floods.

Attackers are disconnected, and other clients are served meanwhile. A test process
(``benchmarks.attackers``) runs the attackers.
"""

import json
import os
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from messages import Heartbeat
from messages.codec import encode
from messages.framing import frame
from tests.harness.processes import Worker, core_clock, waited_seconds

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs all of 127.0.0.0/8")
ROOT = Path(__file__).parents[2]
OURS = ROOT / "tests" / "certificates" / "ours.pem"
DEADLINE_SECONDS = 1.0
"""Time limit of the server for a handshake and for the rest of a message."""
LIMITS = (
    *(
        "trusted_networks=127.0.0.1",
        f"handshake_seconds={DEADLINE_SECONDS}",
        f"message_seconds={DEADLINE_SECONDS}",
    ),
    "queue_bytes=32768",
)
MAX_P99_SECONDS = 0.1
"""Maximum 99th percentile of the duration of heartbeats of another client, in long runs, without
the time that it and the server wait for a core: other processes and the attackers need cores."""
MEGABYTE = 1 << 20
TRANSPORTS = ("socket", "pyro", "web")
"""In the order in which a server prints their addresses."""
LONG_RUN_ATTACKERS = 100
"""Minimum number of attackers in a long run, the only runs with limits for durations."""


class AttackedServer(NamedTuple):
    ports: dict[str, int]
    pid: int
    tls: bool = False

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        pages = Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @contextmanager
    def connect(self) -> Iterator[socket.socket]:
        """Connect a client that does not attack."""
        with socket.create_connection(("127.0.0.1", self.ports["socket"]), 20) as connection:
            if not self.tls:
                yield connection
                return
            context = ssl.create_default_context(cafile=OURS)
            with context.wrap_socket(connection, server_hostname="127.0.0.1") as tls_connection:
                yield tls_connection


@contextmanager
def _run_server(*tls_options: str) -> Iterator[AttackedServer]:
    limit_options = [part for limit in LIMITS for part in ("--limit", limit)]
    command = [sys.executable, "-m", "server", "--port", "0", "--pyro-port", "0", "--web-port", "0"]
    with subprocess.Popen(
        [*command, "--durability", "none", *limit_options, *tls_options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        ports = [int(process.stdout.readline().rpartition(":")[2]) for _ in TRANSPORTS]
        yield AttackedServer(
            dict(zip(TRANSPORTS, ports, strict=True)), process.pid, bool(tls_options)
        )
        process.terminate()


@pytest.fixture(scope="module")
def plain_server() -> Iterator[AttackedServer]:
    with _run_server() as server:
        yield server


@pytest.fixture(scope="module")
def tls_server() -> Iterator[AttackedServer]:
    with _run_server("--tls-cert", str(OURS), "--tls-key", str(OURS.with_suffix(".key"))) as server:
        yield server


@pytest.fixture(scope="module")
def attackers() -> Iterator[Worker]:
    with Worker(["-m", "benchmarks.attackers"], None) as worker:
        yield worker


def _measure_heartbeats(server: AttackedServer, attack: "Future[str]") -> list[float]:
    """Send heartbeats until the attack is over; return their durations, sorted."""
    heartbeat, durations = frame(encode(Heartbeat())), []
    clock = core_clock(server.pid)
    with server.connect() as client:
        client.recv(65536)
        while not attack.done():
            start = clock()
            client.sendall(heartbeat)
            assert client.recv(65536)
            durations.append(clock() - start)
    return sorted(durations)


class Attack(NamedTuple):
    """The kind, the transport and the number of attackers, and the duration of the attack."""

    kind: str
    transport: str
    attacker_count: int
    seconds: float = 30.0
    longest_seconds: float = DEADLINE_SECONDS + 3.0
    """Maximum time an attacker may stay connected."""


def _waited_seconds(server: AttackedServer, attackers: Worker) -> float:
    """Return how long the server and the attackers have waited for a core."""
    return waited_seconds(str(server.pid)) + attackers.waited_seconds()


def _attack_and_measure(
    server: AttackedServer, attackers: Worker, attack: Attack
) -> dict[str, int]:
    """Attack the server, check that another client is served, and return what was counted."""
    port = server.ports[attack.transport]
    line = f"{attack.kind} {attack.transport} {port} {attack.attacker_count} {attack.seconds}"
    before, waited = server.memory(), _waited_seconds(server, attackers)
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(attackers.request, line)
        durations = _measure_heartbeats(server, answer)
    counts: dict[str, int] = json.loads(answer.result())
    waited = _waited_seconds(server, attackers) - waited
    p99 = durations[len(durations) * 99 // 100]
    counts["grown"] = server.memory() - before
    sys.stderr.write(
        f"{attack}: p99 {1000 * p99:.2f} ms of {len(durations)}, waited {waited:.1f} s, {counts}\n"
    )
    assert durations, "no heartbeat was answered"
    if attack.attacker_count >= LONG_RUN_ATTACKERS:
        assert p99 < MAX_P99_SECONDS
        assert counts["longest ms"] < 1000 * (attack.longest_seconds + waited)
    assert not counts["failed"]
    return counts


ATTACKER_COUNTS = [40, pytest.param(500, marks=pytest.mark.soak)]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("attacker_count", ATTACKER_COUNTS)
def test_slow_senders_are_disconnected_with_little_memory_while_others_are_served(
    plain_server: AttackedServer, attackers: Worker, transport: str, attacker_count: int
) -> None:
    counts = _attack_and_measure(plain_server, attackers, Attack("slow", transport, attacker_count))
    assert (counts["disconnected"], counts["still connected"]) == (attacker_count, 0)
    assert counts["grown"] < 32 * MEGABYTE


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("kind", ["silent", "header", "drip"])
@pytest.mark.parametrize("attacker_count", ATTACKER_COUNTS)
def test_slow_tls_handshakes_are_disconnected_with_little_memory_while_others_are_served(
    tls_server: AttackedServer, attackers: Worker, transport: str, kind: str, attacker_count: int
) -> None:
    counts = _attack_and_measure(tls_server, attackers, Attack(kind, transport, attacker_count))
    assert (counts["disconnected"], counts["still connected"]) == (attacker_count, 0)
    assert counts["grown"] < 64 * MEGABYTE, "OpenSSL needs about 50 KB per connection"


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("attacker_count", [40, pytest.param(100, marks=pytest.mark.soak)])
def test_clients_that_never_read_are_disconnected_with_little_memory_while_others_are_served(
    plain_server: AttackedServer, attackers: Worker, transport: str, attacker_count: int
) -> None:
    counts = _attack_and_measure(
        plain_server,
        attackers,
        Attack("nonreading", transport, attacker_count, longest_seconds=20.0),
    )
    assert (counts["disconnected"], counts["still connected"]) == (attacker_count, 0)
    assert counts["grown"] < attacker_count * MEGABYTE / 2


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize(
    ("attacker_count", "seconds"), [(20, 3.0), pytest.param(100, 20.0, marks=pytest.mark.soak)]
)
def test_flooders_are_rate_limited_and_disconnected_while_others_are_served(
    plain_server: AttackedServer,
    attackers: Worker,
    transport: str,
    attacker_count: int,
    seconds: float,
) -> None:
    _attack_and_measure(plain_server, attackers, Attack("flood", transport, attacker_count, 1.0))
    counts = _attack_and_measure(
        plain_server, attackers, Attack("flood", transport, attacker_count, seconds)
    )
    assert counts["rate limited"] > 20
    assert counts["connections"] > 2 * attacker_count, "disconnected flooders connect again"
    assert counts["grown"] < 32 * MEGABYTE
