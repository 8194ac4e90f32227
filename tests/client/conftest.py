"""A server in its own process, for tests of programs that run their own event loop."""

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
    # Set by a shell for background jobs, and inherited by the clients that tests interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Served(NamedTuple):
    """The addresses of a server, by transport."""

    socket: str
    pyro: str


@contextmanager
def serving(*limits: str, allow_seeds: bool = False) -> Iterator[Served]:
    """Run a server with these limits, each as NAME=VALUE; hosts may choose seeds if allowed."""
    ports = [
        "--port",
        "0",
        "--pyro-port",
        "0",
        "--no-web",
        "--durability",
        "none",
        "--bot-delay",
        "0",
    ]
    options = [word for limit in limits for word in ("--limit", limit)]
    options += ["--allow-seeds"] * allow_seeds
    command = [sys.executable, "-m", "server", *ports, *options]
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
