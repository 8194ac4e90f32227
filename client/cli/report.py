"""Report the results of bot matches: a progress bar and a table on a terminal, lines on a pipe."""

import json
import sys
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import FrameType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from client.bots import BotFailed, Outcome, WinRate, win_rate
from client.bots.strategies import OWN_PACKAGES
from client.cli.arguments import Transport
from client.cli.bot_matches import BotRun, SeatResult, play_matches
from client.cli.play import server_or_local
from client.cli.text import ABORTED
from client.connections import Target
from client.errors import ExitWithMessage, UserError
from client.tui.console import write
from messages.text import clean


@dataclass
class Score:
    """The results of one strategy: its outcomes on each seat, without aborted matches."""

    outcomes_by_seat: dict[int, list[Outcome]] = field(default_factory=dict)
    refused: int = 0
    """Illegal actions, also in aborted matches."""

    @property
    def total(self) -> WinRate:
        """The win rate over all seats."""
        return win_rate(chain.from_iterable(self.outcomes_by_seat.values()))

    @property
    def by_seat(self) -> dict[int, WinRate]:
        """The win rate on each seat; seats are numbered from 1, in order."""
        return {
            seat + 1: win_rate(outcomes) for seat, outcomes in sorted(self.outcomes_by_seat.items())
        }


@dataclass
class Tally:
    """The results of all matches so far."""

    matches: int = 0
    aborted: int = 0
    scores: dict[str, Score] = field(default_factory=dict)

    def add(self, results: Sequence[SeatResult]) -> None:
        """Add the results of one match, which counts as aborted if it has no result.

        Illegal actions count in any case.
        """
        self.matches += 1
        self.aborted += any(result.outcome.aborted for result in results)
        for strategy, outcome in results:
            score = self.scores.setdefault(strategy, Score())
            score.refused += outcome.refused
            if not outcome.aborted and outcome.seat is not None:
                score.outcomes_by_seat.setdefault(outcome.seat, []).append(outcome)


class Report(ABC):
    """A context manager that collects results; leaving it shows their summary.

    ``clock`` returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.tally = Tally()
        self._clock = clock
        self._started_at = clock()

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(self, *exception: object) -> None: ...

    def add_match(self, results: list[SeatResult]) -> None:
        """Add the results of a match that has ended to the tally, and show them."""
        self.tally.add(results)
        self._show(results)

    @abstractmethod
    def _show(self, results: list[SeatResult]) -> None:
        """Show the results of a match, which the tally already contains."""

    @property
    def _seconds(self) -> float:
        """The time since the start; never 0."""
        return max(self._clock() - self._started_at, 1e-9)


class LineReport(Report):
    """A report for pipes: a line per match, unless ``quiet``, then lines per strategy."""

    def __init__(
        self, write: Callable[[str], None], clock: Callable[[], float], *, quiet: bool = False
    ) -> None:
        super().__init__(clock)
        self._write = write
        self._quiet = quiet

    def _show(self, results: list[SeatResult]) -> None:
        """Write a line with the number, the winners and the reason of the match, unless ``quiet``.

        A match without winners is ``forfeited`` or ``aborted``.
        """
        if self._quiet:
            return
        outcome = results[0].outcome
        winners = " and ".join(clean(name) for name in outcome.winners)
        ending = f"{winners} won" if winners else "forfeited" if outcome.forfeited else "aborted"
        self._write(f"match {self.tally.matches}: {ending}; {clean(outcome.reason)}")

    def __exit__(self, *exception: object) -> None:
        """Write lines per strategy and seat, and the speed; nothing if no match has ended."""
        for strategy, score in self.tally.scores.items():
            self._write(f"{clean(strategy)}: {score.total}")
            for seat, rate in score.by_seat.items():
                self._write(f"  seat {seat}: {rate}")
            if score.refused:
                self._write(f"  illegal actions: {score.refused}")
        matches = self.tally.matches
        if matches:
            self._write(f"{matches} matches, {matches / self._seconds:.1f} per second")


class JsonReport(Report):
    """A report for programs: one JSON object at the end, also if no match has ended."""

    def __init__(self, write: Callable[[str], None], clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self._write = write

    def _show(self, results: list[SeatResult]) -> None:
        """Do nothing, because everything is written at the end."""

    def __exit__(self, *exception: object) -> None:
        """Write the object."""
        tally = self.tally
        summary = {
            "matches": tally.matches,
            "aborted": tally.aborted,
            "seconds": round(self._seconds, 3),
            "strategies": {name: _score_json(score) for name, score in tally.scores.items()},
        }
        self._write(json.dumps(summary, indent=2))


def _score_json(score: Score) -> dict[str, Any]:
    """Return the results of a strategy as plain data; keys of ``bySeat`` are seats from 1."""
    by_seat = {str(seat): _rate_json(rate) for seat, rate in score.by_seat.items()}
    return {**_rate_json(score.total), "refused": score.refused, "bySeat": by_seat}


def _rate_json(rate: WinRate) -> dict[str, Any]:
    """Return a win rate as plain data; shares are from 0 to 1."""
    return {
        "seats": rate.matches,
        "won": rate.won,
        "shared": rate.shared,
        "rate": round(rate.rate, 6),
        "interval95": [round(bound, 6) for bound in rate.interval],
    }


class RichReport(Report):
    """A report for terminals: a progress bar with the speed, unless ``quiet``, then a table."""

    def __init__(self, console: Console, matches: int, *, quiet: bool = False) -> None:
        super().__init__()
        self._console = console
        self._progress = Progress(
            TextColumn("matches"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeElapsedColumn(),
            console=console,
            disable=quiet,
        )
        self._task = self._progress.add_task("matches", total=matches, speed="")
        self._progress.start()

    def _show(self, results: list[SeatResult]) -> None:
        """Advance the progress bar by one match and update its speed."""
        speed = self._progress.tasks[0].finished_speed or self._progress.tasks[0].speed
        self._progress.update(self._task, advance=1, speed=f"{speed:.1f}/s" if speed else "")

    def __exit__(self, *exception: object) -> None:
        """Stop the progress bar and print the table, unless no match has ended."""
        self._progress.stop()
        if not self.tally.matches:
            return
        table = Table(
            "strategy", "seat", "matches", "won", "shared", "win rate", "95 % interval", "illegal"
        )
        for strategy, score in self.tally.scores.items():
            table.add_row(clean(strategy), "all", *_cells(score.total), str(score.refused))
            for seat, rate in score.by_seat.items():
                table.add_row("", str(seat), *_cells(rate))
        self._console.print(table)


def _cells(rate: WinRate) -> tuple[str, ...]:
    """Return the cells of a win rate in the table."""
    low, high = (100 * bound for bound in rate.interval)
    shares = (f"{100 * rate.rate:.1f} %", f"{low:.1f}–{high:.1f} %")
    return (str(rate.matches), str(rate.won), str(rate.shared), *shares)


async def run_bots(
    server: Target, transport: Transport | None, run: BotRun, report: Report
) -> None:
    """Play the matches on the server, or on a local one without an address, and report them.

    If a bot raised an exception, the bot's part of the traceback is written to stderr. Raises
    BotFailed, and ExitWithMessage at the end if matches were aborted.
    """
    with report:
        async with server_or_local(server, transport) as address:
            try:
                await play_matches(address, run, report.add_match)
            except BotFailed as error:
                if error.__cause__ is not None and not isinstance(error.__cause__, UserError):
                    write_bot_traceback(error.__cause__)
                raise
    tally = report.tally
    if tally.aborted:
        raise ExitWithMessage(ABORTED.format(aborted=tally.aborted, matches=tally.matches))


def write_bot_traceback(error: BaseException) -> None:
    """Write a traceback to stderr from the first function outside of this project on.

    Nothing is written if there is none, as for a method with the wrong parameters.
    """
    frames = error.__traceback__
    while frames is not None and _is_own(frames.tb_frame):
        frames = frames.tb_next
    if frames is not None:
        traceback.print_exception(type(error), error, frames)


def _is_own(frame: FrameType) -> bool:
    """Return whether the code of a frame belongs to a package of this project."""
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] in OWN_PACKAGES


def create_report(matches: int, *, as_json: bool = False, quiet: bool = False) -> Report:
    """Return a report to the standard output: RichReport for a terminal, otherwise LineReport.

    ``matches`` is the total of the progress bar. With ``as_json`` return a JsonReport.
    """
    if as_json:
        return JsonReport(write, time.monotonic)
    if sys.stdout.isatty():
        return RichReport(Console(), matches, quiet=quiet)
    return LineReport(write, time.monotonic, quiet=quiet)
