"""Worker processes of the benchmarks, pinned to a core and always stopped at the end.

A worker prints one line when it is ready and answers each input line with one line. It exits when
its standard input is closed, so no process remains if the benchmark dies.
"""

import asyncio
import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

import uvloop

from tests.harness.timeouts import GIVE_UP_SECONDS

ROOT = Path(__file__).parents[2]
CERTIFICATE = ROOT / "tests" / "certificates" / "ours.pem"
"""Certificate of test servers with TLS."""
END_SECONDS = 10.0


@dataclass(frozen=True)
class Cores:
    """Cores of the measured process and of the load generator; None: not pinned."""

    server: int | None = None
    load: int | None = None


ANYWHERE = Cores()


def two_cores() -> Cores:
    """Return two cores of this machine, or ANYWHERE if pinning is not possible."""
    if not hasattr(os, "sched_getaffinity"):
        return ANYWHERE
    allowed = sorted(os.sched_getaffinity(0))
    return Cores(allowed[0], allowed[1]) if len(allowed) > 1 else ANYWHERE


class BenchmarkError(Exception):
    """Raised when a benchmark cannot run; the text states the reason."""


class Worker:
    """A worker process; the constructor waits until it is ready."""

    def __init__(
        self, command: Sequence[str], core: int | None, python: str = sys.executable
    ) -> None:
        self._name = " ".join(command)
        self._process = subprocess.Popen(
            [python, *command],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.pid = self._process.pid
        if core is not None:
            os.sched_setaffinity(self.pid, {core})
        self.ready = self._line()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def request(self, line: str) -> str:
        """Send a line and return the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        return self._line()

    def cpu_seconds(self) -> float:
        """Return the processor time of all threads of the process (Linux)."""
        # The clock that clock_getcpuclockid(3) names; /proc/PID/stat counts in steps of 10 ms.
        return time.clock_gettime((~self.pid << 3) | 2)

    def memory_bytes(self) -> int:
        """Return the resident memory of the process (Linux)."""
        pages = Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def waited_seconds(self) -> float:
        """Return how long the process waited for a core (Linux)."""
        return waited_seconds(str(self.pid))

    def close(self) -> None:
        """Close the standard input; kill the process if it does not exit within END_SECONDS."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _line(self) -> str:
        assert self._process.stdout is not None
        with DefaultSelector() as selector:
            selector.register(self._process.stdout, EVENT_READ)
            readable = selector.select(GIVE_UP_SECONDS)
        line = self._process.stdout.readline().decode().strip() if readable else ""
        if not line:
            self.close()
            raise BenchmarkError(f"`{self._name}` {'ended' if readable else 'does not answer'}")
        return line


def waited_seconds(pid: str = "self") -> float:
    """Return how long a process, by default this one, waited for a core (Linux)."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def core_clock(*pids: int) -> Callable[[], float]:
    """Return a clock in seconds that stands still while a process waits for a core (Linux).

    It counts this process and those with the given ids, so it shows durations as on a machine
    without other work. Time in which two of them wait is left out twice.
    """
    names = ("self", *map(str, pids))
    return lambda: time.perf_counter() - sum(map(waited_seconds, names))


@contextmanager
def pinned(core: int | None) -> Iterator[None]:
    """Pin this process to a core during the block."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def no_collections() -> Iterator[None]:
    """Disable garbage collection in this process, so that it does not delay the load generator."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def event_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """Create an event loop; close it after the block."""
    loop = uvloop.new_event_loop()
    try:
        yield loop
    finally:
        loop.run_until_complete(asyncio.sleep(0.01))
        loop.close()
