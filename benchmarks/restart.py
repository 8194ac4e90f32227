"""How long a restart takes: live matches are brought back from a real journal file.

The file is made in process, half Eriantys and half UNO, each match in the middle of its game. What
is measured is what a server does between opening the file and letting guests in; the state of every
match is then compared with the one it had.
"""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks.harness import Limit, Plan, Reporter, Row, Verdict
from games.registry import GAMES
from server.app import OS_SECRETS
from server.history.restore import restore
from server.journal.sqlite import SqliteJournal
from server.limits import DEFAULT_LIMITS
from server.state import ServerState
from tests.harness.live_matches import state_hashes, write_matches
from tests.harness.processes import BenchmarkError

MATCHES = 500
ACTIONS = 150
SECONDS = 2.0
"""For so many matches; for fewer in proportion."""
LIMIT = Limit("≤", 1.0)
BUSY = 0.9
"""Who got less of a core than that was kept waiting by other work on the machine."""


class Took(NamedTuple):
    """One restart: by the clock, and of a processor's time."""

    seconds: float
    processor: float


def restart(plan: Plan, report: Reporter) -> list[Row]:
    """The time of a restart as a part of what it may take."""
    number = min(MATCHES, plan.many_matches)
    report.step(f"{number} matches of {ACTIONS} actions are played")
    with TemporaryDirectory() as folder:
        hashes = write_matches(Path(folder), number, ACTIONS)
        took = []
        for index in range(plan.rounds):
            report.step(f"restart {index + 1} of {plan.rounds}", index / plan.rounds)
            took.append(_timed(Path(folder), hashes))
    return [_row(number, took)]


def _row(number: int, took: list[Took]) -> Row:
    allowed = SECONDS * number / MATCHES
    seconds = median(t.seconds for t in took)
    processor = median(t.processor for t in took)
    ratios = [t.seconds / allowed for t in took]
    return Row(
        name="restart",
        what=f"{number} live matches of {ACTIONS} actions are back ÷ {allowed:g} s",
        value=f"{median(ratios):.2f}",
        verdict=_verdict(median(ratios), processor / seconds),
        limit=str(LIMIT),
        detail=f"{seconds:.2f} ({processor:.2f} of a processor) : {allowed:g} s; "
        f"rounds {min(ratios):.2f} to {max(ratios):.2f}",
    )


def _verdict(ratio: float, share: float) -> Verdict:
    verdict = LIMIT.verdict(ratio)
    return "disturbed" if verdict == "MISS" and share < BUSY else verdict


def _timed(folder: Path, hashes: dict[int, bytes]) -> Took:
    start, used = perf_counter(), process_time()
    journal = SqliteJournal(folder, "process", lambda work: work())
    lobby = ServerState(GAMES, DEFAULT_LIMITS, OS_SECRETS, has_journal=True)
    restore(lobby, journal)
    took = Took(perf_counter() - start, process_time() - used)
    journal.close()
    if state_hashes(lobby) != hashes:
        raise BenchmarkError("not every match is back with the state it had")
    return took
