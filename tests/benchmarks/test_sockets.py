"""Test the load generator, the model and the real server for a short time."""

import pytest

from benchmarks import sockets
from benchmarks.load import ScriptedConnection
from benchmarks.server_pair import model_server, real_server, server_pair
from tests.benchmarks.tiny import TINY, RecordingReporter
from tests.harness.processes import BenchmarkError


def test_moves_are_measured_per_second_with_a_limit_and_per_cpu_second() -> None:
    rate, per_cpu_second = sockets.moves(TINY, RecordingReporter())
    assert float(rate.value) > 0
    assert float(per_cpu_second.value) > 0
    assert rate.limit == "≥ 0.25"


def test_latency_is_measured_without_a_limit() -> None:
    (row,) = sockets.latency(TINY, RecordingReporter())
    assert float(row.value) > 0
    assert row.verdict == "info"


def test_share_of_the_journal_and_rates_with_both_durabilities_have_limits() -> None:
    share, process, disk = sockets.journal(TINY, RecordingReporter())
    assert (share.limit, process.limit, disk.limit) == ("≤ 0.15", "≥ 0.85", "≥ 0.6")
    assert float(share.value) < 1
    assert float(process.value) > 0
    assert float(disk.value) > 0


def test_groups_make_more_moves_than_their_script_has() -> None:
    with server_pair(TINY, RecordingReporter(), real_server(TINY, 2), model_server(TINY, 2)) as (
        loop,
        ours,
        _,
        _,
    ):
        longest = max(group.script_length for group in ours.groups)
        while ours.moves < 3 * longest * len(ours.groups):
            loop.run_until_complete(ours.run(0.1))


def test_byte_more_than_expected_fails_the_run() -> None:
    with server_pair(TINY, RecordingReporter(), real_server(TINY, 2), model_server(TINY, 2)) as (
        loop,
        ours,
        _,
        _,
    ):
        connection: ScriptedConnection = ours.groups[0].connections[0]
        connection.missing_bytes = 0
        connection.data_received(b"?")
        with pytest.raises(BenchmarkError, match="1 bytes more"):
            loop.run_until_complete(ours.run(0.05))
