"""A server in a process of its own, for programs that have an event loop of their own."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Served(NamedTuple):
    """Where the server is."""

    socket: str
    pyro: str


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    ports = ["--port", "0", "--pyro-port", "0", "--durability", "none"]
    command = [sys.executable, "-m", "server", *ports]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        socket = server.stdout.readline().split("//")[1].strip()
        pyro = server.stdout.readline().split()[1]
        yield Served(socket, pyro)
        server.terminate()
