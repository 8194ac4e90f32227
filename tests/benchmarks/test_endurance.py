"""Test the long run with few clients for a short time; as a soak test at full length."""

from dataclasses import replace

import pytest

from benchmarks.action_scripts import LARGE_SETUP, SMALL_SETUPS, record_actions
from benchmarks.endurance import group_setups, load
from benchmarks.harness import Plan
from games.registry import GAMES
from tests.benchmarks.tiny import TINY, RecordingReporter
from tests.benchmarks.verdicts import check_passed
from tests.harness.processes import two_cores


def test_recorded_actions_are_reproducible_and_cover_every_game() -> None:
    assert record_actions(LARGE_SETUP) == record_actions(LARGE_SETUP)
    assert {setup.game for setup in SMALL_SETUPS} == set(GAMES)


def test_250_groups_have_1000_socket_clients_and_100_pyro_clients() -> None:
    found = group_setups(250)
    assert sum(one.sockets for one in found) == 1000
    assert sum(one.remotes for one in found) == 100
    for one in found:
        assert one.sockets + one.remotes == one.script.setup.number_of_players


def test_load_runs_without_errors() -> None:
    late, memory, errors, neighbours = load(TINY, RecordingReporter())
    assert " 300 moves" in late.detail
    assert float(memory.value) < 2
    assert (errors.value, errors.detail) == ("0", "")
    assert float(neighbours.value) > 0


def test_groups_start_a_new_match_after_the_last_one() -> None:
    """Use few groups, so that their matches end within the run."""
    assert min(len(one.script.moves) for one in group_setups(2)) < 100
    plan = replace(TINY, long_matches=2, long_rate=100, long_seconds=3.0)
    _, _, errors, _ = load(plan, RecordingReporter())
    assert (errors.value, errors.detail) == ("0", "")


@pytest.mark.soak
def test_load_passes_for_ten_minutes() -> None:
    for row in load(Plan(rounds=5, long_seconds=600.0, cores=two_cores()), RecordingReporter()):
        check_passed(row)
