"""Test the Pyro5 benchmark with stock proxies against both daemons."""

from benchmarks import remote
from benchmarks.pyro_clients import to_call
from benchmarks.scripts import Move
from messages.eriantys.actions import EndTurn, MoveStudent
from tests.benchmarks.tiny import TINY, RecordingReporter


def test_moves_are_measured_with_a_limit_per_second_and_cpu_second_but_not_unpinned() -> None:
    rate, per_cpu_second, unpinned = remote.moves(TINY, RecordingReporter())
    assert float(rate.value) > 0
    assert float(per_cpu_second.value) > 0
    assert rate.limit == per_cpu_second.limit == "≥ 0.7"
    assert float(unpinned.value) > 0
    assert unpinned.verdict == "info"


def test_move_is_converted_to_method_name_and_arguments_after_the_key() -> None:
    move = Move(1, MoveStudent("ISLAND", "RED", 3), b"", (1, 1))
    assert to_call(move, ("a", "b")) == ("move_student", ("b", "ISLAND", "RED", 3))
    assert to_call(Move(0, EndTurn(), b"", (1, 1)), ("a", "b")) == ("end_turn", ("a",))
