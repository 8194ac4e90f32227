"""Report the results of bot matches: a progress bar and a table on a terminal, lines on a pipe."""

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from client.cli.bot_matches import BotRun, SeatResult, play_matches
from client.cli.options import Transport
from client.cli.play import server_or_local
from client.cli.text import ABORTED
from client.connections import Target
from client.errors import ExitWithMessage
from client.tui.console import write
from messages.text import clean


@dataclass
class Score:
    """The results of one strategy, counted in seats."""

    seats: int = 0
    won: int = 0
    shared: int = 0

    @property
    def rate(self) -> float:
        """Wins per seat, in percent; a shared victory counts as a win. 0 without seats."""
        return 100 * self.won / self.seats if self.seats else 0.0


@dataclass
class Tally:
    """The results of all matches so far."""

    matches: int = 0
    aborted: int = 0
    scores: dict[str, Score] = field(default_factory=dict)

    def add(self, results: Sequence[SeatResult]) -> None:
        """Add the results of one match; without winners it counts as aborted."""
        self.matches += 1
        self.aborted += any(not result.outcome.winners for result in results)
        for strategy, outcome in results:
            score = self.scores.setdefault(strategy, Score())
            score.seats += 1
            score.won += outcome.won
            score.shared += outcome.won and len(outcome.winners) > 1


class Report(ABC):
    """A context manager that collects results; leaving it shows their summary."""

    def __init__(self) -> None:
        self.tally = Tally()

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(self, *exception: object) -> None: ...

    def add_match(self, results: list[SeatResult]) -> None:
        """Add the results of a match that has ended to the tally, and show them."""
        self.tally.add(results)
        self._show(results)

    @abstractmethod
    def _show(self, results: list[SeatResult]) -> None: ...


class LineReport(Report):
    """A report for pipes: one line per match, then one per strategy. ``clock`` returns seconds."""

    def __init__(self, write: Callable[[str], None], clock: Callable[[], float]) -> None:
        super().__init__()
        self._write = write
        self._clock = clock
        self._started_at = clock()

    def _show(self, results: list[SeatResult]) -> None:
        """Write a line with the number, the winners and the reason of the match."""
        outcome = results[0].outcome
        winners = " and ".join(clean(name) for name in outcome.winners)
        ending = f"{winners} won" if winners else "aborted"
        self._write(f"match {self.tally.matches}: {ending}; {clean(outcome.reason)}")

    def __exit__(self, *exception: object) -> None:
        """Write a line per strategy and the speed; nothing if no match has ended."""
        for strategy, s in self.tally.scores.items():
            self._write(f"{strategy}: won {s.won} of {s.seats} seats ({s.rate:.1f} %)")
        matches = self.tally.matches
        if matches:
            seconds = max(self._clock() - self._started_at, 1e-9)
            self._write(f"{matches} matches, {matches / seconds:.1f} per second")


class RichReport(Report):
    """A report for terminals: a progress bar with the speed, then a table."""

    def __init__(self, console: Console, matches: int) -> None:
        super().__init__()
        self._console = console
        self._progress = Progress(
            TextColumn("matches"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeElapsedColumn(),
            console=console,
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
        table = Table("strategy", "seats", "won", "shared", "win rate")
        for strategy, s in self.tally.scores.items():
            rate = f"{s.rate:.1f} %"
            table.add_row(clean(strategy), str(s.seats), str(s.won), str(s.shared), rate)
        self._console.print(table)


async def run_bots(server: Target, transport: Transport | None, run: BotRun) -> None:
    """Play the matches on the server, or on a local one without an address, and report them.

    Raises ExitWithMessage at the end if matches were aborted.
    """
    with create_report(run.matches) as report:
        async with server_or_local(server, transport) as address:
            await play_matches(address, run, report.add_match)
    tally = report.tally
    if tally.aborted:
        raise ExitWithMessage(ABORTED.format(aborted=tally.aborted, matches=tally.matches))


def create_report(matches: int) -> Report:
    """Return a report to the standard output: RichReport for a terminal, otherwise LineReport.

    ``matches`` is the total of the progress bar.
    """
    if sys.stdout.isatty():
        return RichReport(Console(), matches)
    return LineReport(write, time.monotonic)
