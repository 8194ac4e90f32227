"""Workers answer, are measured, and do not outlive the benchmark."""

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

PARROT = """
import sys
print("ready", flush=True)
for line in sys.stdin:
    print(line.strip().upper(), flush=True)
"""


def test_a_worker_answers_line_by_line() -> None:
    with Worker(["-c", PARROT], None) as worker:
        assert worker.ready == "ready"
        assert worker.request("polly") == "POLLY"
        assert worker.cpu_seconds() > 0
        assert worker.memory_bytes() > 0


def test_a_worker_ends_with_its_block() -> None:
    with Worker(["-c", PARROT], None) as worker:
        pid = worker.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_worker_that_ends_by_itself_is_noticed() -> None:
    with pytest.raises(BenchmarkError, match="ended"):
        Worker(["-c", "pass"], None)


def test_pinning_is_undone() -> None:
    before = os.sched_getaffinity(0)
    with pinned(two_cores().load):
        pass
    with pinned(ANYWHERE.load):
        assert os.sched_getaffinity(0) == before
    assert os.sched_getaffinity(0) == before


def test_collections_come_back() -> None:
    import gc

    with no_collections():
        assert not gc.isenabled()
    assert gc.isenabled()
