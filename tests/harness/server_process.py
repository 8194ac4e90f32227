"""A server in a process of its own, which may be killed and started again."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.client.conftest import ROOT
from tests.harness.ports import free_port


@contextmanager
def killable(
    data: Path, port: str = "", pyro_port: str = ""
) -> Iterator[tuple["subprocess.Popen[str]", dict[str, str]]]:
    """A server that writes matches down; its process and its addresses by route."""
    ports = ["--port", port or free_port(), "--pyro-port", pyro_port or free_port()]
    command = [sys.executable, "-m", "client", "serve", *ports, "--data", str(data)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            first, second = server.stdout.readline(), server.stdout.readline()
            yield server, {"socket": first.split("//")[1].strip(), "pyro": second.split()[-1]}
        finally:
            server.kill()


def ports_of(addresses: dict[str, str]) -> list[str]:
    """To be given to the next server, so that it is found again."""
    return [address.rpartition(":")[2] for address in addresses.values()]
