"""The load generator, the model and the real server, for a moment each."""

import pytest

from benchmarks import sockets
from benchmarks.contest import contest, game, model
from benchmarks.load import ScriptedConnection
from tests.benchmarks.tiny import TINY, Steps
from tests.harness.processes import BenchmarkError


def test_moves_are_counted_on_both_sides() -> None:
    rate, thrift = sockets.moves(TINY, Steps())
    assert float(rate.value) > 0
    assert float(thrift.value) > 0
    assert rate.limit == "≥ 0.25"


def test_latency_is_information() -> None:
    (row,) = sockets.latency(TINY, Steps())
    assert float(row.value) > 0
    assert row.verdict == "info"


def test_the_journal_is_weighed() -> None:
    share, process, disk = sockets.journal(TINY, Steps())
    assert (share.limit, process.limit, disk.limit) == ("≤ 0.15", "≥ 0.85", "≥ 0.6")
    assert float(share.value) < 1
    assert float(process.value) > 0
    assert float(disk.value) > 0


def test_games_follow_each_other() -> None:
    with contest(TINY, Steps(), game(TINY, 2), model(TINY, 2)) as (loop, ours, _, _):
        longest = max(table.length for table in ours.tables)
        while ours.moves < 3 * longest * len(ours.tables):
            loop.run_until_complete(ours.run(0.1))


def test_a_byte_too_many_is_noticed() -> None:
    with contest(TINY, Steps(), game(TINY, 2), model(TINY, 2)) as (loop, ours, _, _):
        guest: ScriptedConnection = ours.tables[0].connections[0]
        guest.missing_bytes = 0
        guest.data_received(b"?")
        with pytest.raises(BenchmarkError, match="1 bytes more"):
            loop.run_until_complete(ours.run(0.05))
