"""Metrics for Prometheus, read from the server's state when they are requested.

No label has names, addresses or match numbers: Prometheus keeps a series for each value.
"""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from server.state import Counts, ServerState

PREFIX = "tavolata"


class Metrics:
    """The metrics of one server: its state, its counters, its process."""

    def __init__(self, state: ServerState, counts: Counts) -> None:
        self._state = state
        self._counts = counts
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of the server; a test compares their names with docs/operating.md."""
        state, counts = self._state, self._counts
        yield _gauge("connections", "Connections, computer players included", len(state.peers))
        yield _gauge("sessions", "Names in use", len(state.sessions))
        yield _gauge("absent", "Seats that wait for their owners", len(state.disconnected_sessions))
        yield _gauge("matches_open", "Tables that wait for players", len(state.open_rooms))
        yield _gauge("matches_playing", "Matches that are on", state.playing_count)
        yield _gauge("cannot_save", "1 while nothing can be written", int(state.journal_failing))
        yield _gauge("loop_lag_seconds", "How late the last sweep was", counts.lag)
        yield _counter("messages", "Messages that could be read", counts.received)
        yield _counter("unreadable", "Messages that could not be read", counts.unreadable)
        yield _counter("refused_hasty", "Messages refused with RATELIMITED", counts.rate_limited)
        yield _counter("sent_away", "Connections ended after warnings", counts.flooders)
        yield _counter("turned_away", "Connections refused at the door", counts.rejected)
        yield _counter("failures", "Mistakes of our own", counts.failures)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{PREFIX}_{name}", text, value=value)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(f"{PREFIX}_{name}", text, value=value)
