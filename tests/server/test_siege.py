"""A besieged server: slow senders are cut, flooders warned and cut, and the others play on."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import pytest

from messages import Heartbeat
from messages.codec import encode
from messages.framing import frame

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs all of 127.0.0.0/8")
PATIENCE = 1.0
"""Seconds the besieged server waits for a hello and for the rest of a message."""
ALLOWED = 0.1


class Besieged(NamedTuple):
    port: int
    pyro_port: int
    pid: int

    def memory(self) -> int:
        """Bytes in use."""
        pages = Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture(scope="module")
def server() -> Iterator[Besieged]:
    limits = ["trusted=127.0.0.1", f"hello_seconds={PATIENCE}", f"message_seconds={PATIENCE}"]
    options = [part for limit in limits for part in ("--limit", limit)]
    command = [sys.executable, "-m", "server", "--port", "0", "--pyro-port", "0"]
    with subprocess.Popen(
        [*command, "--durability", "none", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        port, pyro_port = (int(process.stdout.readline().rpartition(":")[2]) for _ in range(2))
        yield Besieged(port, pyro_port, process.pid)
        process.terminate()


def _besiege(port: int, kind: str, number: int, seconds: float) -> "subprocess.Popen[str]":
    words = [kind, str(port), str(number), str(seconds)]
    command = [sys.executable, "-m", "tests.server.siege", *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def _beats(server: Besieged, siege: "subprocess.Popen[str]") -> list[float]:
    """How long each heartbeat of an honest guest takes, until the siege is over."""
    beat, taken = frame(encode(Heartbeat())), []
    with socket.create_connection(("127.0.0.1", server.port), 20) as guest:
        guest.recv(65536)
        while siege.poll() is None:
            start = perf_counter()
            guest.sendall(beat)
            assert guest.recv(65536)
            taken.append(perf_counter() - start)
    return sorted(taken)


def _held(server: Besieged, port: int, kind: str, number: int, seconds: float) -> dict[str, int]:
    """Besiege the server; the others must be served all the time. How it went for the rest."""
    with _besiege(port, kind, number, seconds) as siege:
        taken = _beats(server, siege)
        assert siege.stdout is not None
        told: dict[str, int] = json.loads(siege.stdout.read())
    p99 = taken[len(taken) * 99 // 100]
    sys.stderr.write(f"{kind}: p99 {1000 * p99:.2f} ms of {len(taken)}, {told}\n")
    assert p99 < ALLOWED
    return told


@pytest.mark.parametrize("kind", ["silent", "header", "body", "drip"])
@pytest.mark.parametrize("route", ["socket", "pyro"])
@pytest.mark.parametrize("number", [50, pytest.param(500, marks=pytest.mark.soak)])
def test_slow_senders_are_cut_in_time(server: Besieged, route: str, kind: str, number: int) -> None:
    port = server.port if route == "socket" else server.pyro_port
    told = _held(server, port, kind, number, 20.0)
    assert (told["cut"], told["still there"]) == (number, 0)
    assert told["longest ms"] < 1000 * (PATIENCE + 3.0)


@pytest.mark.parametrize(
    ("number", "seconds"), [(20, 3.0), pytest.param(100, 20.0, marks=pytest.mark.soak)]
)
def test_flooders_are_warned_and_cut(server: Besieged, number: int, seconds: float) -> None:
    _held(server, server.port, "flood", number, 1.0)
    before = server.memory()
    told = _held(server, server.port, "flood", number, seconds)
    assert told["warned"] > 20
    assert told["connections"] > 2 * number, "who was not cut would not come again"
    assert server.memory() - before < 32 * 1024 * 1024
