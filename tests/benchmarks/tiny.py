"""A plan with tiny sizes, so that every benchmark runs quickly, and a recording reporter."""

from benchmarks.harness import Plan

TINY = Plan(
    rounds=1,
    window_seconds=0.2,
    matches=2,
    many_matches=3,
    proxies=2,
    scripts=2,
    latency_rate=200,
    idle_connections=5,
    strength_games=4,
    long_matches=12,
    long_rate=200,
    long_seconds=1.5,
    attackers=10,
)
"""Without pinning: a test must not pin the process that it runs in."""


class RecordingReporter:
    """Records the steps that a benchmark reports."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def step(self, text: str, done: float = 0.0) -> None:
        """Record the text of a step."""
        self.texts.append(text)
