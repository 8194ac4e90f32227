"""Test that workers answer, are measured and end with the benchmark."""

import os
import signal
from time import perf_counter

import pytest

from tests.harness.processes import (
    ANYWHERE,
    BenchmarkError,
    Worker,
    core_clock,
    no_collections,
    pinned,
    two_cores,
)

UPPERCASE_ECHO = """
import sys
print("ready", flush=True)
for line in sys.stdin:
    print(line.strip().upper(), flush=True)
"""


def test_worker_answers_a_line_and_its_cpu_time_and_memory_are_measured() -> None:
    with Worker(["-c", UPPERCASE_ECHO], None) as worker:
        assert worker.ready == "ready"
        assert worker.request("hello") == "HELLO"
        assert worker.cpu_seconds() > 0
        assert worker.memory_bytes() > 0


def test_worker_ends_with_its_block() -> None:
    with Worker(["-c", UPPERCASE_ECHO], None) as worker:
        pid = worker.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_worker_that_exits_early_raises_an_error() -> None:
    with pytest.raises(BenchmarkError, match="ended"):
        Worker(["-c", "pass"], None)


def test_core_clock_leaves_out_the_time_that_processes_wait_for_a_core() -> None:
    """Two processes that are busy on one core wait for it, about half of the time."""
    busy = "print('ready', flush=True)\nwhile True: pass"
    core = min(os.sched_getaffinity(0))
    with Worker(["-c", busy], core) as worker, pinned(core):
        start, clock = perf_counter(), core_clock(worker.pid)
        clock_start, waited = clock(), worker.waited_seconds()
        while worker.waited_seconds() < waited + 0.2:
            pass
        shown = clock() - clock_start
        assert shown <= perf_counter() - start - 0.2
        os.kill(worker.pid, signal.SIGKILL)


def test_pinning_ends_with_its_block_and_anywhere_pins_nothing() -> None:
    before = os.sched_getaffinity(0)
    with pinned(two_cores().load):
        pass
    with pinned(ANYWHERE.load):
        assert os.sched_getaffinity(0) == before
    assert os.sched_getaffinity(0) == before


def test_garbage_collection_is_disabled_in_the_block_and_enabled_afterwards() -> None:
    import gc

    with no_collections():
        assert not gc.isenabled()
    assert gc.isenabled()
