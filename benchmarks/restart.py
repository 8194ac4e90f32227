"""Measure a restart: matches in progress are restored from a journal file.

The file is written in this process, half Eriantys and half UNO. The measured time is from opening
the file until the server could accept connections; then the state of every match is compared with
the state that it had.
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
ALLOWED_SECONDS = 2.0
"""Allowed time for MATCHES matches; proportionally less for fewer."""
LIMIT = Limit("≤", 1.0)
MIN_BUSY_SHARE = 0.9
"""A process that used a smaller share of its core was delayed by other processes."""


class Duration(NamedTuple):
    """Elapsed time and processor time of one measurement."""

    seconds: float
    cpu_seconds: float


def restart(plan: Plan, report: Reporter) -> list[Row]:
    """Compare the time of a restart with the allowed time."""
    number = min(MATCHES, plan.many_matches)
    report.step(f"{number} matches of {ACTIONS} actions are being played")
    with TemporaryDirectory() as folder:
        hashes = write_matches(Path(folder), number, ACTIONS)
        durations = []
        for index in range(plan.rounds):
            report.step(f"restart {index + 1} of {plan.rounds}", index / plan.rounds)
            durations.append(_time_restart(Path(folder), hashes))
    return [_row(number, durations)]


def _row(number: int, durations: list[Duration]) -> Row:
    allowed = ALLOWED_SECONDS * number / MATCHES
    seconds = median(t.seconds for t in durations)
    cpu_seconds = median(t.cpu_seconds for t in durations)
    ratios = [t.seconds / allowed for t in durations]
    return Row(
        name="restart",
        description=f"{number} live matches of {ACTIONS} actions restored ÷ {allowed:g} s",
        value=f"{median(ratios):.2f}",
        verdict=_verdict(median(ratios), cpu_seconds / seconds),
        limit=str(LIMIT),
        detail=f"{seconds:.2f} ({cpu_seconds:.2f} of processor time) : {allowed:g} s; "
        f"rounds {min(ratios):.2f} to {max(ratios):.2f}",
    )


def _verdict(ratio: float, share: float) -> Verdict:
    verdict = LIMIT.verdict(ratio)
    return "disturbed" if verdict == "MISS" and share < MIN_BUSY_SHARE else verdict


def _time_restart(folder: Path, hashes: dict[int, bytes]) -> Duration:
    start, used = perf_counter(), process_time()
    journal = SqliteJournal(folder, "process", lambda work: work())
    state = ServerState(games=GAMES, limits=DEFAULT_LIMITS, secrets=OS_SECRETS, has_journal=True)
    restore(state, journal)
    duration = Duration(perf_counter() - start, process_time() - used)
    journal.close()
    if state_hashes(state) != hashes:
        raise BenchmarkError("a match was not restored with its previous state")
    return duration
