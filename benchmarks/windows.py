"""The result of one measurement under load: moves, time, and processor time of both processes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from benchmarks.harness import Limit, Pairs, Row

MIN_BUSY_SHARE = 0.9
"""If neither process used at least this share of its core, other processes used the rest."""
MAX_ATTEMPTS = 3


class Window(NamedTuple):
    """Figures of one measurement under load."""

    moves: int
    seconds: float
    server_seconds: float
    """Processor time of the server."""
    load_seconds: float
    """Processor time of the generator."""

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """Processor time of the server per move, in µs."""
        return self.server_seconds / self.moves * 1e6

    @property
    def server_share(self) -> float:
        """Share of its core that the server used."""
        return self.server_seconds / self.seconds

    @property
    def load_share(self) -> float:
        """Share of its core that the generator used; near 1 the generator is the bottleneck."""
        return self.load_seconds / self.seconds

    @property
    def busiest(self) -> float:
        """Share of its core that the busier process used."""
        return max(self.server_share, self.load_share)

    @property
    def figures(self) -> tuple[float, ...]:
        """Figures to compare: moves per second, moves per second of server time, and the shares."""
        return self.rate, 1e6 / self.cost, self.server_share, self.load_share, self.busiest


def measure_undisturbed(measure: Callable[[], Window], max_attempts: int = MAX_ATTEMPTS) -> Window:
    """Measure until one process used most of its core; otherwise return the best attempt."""
    windows: list[Window] = []
    while len(windows) < max_attempts and not any(
        window.busiest >= MIN_BUSY_SHARE for window in windows
    ):
        windows.append(measure())
    return max(windows, key=lambda window: window.busiest)


def rate_rows(
    columns: Sequence[Pairs], *, name: str, description: str, limit: Limit, goal: str
) -> list[Row]:
    """Return two rows for the columns of `Window.figures`: per second, and per second of CPU time.

    On an idle machine both ratios agree. If neither process had its core, only the second row is
    meaningful, and the first is marked "disturbed".
    """
    rate, per_cpu_second, server, load, busiest = columns
    detail = f"{rate.medians('moves/s')}; clients {shares(load)} busy"
    rate_row = rate.row(name, description, limit, goal, detail)
    if min(median(busiest.ours), median(busiest.theirs)) < MIN_BUSY_SHARE:
        rate_row = replace(rate_row, verdict="disturbed")
    second_description = "the same per second of the server's processor time"
    detail = f"{per_cpu_second.medians('moves')}; servers {shares(server)} busy"
    return [rate_row, per_cpu_second.row(name, second_description, limit, goal, detail)]


def shares(pairs: Pairs) -> str:
    """Return the shares of a core that both sides used, as text."""
    return f"{median(pairs.ours):.0%} : {median(pairs.theirs):.0%}"
