"""A server in its own process, which tests may kill and start again."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.client.conftest import ROOT
from tests.harness.ports import free_port


@contextmanager
def killable(
    data: Path, port: str = "", pyro_port: str = "", arguments: Sequence[str] = ()
) -> Iterator[tuple["subprocess.Popen[str]", dict[str, str]]]:
    """Run a server with a journal; yield its process and its addresses by transport."""
    ports = ["--port", port or free_port(), "--pyro-port", pyro_port or free_port()]
    options = ["--no-web", "--data", str(data), "--bot-delay", "0", *arguments]
    command = [sys.executable, "-m", "client", "serve", *ports, *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            socket_line, pyro_line = server.stdout.readline(), server.stdout.readline()
            yield (
                server,
                {"socket": socket_line.split("//")[1].strip(), "pyro": pyro_line.split()[-1]},
            )
        finally:
            server.kill()


def ports_of(addresses: dict[str, str]) -> list[str]:
    """Return the ports of a server, for the next one that replaces it."""
    return [address.rpartition(":")[2] for address in addresses.values()]
