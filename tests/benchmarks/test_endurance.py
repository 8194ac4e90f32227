"""Test the long run with a small load for a short time; as a soak test at full length."""

from dataclasses import replace

import pytest

from benchmarks.action_scripts import LARGE_SETUP, SMALL_SETUPS, record_actions
from benchmarks.endurance import group_setups, load
from benchmarks.harness import Plan
from games.registry import GAMES
from tests.benchmarks.tiny import TINY, RecordingReporter
from tests.benchmarks.verdicts import check_passed
from tests.harness.processes import two_cores


def test_recorded_actions_are_reproducible_and_small_set_ups_cover_every_game() -> None:
    assert record_actions(LARGE_SETUP) == record_actions(LARGE_SETUP)
    assert {setup.game for setup in SMALL_SETUPS} == set(GAMES)


def test_250_groups_have_1000_socket_and_100_pyro_clients_one_per_player() -> None:
    found = group_setups(250)
    assert sum(group.sockets for group in found) == 1000
    assert sum(group.remotes for group in found) == 100
    for group in found:
        assert group.sockets + group.remotes == group.script.setup.number_of_players


def test_short_load_has_300_moves_no_errors_and_memory_that_does_not_double() -> None:
    late, memory, errors, neighbours = load(TINY, RecordingReporter())
    assert " 300 moves" in late.detail
    assert float(memory.value) < 2
    assert (errors.value, errors.detail) == ("0", "")
    assert float(neighbours.value) > 0


def test_load_continues_without_errors_when_matches_end_within_the_run() -> None:
    """Use two groups, so that their matches end within the run."""
    assert min(len(group.script.moves) for group in group_setups(2)) < 100
    plan = replace(TINY, long_matches=2, long_rate=100, long_seconds=3.0)
    _, _, errors, _ = load(plan, RecordingReporter())
    assert (errors.value, errors.detail) == ("0", "")


@pytest.mark.soak
def test_load_of_ten_minutes_passes_all_limits() -> None:
    for row in load(Plan(rounds=5, long_seconds=600.0, cores=two_cores()), RecordingReporter()):
        check_passed(row)
