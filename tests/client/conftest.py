"""A server in a process of its own, for programs that have an event loop of their own."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A run behind `&` or `nohup` would pass this on to clients that have to be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Served(NamedTuple):
    """Where the server is."""

    socket: str
    pyro: str


@contextmanager
def serving(*limits: str) -> Iterator[Served]:
    """A server with these limits, NAME=VALUE."""
    ports = ["--port", "0", "--pyro-port", "0", "--durability", "none"]
    chosen = [word for limit in limits for word in ("--limit", limit)]
    command = [sys.executable, "-m", "server", *ports, *chosen]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        socket = server.stdout.readline().split("//")[1].strip()
        pyro = server.stdout.readline().split()[1]
        try:
            yield Served(socket, pyro)
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as server:
        yield server
