"""Processes of the benchmarks: started here, pinned to a core, and always ended again.

A worker says one line when it is ready and answers each line it is sent with one line. It ends
by itself when its standard input is closed, so nothing is left behind if the benchmark dies.
"""

import asyncio
import gc
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

import uvloop

from tests.harness.timeouts import GIVE_UP_SECONDS

ROOT = Path(__file__).parents[2]
CERTIFICATE = ROOT / "tests" / "certificates" / "ours.pem"
"""For servers that speak TLS on this machine."""
END_SECONDS = 10.0


@dataclass(frozen=True)
class Cores:
    """Where the measured side and the load generator run; None is anywhere."""

    server: int | None = None
    load: int | None = None


ANYWHERE = Cores()


def two_cores() -> Cores:
    """Two cores of this machine, if it has two and lets us choose."""
    if not hasattr(os, "sched_getaffinity"):
        return ANYWHERE
    allowed = sorted(os.sched_getaffinity(0))
    return Cores(allowed[0], allowed[1]) if len(allowed) > 1 else ANYWHERE


class BenchmarkError(Exception):
    """A benchmark could not be carried out; the text says what went wrong."""


class Worker:
    """A process that is ready when this returns."""

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
        """Send a line; the answer is a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        return self._line()

    def cpu_seconds(self) -> float:
        """The processor time used so far by all its threads (Linux)."""
        # The clock that clock_getcpuclockid(3) names; /proc/PID/stat counts in steps of 10 ms.
        return time.clock_gettime((~self.pid << 3) | 2)

    def memory_bytes(self) -> int:
        """The memory in use (Linux)."""
        pages = Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def waited_seconds(self) -> float:
        """How long it wanted a core and others had it (Linux)."""
        return waited_seconds(str(self.pid))

    def close(self) -> None:
        """Let it end; after a while, make it end."""
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
    """How long a process, by default this one, wanted a core and others had it (Linux)."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


@contextmanager
def pinned(core: int | None) -> Iterator[None]:
    """This process on one core for a while."""
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
    """No garbage collection in this process for a while: the generator's is not the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def event_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop that runs only while something is measured."""
    loop = uvloop.new_event_loop()
    try:
        yield loop
    finally:
        loop.run_until_complete(asyncio.sleep(0.01))
        loop.close()
