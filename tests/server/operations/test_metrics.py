"""The metrics of a server: values, names and absence of personal data."""

from importlib.metadata import version
from platform import python_version

from messages import ChooseNickname, ErrorCode, Heartbeat, ProtocolError
from server.operations.metrics import Metrics
from tests.harness.handler import HandlerHarness


def _metric_values(harness: HandlerHarness) -> dict[str, float]:
    text = Metrics(harness.state, harness.handler.counts).render().decode()
    lines = [line.split() for line in text.splitlines() if line.startswith("tavolata_")]
    return {
        name.removeprefix("tavolata_"): float(value) for name, value in lines if "{" not in name
    }


def test_metrics_count_connections_sessions_matches_rooms_and_messages() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.connect_named("eve")
    harness.handler.malformed(ada, ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No."), 0.0)
    harness.disconnect(ada)
    values = _metric_values(harness)
    assert values["connections"] == 2
    assert values["sessions"] == 3
    assert values["disconnected_sessions"] == values["active_matches"] == 1
    assert values["messages_malformed_total"] == 1
    assert values["open_rooms"] == values["journal_failing"] == values["internal_errors_total"] == 0
    assert values["messages_received_total"] == 8


def test_rate_limited_messages_flooders_and_rejected_connections_are_counted() -> None:
    harness = HandlerHarness()
    flooder = harness.connect(address="192.0.2.1")
    while flooder not in harness.closed_peers:
        harness.send(flooder, Heartbeat())
    harness.state.bans.add("address", "192.0.2.1")
    harness.connect(address="192.0.2.1")
    values = _metric_values(harness)
    assert values["rate_limited_messages_total"] == 21
    assert values["flooders_disconnected_total"] == values["connections_rejected_total"] == 1


def test_build_info_has_the_versions_of_program_and_python() -> None:
    harness = HandlerHarness()
    text = Metrics(harness.state, harness.handler.counts).render().decode()
    labels = f'python="{python_version()}",version="{version("tavolata")}"'
    assert f"tavolata_build_info{{{labels}}} 1.0" in text.splitlines()


def test_metrics_contain_no_nickname_and_no_address() -> None:
    harness = HandlerHarness()
    harness.send(harness.connect(address="192.0.2.77"), ChooseNickname("adalovelace"))
    text = Metrics(harness.state, harness.handler.counts).render()
    assert b"adalovelace" not in text
    assert b"192.0.2.77" not in text
