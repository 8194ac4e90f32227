"""Failures of functions of a game, and results that are stored."""

from client.tui.game_calls import GameCalls
from client.tui.log import Log
from client.tui.text import screen


def fail() -> int:
    raise ValueError("from a game pack")


def test_first_failure_of_each_match_is_in_the_log_and_gives_the_other_result() -> None:
    log = Log(10)
    calls = GameCalls(log)
    assert calls.attempt(lambda: 1, 2) == 1
    assert log.texts == []
    assert [calls.attempt(fail, 2) for _ in range(3)] == [2, 2, 2]
    assert log.texts == [screen.drawing_failed("ValueError")]
    calls.start_match()
    calls.attempt(fail, 2)
    assert len(log.texts) == 2


def test_remembered_result_is_computed_again_only_for_other_objects() -> None:
    calls, results, key = GameCalls(Log(10)), iter(range(9)), [1]
    assert [calls.remember("x", (key,), lambda: next(results)) for _ in range(2)] == [0, 0]
    assert calls.remember("x", ([1],), lambda: next(results)) == 1
