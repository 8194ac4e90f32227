"""One stretch of play under load: how much was done, and who was busy with it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from benchmarks.harness import Limit, Pairs, Row

BUSY = 0.9
"""If neither side had this much of its core, something else did."""
TRIES = 3


class Window(NamedTuple):
    """What was measured in one stretch of play."""

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
        """Processor time of the server for one move, in µs."""
        return self.server_seconds / self.moves * 1e6

    @property
    def server_share(self) -> float:
        """How much of its core the server had."""
        return self.server_seconds / self.seconds

    @property
    def load_share(self) -> float:
        """How much of its core the generator used; near 1 it is the generator we measure."""
        return self.load_seconds / self.seconds

    @property
    def busiest(self) -> float:
        """How much of its core the busier of the two had."""
        return max(self.server_share, self.load_share)

    @property
    def numbers(self) -> tuple[float, ...]:
        """What is compared: moves per second, moves per second of server time, and the shares."""
        return self.rate, 1e6 / self.cost, self.server_share, self.load_share, self.busiest


def undisturbed(measure: Callable[[], Window], tries: int = TRIES) -> Window:
    """A window in which one side had its core for itself, as far as that can be had."""
    windows: list[Window] = []
    while len(windows) < tries and not any(window.busiest >= BUSY for window in windows):
        windows.append(measure())
    return max(windows, key=lambda window: window.busiest)


def rows(table: Sequence[Pairs], *, name: str, what: str, limit: Limit, goal: str) -> list[Row]:
    """The lines for what `numbers` measured: per second, and per second of server time.

    On a quiet machine both say the same. On one that has other work only the second says
    anything, and the first is marked.
    """
    rate, thrift, server, load, busiest = table
    detail = f"{rate.medians('moves/s')}; clients {shares(load)} busy"
    first = rate.row(name, what, limit, goal, detail)
    if min(median(busiest.ours), median(busiest.theirs)) < BUSY:
        first = replace(first, verdict="disturbed")
    again = "the same per second of the server's processor time"
    detail = f"{thrift.medians('moves')}; servers {shares(server)} busy"
    return [first, thrift.row(name, again, limit, goal, detail)]


def shares(pairs: Pairs) -> str:
    """How much of a core both sides used."""
    return f"{median(pairs.ours):.0%} : {median(pairs.theirs):.0%}"
