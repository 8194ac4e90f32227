"""A server process that tests kill and start again."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.harness.ports import free_port

ROOT = Path(__file__).parents[2]


@dataclass
class KillableServer:
    """A server process that is killed and started again on the same ports and data."""

    data: Path
    durability: str = "process"
    ports: tuple[str, str] = field(default_factory=lambda: (free_port(), free_port()))
    addresses: tuple[str, str] = ("", "")
    web_port: str = ""
    """The web port; empty: it is disabled."""
    dialects: dict[str, str] = field(default_factory=dict)
    """Legacy dialects and their ports; 0 is replaced by a free port."""
    arguments: tuple[str, ...] = ()
    """Further options of the server."""
    stderr: int | None = None
    """Where the log goes, as for ``subprocess.Popen``."""
    process: subprocess.Popen[str] | None = None

    @property
    def all_addresses(self) -> tuple[str, str, str]:
        """The addresses of the socket, Pyro5 and the web port."""
        return (*self.addresses, f"http://127.0.0.1:{self.web_port}")

    def start(self) -> None:
        """Start the process and read its addresses from its output."""
        ports = ["--port", self.ports[0], "--pyro-port", self.ports[1]]
        ports += ["--web-port", self.web_port] if self.web_port else ["--no-web"]
        for name, port in self.dialects.items():
            ports += ["--dialect", f"{name}={port if int(port) else free_port()}"]
        data = ["--data", str(self.data), "--durability", self.durability]
        options = [*ports, *data, "--bot-delay", "0", *self.arguments]
        command = [sys.executable, "-m", "server", *options]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=self.stderr, text=True
        )
        assert self.process.stdout is not None
        socket = self.process.stdout.readline().split("//")[1].strip()
        pyro = self.process.stdout.readline().split()[1]
        self.ports = (socket.rpartition(":")[2], pyro.rpartition(":")[2])
        self.addresses = (socket, pyro)
        if self.web_port:
            self.process.stdout.readline()
        for _ in self.dialects:
            name, address = self.process.stdout.readline().split()
            self.dialects[name] = address.rpartition(":")[2]

    def kill(self) -> None:
        """Kill the process (SIGKILL) and wait for its end."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
