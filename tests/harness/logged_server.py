"""A server process whose log is read while it runs."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO, Any

from tests.client.conftest import ROOT
from tests.harness.timeouts import GIVE_UP_SECONDS

SERVE = (sys.executable, "-m", "client", "serve")
FREE_PORTS = ("--port", "0", "--pyro-port", "0", "--no-web", "--bot-delay", "0", "--log", "json")


class LoggedServer:
    """A running server process; its log has one JSON object per line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.lines: list[str] = []
        """All lines of the log that were read."""
        self.printed: dict[str, str] = {}
        """The lines on standard output by their first word."""
        self._unread: Queue[str | None] = Queue()
        assert process.stderr is not None
        Thread(target=self._read, args=(process.stderr,), daemon=True).start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._unread.put(line)
        self._unread.put(None)

    def wait_for(self, event: str) -> Any:
        """Return the next event of this name; fails if the log ends before."""
        while True:
            line = self._unread.get(timeout=GIVE_UP_SECONDS)
            if line is None:
                raise AssertionError(f"no {event} in {self.lines}")
            self.lines.append(line)
            entry = json.loads(line)
            if entry["event"] == event:
                return entry

    def wait_until_ready(self) -> Any:
        """Read the addresses from standard output and return the event ``server_ready``."""
        ready = self.wait_for("server_ready")
        assert self.process.stdout is not None
        for _ in range(2):
            name, address = self.process.stdout.readline().split()
            self.printed[name] = address
        return ready

    @property
    def socket(self) -> str:
        """HOST:PORT of the socket."""
        return self.printed["socket"].partition("//")[2]

    def stop(self) -> int:
        """Stop the server with SIGTERM, read the rest of its log and return its exit status."""
        self.process.terminate()
        return self.wait_for_end()

    def wait_for_end(self) -> int:
        """Read the rest of the log and return the exit status."""
        while (line := self._unread.get(timeout=GIVE_UP_SECONDS)) is not None:
            self.lines.append(line)
        return self.process.wait(GIVE_UP_SECONDS)

    @property
    def events(self) -> list[Any]:
        """All events that were read."""
        return [json.loads(line) for line in self.lines]


@contextmanager
def logged_server(
    *arguments: str, command: Sequence[str] = SERVE, ready: bool = True, cwd: Path = ROOT
) -> Iterator[LoggedServer]:
    """Run a server with a log in JSON on free ports; kill it at the end if it still runs."""
    with subprocess.Popen(
        [*command, *FREE_PORTS, *arguments],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            server = LoggedServer(process)
            if ready:
                server.wait_until_ready()
            yield server
        finally:
            process.kill()
