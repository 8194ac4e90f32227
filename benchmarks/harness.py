"""Two sides measured in turn, A B A B, and what comes of it: a ratio with its limit.

A figure alone says more about the machine than about us, so every benchmark measures a second
side in the same run. Each round gives one ratio; the median of them is the result, which forgives
a round in which the machine had something else to do.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, Protocol

from tests.harness.processes import ANYWHERE, Cores


class Reporter(Protocol):
    """Where a benchmark says how far it is."""

    def step(self, text: str, done: float = 0.0) -> None:
        """One more piece of work is begun; ``done`` is the part of its kind behind us, 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How much is measured. The defaults give ratios that repeat to about five per cent."""

    rounds: int = 9
    seconds: float = 1.0
    """One window of one side."""
    matches: int = 50
    many_matches: int = 1000
    proxies: int = 16
    scripts: int = 64
    """Different games the load generator knows by heart."""
    offered: int = 2000
    """Moves per second at which latency is measured."""
    games: int = 2000
    """Games between two computer players."""
    tables: int = 250
    """Matches of the long run."""
    steady: int = 1000
    """Moves per second of the long run."""
    long_seconds: float = 60.0
    """How long it is."""
    crowd: int = 500
    """Attackers at most."""
    cores: Cores = ANYWHERE


@dataclass(frozen=True)
class Limit:
    """What a ratio has to be."""

    sign: Literal["≥", "≤"]
    value: float

    def __str__(self) -> str:
        return f"{self.sign} {self.value:g}"

    def verdict(self, ratio: float) -> "Verdict":
        """Whether a ratio is on the right side."""
        met = ratio >= self.value if self.sign == "≥" else ratio <= self.value
        return "pass" if met else "MISS"


Verdict = Literal["pass", "MISS", "info", "disturbed"]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table. Without a limit it is information."""

    name: str
    what: str
    value: str
    verdict: Verdict = "info"
    limit: str = ""
    goal: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Pairs:
    """What both sides measured, round by round."""

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        """Ours divided by theirs, one per round."""
        return [a / b for a, b in zip(self.ours, self.theirs, strict=True)]

    @property
    def ratio(self) -> float:
        """The result."""
        return median(self.ratios)

    @property
    def spread(self) -> str:
        """The lowest and the highest round."""
        return f"{min(self.ratios):.2f} to {max(self.ratios):.2f}"

    def medians(self, unit: str, digits: int = 0) -> str:
        """Both sides as text, ours first."""
        ours, theirs = median(self.ours), median(self.theirs)
        return f"{ours:,.{digits}f} : {theirs:,.{digits}f} {unit}"

    def row(
        self, name: str, what: str, limit: Limit | None = None, goal: str = "", detail: str = ""
    ) -> Row:
        """The line of the table for this pair."""
        return Row(
            name=name,
            what=what,
            value=f"{self.ratio:.2f}",
            verdict=limit.verdict(self.ratio) if limit else "info",
            limit=str(limit) if limit else "",
            goal=goal,
            detail=f"{detail}; rounds {self.spread}",
        )


Side = Callable[[], Sequence[float]]
"""Measures one window; every benchmark decides what the numbers are."""


def alternate(rounds: int, ours: Side, theirs: Side, report: Reporter) -> list[Pairs]:
    """A B A B …; one Pairs for each number the sides measure."""
    first: list[Sequence[float]] = []
    second: list[Sequence[float]] = []
    for number in range(rounds):
        report.step(f"round {number + 1} of {rounds}", number / rounds)
        first.append(ours())
        second.append(theirs())
    columns = zip(zip(*first, strict=True), zip(*second, strict=True), strict=True)
    return [Pairs(tuple(a), tuple(b)) for a, b in columns]
