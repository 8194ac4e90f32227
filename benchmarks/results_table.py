"""Print progress while a benchmark runs, and the table of results at the end.

Progress is a bar on a terminal and plain lines on a pipe; on a pipe the table has a fixed width.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.harness import Reporter, Row, Verdict

PIPE_WIDTH = 220
STYLES: dict[Verdict, str] = {"pass": "green", "MISS": "bold red", "disturbed": "yellow"}
WARNINGS: dict[Verdict, str] = {
    "MISS": "MISSED",
    "disturbed": "Disturbed by other processes, measure again",
}


def make_console() -> Console:
    """Return a console on standard output; on a pipe it has the width of the table."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


class LineReporter:
    """Reports progress as plain lines."""

    def __init__(self, console: Console, name: str) -> None:
        self._console = console
        self._name = name

    def step(self, text: str, done: float = 0.0) -> None:
        """Report that a step of the benchmark starts."""
        self._console.print(f"{self._name}: {text}", markup=False)


class BarReporter:
    """Reports progress as a bar."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def step(self, text: str, done: float = 0.0) -> None:
        """Report that a step of the benchmark starts."""
        self._progress.update(self._task, completed=done, step=text, refresh=True)


@contextmanager
def reporter(console: Console, name: str) -> Iterator[Reporter]:
    """Yield the reporter of one benchmark: a bar on a terminal, otherwise plain lines."""
    if not console.is_terminal:
        yield LineReporter(console, name)
        return
    # Redraw only at steps, because a thread that redraws would disturb the load generator.
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[step]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as progress:
        yield BarReporter(progress, progress.add_task(name, total=1.0, step=""))


def print_results(console: Console, rows: Sequence[Row]) -> None:
    """Print the table of results, then one line for each row that missed its limit."""
    table = Table(title="Ratios measured side by side, ours first", title_justify="left")
    for heading in ("benchmark", "description", "result", "limit", "", "goal", "ours : theirs"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(
            row.name, row.description, row.value, row.limit, _verdict(row), row.goal, row.detail
        )
    console.print(table)
    for row in rows:
        if row.verdict in WARNINGS:
            text = f"{row.name}, {row.description}: {row.value}, limit {row.limit}"
            console.print(f"{WARNINGS[row.verdict]}: {text}", markup=False)


def _verdict(row: Row) -> str:
    style = STYLES.get(row.verdict)
    return f"[{style}]{row.verdict}[/]" if style else row.verdict
