"""Measure two sides alternately, A B A B, and compare the ratio with a limit.

Absolute figures depend mostly on the machine, so every benchmark measures a second side in the
same run. Each round gives one ratio. The result is their median, because the median tolerates a
round that was disturbed by other processes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, Protocol

from tests.harness.processes import ANYWHERE, Cores


class Reporter(Protocol):
    """Receives the progress of a benchmark."""

    def step(self, text: str, done: float = 0.0) -> None:
        """Report that a step starts; ``done`` is the completed fraction of the phase, 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Sizes of the measurements. With the defaults, ratios are reproducible within about 5 %."""

    rounds: int = 9
    window_seconds: float = 1.0
    """Duration of one measurement of one side."""
    matches: int = 50
    many_matches: int = 1000
    proxies: int = 16
    scripts: int = 64
    """Number of seeds that the load generator has recorded matches for."""
    latency_rate: int = 2000
    """Moves per second offered in the latency benchmark."""
    idle_connections: int = 500
    """Idle WebSockets beside which the latency over the web is measured."""
    strength_games: int = 2000
    """Number of games between two computer players."""
    long_matches: int = 250
    """Concurrent matches of the long run."""
    long_rate: int = 1000
    """Moves per second offered in the long run."""
    long_seconds: float = 60.0
    """Duration of the long run."""
    attackers: int = 500
    """Maximum number of attackers."""
    cores: Cores = ANYWHERE


@dataclass(frozen=True)
class Limit:
    """A bound that a ratio must respect."""

    sign: Literal["≥", "≤"]
    value: float

    def __str__(self) -> str:
        return f"{self.sign} {self.value:g}"

    def verdict(self, ratio: float) -> "Verdict":
        """Return "pass" if the ratio respects the bound, otherwise "MISS"."""
        met = ratio >= self.value if self.sign == "≥" else ratio <= self.value
        return "pass" if met else "MISS"


Verdict = Literal["pass", "MISS", "info", "disturbed"]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table of results. Without a limit its verdict is "info"."""

    name: str
    description: str
    value: str
    verdict: Verdict = "info"
    limit: str = ""
    goal: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Pairs:
    """The figures of both sides, one per round."""

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        """Ratios of our figure to theirs, one per round."""
        return [a / b for a, b in zip(self.ours, self.theirs, strict=True)]

    @property
    def ratio(self) -> float:
        """Median of the ratios."""
        return median(self.ratios)

    @property
    def spread(self) -> str:
        """Lowest and highest ratio as text."""
        return f"{min(self.ratios):.2f} to {max(self.ratios):.2f}"

    def medians(self, unit: str, digits: int = 0) -> str:
        """Return the medians of both sides as text, ours first."""
        ours, theirs = median(self.ours), median(self.theirs)
        return f"{ours:,.{digits}f} : {theirs:,.{digits}f} {unit}"

    def row(
        self,
        name: str,
        description: str,
        limit: Limit | None = None,
        goal: str = "",
        detail: str = "",
    ) -> Row:
        """Return the line of the table with the ratio of this pair."""
        return Row(
            name=name,
            description=description,
            value=f"{self.ratio:.2f}",
            verdict=limit.verdict(self.ratio) if limit else "info",
            limit=str(limit) if limit else "",
            goal=goal,
            detail=f"{detail}; rounds {self.spread}",
        )


Measure = Callable[[], Sequence[float]]
"""Measures one side once and returns its figures; their meaning depends on the benchmark."""


def alternate(rounds: int, ours: Measure, theirs: Measure, report: Reporter) -> list[Pairs]:
    """Measure both sides alternately; return one Pairs for each figure that a side returns."""
    first: list[Sequence[float]] = []
    second: list[Sequence[float]] = []
    for number in range(rounds):
        report.step(f"round {number + 1} of {rounds}", number / rounds)
        first.append(ours())
        second.append(theirs())
    columns = zip(zip(*first, strict=True), zip(*second, strict=True), strict=True)
    return [Pairs(tuple(a), tuple(b)) for a, b in columns]
