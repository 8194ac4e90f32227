"""A server with its web port in a process of its own, for tests in a browser."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.client.conftest import ROOT
from tests.harness.packs import NIM, environment

PAGE = ROOT / "client" / "web" / "dist" / "index.html"


class PageServer:
    """A running server; ``url`` is the address of its page."""

    def __init__(self, process: "subprocess.Popen[str]", dialects: int = 0) -> None:
        assert process.stdout is not None
        self.process = process
        self.addresses: dict[str, str] = {}
        for line in process.stdout:
            transport, _, address = line.partition(" ")
            self.addresses[transport] = address.strip()
            if "web" in self.addresses and len(self.addresses) == 3 + dialects:
                break
        assert "web" in self.addresses, "the server did not start"
        self.url = self.addresses["web"]

    @property
    def socket_port(self) -> str:
        return self.addresses["socket"].rpartition(":")[2]


@contextmanager
def page_server(data: Path, web_port: str = "0", *arguments: str) -> Iterator[PageServer]:
    """Run a server with a journal, the page and the game Nim, which has no board of its own."""
    assert PAGE.exists(), "the page is not built: run `make web`"
    ports = ["--port", "0", "--pyro-port", "0", "--web-port", web_port]
    options = ["--data", str(data), "--bot-delay", "0", "--game-pack", "tavolata_nim", *arguments]
    command = [sys.executable, "-m", "client", "serve", *ports, *options]
    variables = environment(NIM)
    with subprocess.Popen(
        command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield PageServer(process, arguments.count("--dialect"))
        finally:
            process.kill()
