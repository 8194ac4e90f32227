"""A server process as an operator runs it: with options, signals, admin commands and a log."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.harness.plain_clients import SocketClient
from tests.harness.timeouts import GIVE_UP_SECONDS

ROOT = Path(__file__).parents[2]
FREE_PORTS = ("--port", "0", "--pyro-port", "0", "--no-web")


class OperatedServer:
    """A running process; ``addresses`` has the printed address of each transport."""

    def __init__(self, process: "subprocess.Popen[bytes]", data: Path) -> None:
        self.process = process
        self.data = data
        self.addresses: dict[str, str] = {}
        self._clients: list[SocketClient] = []
        self._log = b""

    def read_addresses(self, last: str) -> None:
        """Read the printed lines up to the one of this transport."""
        assert self.process.stdout is not None
        while last not in self.addresses:
            line = self.process.stdout.readline().decode()
            assert line, self._log + (self.process.stderr.read() if self.process.stderr else b"")
            name, _, address = line.strip().partition(" ")
            self.addresses[name] = address.partition("//")[2] or address

    def connect(self, name: str) -> tuple[SocketClient, str]:
        """Return a new client and the type of the answer to its nickname."""
        client = SocketClient(self.addresses["socket"])
        self._clients.append(client)
        assert client.receive()["type"] == "RequestNickname"
        client.send("ChooseNickname", nickname=name)
        return client, client.receive()["type"]

    def close_clients(self) -> None:
        """Close all clients."""
        for client in self._clients:
            client.close()

    def wait_for_event(self, name: str) -> dict[str, Any]:
        """Return the next event of the log with this name; earlier events are dropped."""
        while True:
            line, newline, rest = self._log.partition(b"\n")
            if not newline:
                self._read_log()
                continue
            self._log = rest
            if (event := json.loads(line))["event"] == name:
                return dict(event)

    def admin(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run `tavolata admin` and return its output."""
        return run_command("admin", "--data", str(self.data), *words)

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        ready, _, _ = select.select([self.process.stderr], [], [], GIVE_UP_SECONDS)
        data = os.read(self.process.stderr.fileno(), 65536) if ready else b""
        assert data, "the log has no further event"
        self._log += data


def run_command(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run a command of `tavolata` to its end."""
    command = [sys.executable, "-m", "client", *words]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=GIVE_UP_SECONDS, **settings
    )


@contextmanager
def operated(
    data: Path,
    *options: str,
    ports: Sequence[str] = FREE_PORTS,
    last: str = "pyro",
    environment: Mapping[str, str] | None = None,
) -> Iterator[OperatedServer]:
    """Run `tavolata serve` with a JSON log until the block ends.

    ``last`` is the transport whose line is printed last.
    """
    command = [sys.executable, "-m", "client", "serve", "--log", "json", "--data", str(data)]
    with subprocess.Popen(
        [*command, *ports, *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(environment or {})},
    ) as process:
        server = OperatedServer(process, data)
        try:
            server.read_addresses(last)
            yield server
        finally:
            server.close_clients()
            process.kill()
