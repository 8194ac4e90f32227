"""Metrics for Prometheus, read from the server's state at each request.

No label contains names, addresses or match numbers, because Prometheus stores one series per value.
"""

from collections.abc import Iterator, Mapping
from importlib.metadata import version
from platform import python_version

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

    def render(self) -> bytes:
        """Return all metrics, including those of the process, in the text format of Prometheus."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of the server with their current values.

        Called by the registry of Prometheus; docs/operating.md lists the metrics.
        """
        state, counts = self._state, self._counts
        yield _gauge("connections", "Open connections, computer players included", len(state.peers))
        yield _gauge("sessions", "Nicknames in use", len(state.sessions))
        yield _gauge(
            "disconnected_sessions",
            "Sessions without a connection",
            len(state.disconnected_sessions),
        )
        yield _gauge("open_rooms", "Tables whose match has not started", len(state.open_rooms))
        yield _gauge("active_matches", "Matches in progress", state.match_count)
        yield _gauge(
            "journal_failing", "1 while the journal cannot be written", int(state.journal_failing)
        )
        yield _gauge(
            "damaged_matches",
            "Matches that could not be restored at the start because of damage",
            state.damaged_matches,
        )
        yield _build_info()
        yield _gauge("event_loop_lag_seconds", "Delay of the last periodic sweep", counts.lag)
        yield _counter("messages_received", "Readable messages received", counts.received)
        yield _counter("messages_malformed", "Unreadable messages received", counts.unreadable)
        yield _counter(
            "rate_limited_messages", "Messages refused with RATELIMITED", counts.rate_limited
        )
        yield _counter(
            "flooders_disconnected",
            "Connections closed after repeated RATELIMITED",
            counts.flooders,
        )
        yield _counter("connections_rejected", "New connections rejected", counts.rejected)
        yield _counter(
            "journal_failures", "Times that the journal began to fail", state.journal_failures
        )
        yield _counter("wrong_passwords", "Wrong passwords and codes", state.events.wrong_passwords)
        yield _counter("tls_failures", "TLS handshakes that failed", state.events.tls_failures)
        yield _limit_refusals(state.events.exceeded)
        yield _counter("internal_errors", "Errors answered with INTERNALERROR", counts.failures)


def _limit_refusals(exceeded: Mapping[str, int]) -> Metric:
    """Return a counter with the names of the limits as label; limits not reached are left out."""
    counter = CounterMetricFamily(
        f"{PREFIX}_limit_refusals", "Requests and connections over a limit", labels=["limit"]
    )
    for limit, count in sorted(exceeded.items()):
        counter.add_metric([limit], count)
    return counter


def _build_info() -> Metric:
    """Return a gauge of 1 whose labels are the versions of this program and of Python."""
    info = GaugeMetricFamily(
        f"{PREFIX}_build_info", "1, with the versions as labels", labels=["version", "python"]
    )
    info.add_metric([version("tavolata"), python_version()], 1)
    return info


def _gauge(name: str, text: str, value: float) -> Metric:
    """Return a gauge with the prefix of this server in its name."""
    return GaugeMetricFamily(f"{PREFIX}_{name}", text, value=value)


def _counter(name: str, text: str, value: float) -> Metric:
    """Return a counter with the prefix of this server; Prometheus appends ``_total``."""
    return CounterMetricFamily(f"{PREFIX}_{name}", text, value=value)
