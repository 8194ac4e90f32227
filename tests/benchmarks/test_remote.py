"""Stock proxies against both daemons, for a moment."""

from benchmarks import remote
from benchmarks.pyro_clients import call_of
from benchmarks.scripts import Move
from messages.eriantys.actions import EndTurn, MoveStudent
from tests.benchmarks.tiny import TINY, Steps


def test_moves_and_echoes_are_counted() -> None:
    rate, thrift, unpinned = remote.moves(TINY, Steps())
    assert float(rate.value) > 0
    assert float(thrift.value) > 0
    assert rate.limit == thrift.limit == "≥ 0.7"
    assert float(unpinned.value) > 0
    assert unpinned.verdict == "info"


def test_a_move_becomes_a_call() -> None:
    move = Move(1, MoveStudent("ISLAND", "RED", 3), b"", (1, 1))
    assert call_of(move, ("a", "b")) == ("move_student", ("b", "ISLAND", "RED", 3))
    assert call_of(Move(0, EndTurn(), b"", (1, 1)), ("a", "b")) == ("end_turn", ("a",))
