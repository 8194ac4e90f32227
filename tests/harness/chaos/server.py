"""The server of a chaos run: a process with a log that is read, and faults that hit the process."""

import asyncio
import json
import os
import resource
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Any

from server.journal.sqlite import FILE
from tests.harness.killable_server import KillableServer

OPTIONS = (
    *("--log", "json", "--limit", "trusted_networks=127.0.0.1"),
    *("--limit", "handshake_seconds=2", "--limit", "message_seconds=2"),
)
"""Attackers come from other addresses, which are not trusted, and are disconnected soon."""


class ChaosServer:
    """A server process that is killed, suspended and prevented from writing.

    ``problems`` are events that must not occur: errors in the log, and the end of the process.
    """

    def __init__(self, data: Path) -> None:
        self.data = data
        self.problems: list[str] = []
        self.starts = 0
        self.max_memory = 0
        self._server = KillableServer(data, arguments=OPTIONS, stderr=subprocess.PIPE)
        self._lock = asyncio.Lock()
        self._log_reader = Thread()

    @property
    def process(self) -> "subprocess.Popen[str]":
        """The current process."""
        assert self._server.process is not None
        return self._server.process

    @property
    def addresses(self) -> dict[str, str]:
        """HOST:PORT of each transport."""
        socket, pyro = self._server.addresses
        return {"socket": socket, "pyro": pyro.rpartition("@")[2]}

    async def start(self) -> None:
        """Start the process, and a thread that reads its log."""
        await asyncio.to_thread(self._server.start)
        self.starts += 1
        assert self.process.stderr is not None
        self._log_reader = Thread(target=self._read_log, args=(self.process.stderr,), daemon=True)
        self._log_reader.start()

    async def kill_and_restart(self, seconds: float) -> None:
        """Kill the process (SIGKILL) and start it again after some time."""
        async with self._lock:
            self._check_running()
            await self.kill()
            await asyncio.sleep(seconds)
            await self.start()

    async def kill(self) -> None:
        """Kill the process (SIGKILL) if it still runs, and read its log to the end."""
        await asyncio.to_thread(self._server.kill)
        await asyncio.to_thread(self._log_reader.join)

    async def stop(self) -> None:
        """Stop the process with SIGTERM; it is a problem if its exit status is not 0."""
        self._check_running()
        self.process.terminate()
        status = await asyncio.to_thread(self.process.wait)
        if status:
            self.problems.append(f"the server exited with status {status} after SIGTERM")

    async def suspend(self, seconds: float) -> None:
        """Stop the process (SIGSTOP) and let it continue (SIGCONT), unless it is killed before."""
        process = await self._running_process()
        process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            process.send_signal(signal.SIGCONT)

    async def refuse_writes(self, seconds: float) -> None:
        """Let no file of the process grow beyond the current size of its write-ahead log."""
        process = await self._running_process()
        log = self.data / f"{FILE}-wal"
        size = log.stat().st_size if log.exists() else 0
        _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, hard))
        try:
            await asyncio.sleep(seconds)
        finally:
            with suppress(ProcessLookupError):  # killed before
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))

    def read_memory(self) -> int:
        """Return the resident memory of the process in bytes, and update the maximum."""
        try:
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        except (OSError, IndexError):  # the process is being replaced
            return 0
        memory = pages * os.sysconf("SC_PAGE_SIZE")
        self.max_memory = max(self.max_memory, memory)
        return memory

    async def _running_process(self) -> "subprocess.Popen[str]":
        """Return the current process; if it is being replaced, wait for the next one."""
        async with self._lock:
            return self.process

    def _check_running(self) -> None:
        """Add a problem if the process has ended by itself."""
        if self.process.poll() is not None:
            self.problems.append(f"the server exited by itself: {self.process.returncode}")

    def _read_log(self, log: IO[str]) -> None:
        """Read the log to its end; lines that are not events, and errors, are problems.

        Failed writes of the journal are no problem, because the disk fault causes them.
        """
        with log:
            for line in log:
                event = _parse_event(line)
                is_disk_fault = event.get("event") == "journal_write_failed"
                if event.get("level") not in ("info", "warning") and not is_disk_fault:
                    self.problems.append(f"log: {line.strip()}")


def _parse_event(line: str) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except ValueError:
        return {}
    return event if isinstance(event, dict) else {}
