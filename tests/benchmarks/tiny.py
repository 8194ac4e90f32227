"""A plan so small that every benchmark runs in a moment, and a reporter that remembers."""

from benchmarks.harness import Plan

TINY = Plan(
    rounds=1,
    seconds=0.2,
    matches=2,
    many_matches=3,
    proxies=2,
    scripts=2,
    offered=200,
    games=4,
    tables=12,
    steady=200,
    long_seconds=1.5,
    crowd=10,
)
"""No cores: a test must not move the process it runs in, nor fight for a core."""


class Steps:
    """Remembers what a benchmark said it was doing."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def step(self, text: str, done: float = 0.0) -> None:
        """One more piece of work is begun."""
        self.texts.append(text)
