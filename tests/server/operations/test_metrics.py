"""What is counted (server.state) and how it is told."""

from messages import ChooseNickname, ErrorCode, Heartbeat, ProtocolError
from server.operations.metrics import Metrics
from tests.harness.handler import HandlerHarness


def _metric_values(harness: HandlerHarness) -> dict[str, float]:
    text = Metrics(harness.state, harness.handler.counts).text().decode()
    lines = [line.split() for line in text.splitlines() if line.startswith("tavolata_")]
    return {name.removeprefix("tavolata_"): float(value) for name, value in lines}


def test_gauges_and_counters_follow_the_state() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.connect_named("eve")
    harness.handler.malformed(ada, ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No."), 0.0)
    harness.disconnect(ada)
    figures = _metric_values(harness)
    assert figures["connections"] == 2
    assert figures["sessions"] == 3
    assert figures["absent"] == figures["matches_playing"] == figures["unreadable_total"] == 1
    assert figures["matches_open"] == figures["cannot_save"] == figures["failures_total"] == 0
    assert figures["messages_total"] == 8


def test_rate_limited_messages_and_flooders_are_counted() -> None:
    harness = HandlerHarness()
    flooder = harness.connect(address="192.0.2.1")
    while flooder not in harness.closed_peers:
        harness.send(flooder, Heartbeat())
    harness.state.bans.add("address", "192.0.2.1")
    harness.connect(address="192.0.2.1")
    figures = _metric_values(harness)
    assert figures["refused_hasty_total"] == 21
    assert figures["sent_away_total"] == figures["turned_away_total"] == 1


def test_metrics_contain_no_names_and_addresses() -> None:
    harness = HandlerHarness()
    harness.send(harness.connect(address="192.0.2.77"), ChooseNickname("adalovelace"))
    text = Metrics(harness.state, harness.handler.counts).text()
    assert b"adalovelace" not in text
    assert b"192.0.2.77" not in text
