"""Test the recorder of pauses and the exclusion of the moves that pauses affect."""

import json
import os

from benchmarks.pauses import AFTER_SECONDS, BEFORE_SECONDS, outside_pauses
from benchmarks.siege import PAUSES, Round, Rounds, Window
from tests.harness.processes import Worker, two_cores


def test_moves_due_near_a_pause_are_excluded_whatever_their_delay() -> None:
    pauses = [(5.0, 5.1), (1.0, 1.01), (5.05, 5.2)]
    due = [0.5, 1.005, 1.01 + AFTER_SECONDS + 0.001, 5.0 - BEFORE_SECONDS, 5.15, 6.0]
    delays = [(at, float(number)) for number, at in enumerate(due)]
    assert outside_pauses(delays, pauses) == ([0.0, 2.0, 5.0], 0.5)


def test_without_pauses_all_moves_count() -> None:
    assert outside_pauses([(1.0, 0.25), (2.0, 0.5)], []) == ([0.25, 0.5], 0.0)
    assert outside_pauses([], []) == ([], 0.0)


def test_round_with_many_excluded_moves_is_disturbed() -> None:
    quiet, paused = Window([0.01] * 100, 0.1, 0.0, 0.0), Window([9.0] * 100, 0.9, 0.0, 0.0)
    rounds = Rounds([Round(quiet, quiet, {}), Round(paused, quiet, {})], 2)
    assert rounds.undisturbed == rounds.measured[:1]
    assert rounds.excluded_share == 0.1


def test_recorder_reports_each_pause_once_and_ends_with_its_input() -> None:
    with Worker(PAUSES, two_cores().server) as recorder:
        os.kill(recorder.pid, 19)
        os.waitid(os.P_PID, recorder.pid, os.WSTOPPED | os.WNOWAIT)
        os.kill(recorder.pid, 18)
        first = json.loads(recorder.request("pauses"))
        second = json.loads(recorder.request("pauses"))
    assert all(start < end for start, end in first)
    assert not {tuple(pause) for pause in first} & {tuple(pause) for pause in second}
