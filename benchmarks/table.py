"""What is shown: progress while it runs, one table at the end.

On a terminal a bar moves; on a pipe each step is a plain line and the table is as wide as it is.
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
    "disturbed": "The machine had other work, measure again",
}


def make_console() -> Console:
    """The standard output; wide enough for the table where nobody looks at it."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


class Lines:
    """Progress as plain lines."""

    def __init__(self, console: Console, name: str) -> None:
        self._console = console
        self._name = name

    def step(self, text: str, done: float = 0.0) -> None:
        """One more piece of work is begun."""
        self._console.print(f"{self._name}: {text}", markup=False)


class Bar:
    """Progress as a bar."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def step(self, text: str, done: float = 0.0) -> None:
        """One more piece of work is begun."""
        self._progress.update(self._task, completed=done, step=text, refresh=True)


@contextmanager
def reporter(console: Console, name: str) -> Iterator[Reporter]:
    """Progress of one benchmark, in the form that suits the output."""
    if not console.is_terminal:
        yield Lines(console, name)
        return
    # Drawn only at steps: a thread that redraws would disturb the load generator.
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[step]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as progress:
        yield Bar(progress, progress.add_task(name, total=1.0, step=""))


def show(console: Console, rows: Sequence[Row]) -> None:
    """All results; what is not as it should be is said in words as well."""
    table = Table(title="Ratios measured side by side, ours first", title_justify="left")
    for heading in ("benchmark", "what", "result", "limit", "", "goal", "ours : theirs"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(row.name, row.what, row.value, row.limit, _verdict(row), row.goal, row.detail)
    console.print(table)
    for row in rows:
        if row.verdict in WARNINGS:
            text = f"{row.name}, {row.what}: {row.value}, limit {row.limit}"
            console.print(f"{WARNINGS[row.verdict]}: {text}", markup=False)


def _verdict(row: Row) -> str:
    style = STYLES.get(row.verdict)
    return f"[{style}]{row.verdict}[/]" if style else row.verdict
