"""Test that workers answer, are measured and end with the benchmark."""

import os

import pytest

from tests.harness.processes import (
    ANYWHERE,
    BenchmarkError,
    Worker,
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
