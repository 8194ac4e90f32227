"""The faults of a chaos run, as a pure function of its seed and duration.

A run consists of rounds of equal length. The faults of a round begin and end within its first part;
in the rest matches must make progress. Every kind of fault is the first of a round once in each
cycle of rounds, and up to two other kinds are added, which overlap with it.
"""

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import NamedTuple

ROUND_SECONDS = 15.0
"""Length of a round; the longest suspension in it is longer than ``tick_gap_seconds``."""
LATEST_START = 0.25
"""Share of a round in which faults begin."""
SHORTEST, LONGEST = 0.1, 0.5
"""Minimum and maximum duration of a fault as shares of a round."""
MAX_FURTHER_FAULTS = 2


class FaultKind(StrEnum):
    """The kinds of faults of a chaos run."""

    KILL = "kill"
    """kill -9 of the server, and a restart."""
    CUT = "cut"
    """Connections of players fail in different ways, again and again."""
    SLOW = "slow"
    """Other clients send requests and never read the answers."""
    FLOOD = "flood"
    """Other clients send as fast as possible."""
    DISK = "disk"
    """No file of the server may grow."""
    SUSPEND = "suspend"
    """The process of the server is stopped (SIGSTOP), and continues after some time (SIGCONT)."""


class TimedFault(NamedTuple):
    """A fault, the time from the start of the run to its begin, and its duration."""

    at: float
    kind: FaultKind
    seconds: float
    transport: str
    """The attacked port of SLOW and FLOOD."""
    seed: int
    """Seed for random choices within the fault."""

    def __str__(self) -> str:
        transport = f" {self.transport}" if self.kind in (FaultKind.SLOW, FaultKind.FLOOD) else ""
        return f"{self.at:.2f} s {self.kind}{transport} {self.seconds:.2f} s"


def plan_rounds(
    seed: int, seconds: float, round_seconds: float = ROUND_SECONDS
) -> list[list[TimedFault]]:
    """Return the faults of each round, sorted by time; at least one round."""
    rng = Random(seed)
    kinds = _cycle(rng)
    rounds = max(1, round(seconds / round_seconds))
    return [_plan_round(rng, next(kinds), n * round_seconds, round_seconds) for n in range(rounds)]


def _cycle(rng: Random) -> Iterator[FaultKind]:
    """Yield all kinds in random order, again and again."""
    while True:
        yield from rng.sample(list(FaultKind), len(FaultKind))


def _plan_round(rng: Random, first: FaultKind, start: float, length: float) -> list[TimedFault]:
    """Return the faults of one round: one of the kind ``first`` and some of other kinds."""
    others = [kind for kind in FaultKind if kind is not first]
    kinds = [first, *rng.sample(others, rng.randint(0, MAX_FURTHER_FAULTS))]
    return sorted(
        TimedFault(
            round(start + length * rng.uniform(0.0, LATEST_START), 2),
            kind,
            round(length * rng.uniform(SHORTEST, LONGEST), 2),
            rng.choice(("socket", "pyro")),
            rng.getrandbits(32),
        )
        for kind in kinds
    )
