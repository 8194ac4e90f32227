"""The long run, with few guests for a moment; and as long as it should be."""

from dataclasses import replace

import pytest

from benchmarks.endurance import companies, load
from benchmarks.harness import Plan
from benchmarks.parts import LARGE, SMALL, record
from games.registry import GAMES
from tests.benchmarks.tiny import TINY, Steps
from tests.benchmarks.verdicts import check_passed
from tests.harness.processes import two_cores


def test_a_part_is_the_same_each_time_and_every_game_has_one() -> None:
    assert record(LARGE) == record(LARGE)
    assert {set_up.game for set_up in SMALL} == set(GAMES)


def test_a_thousand_sockets_and_a_hundred_remote_players_sit_at_250_tables() -> None:
    found = companies(250)
    assert sum(one.sockets for one in found) == 1000
    assert sum(one.remotes for one in found) == 100
    for one in found:
        assert one.sockets + one.remotes == one.part.set_up.number_of_players


def test_everybody_plays_and_nothing_fails() -> None:
    late, memory, errors, neighbours = load(TINY, Steps())
    assert " 300 moves" in late.detail
    assert float(memory.value) < 2
    assert (errors.value, errors.detail) == ("0", "")
    assert float(neighbours.value) > 0


def test_matches_follow_each_other() -> None:
    """Few tables come to their ends soon, and to new beginnings."""
    assert min(len(one.part.moves) for one in companies(2)) < 100
    plan = replace(TINY, tables=2, steady=100, long_seconds=3.0)
    _, _, errors, _ = load(plan, Steps())
    assert (errors.value, errors.detail) == ("0", "")


@pytest.mark.soak
def test_ten_minutes() -> None:
    for row in load(Plan(rounds=5, long_seconds=600.0, cores=two_cores()), Steps()):
        check_passed(row)
