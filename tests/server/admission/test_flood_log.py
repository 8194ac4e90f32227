"""Log events about clients that were disconnected because they sent too much."""

from server.admission.flood_log import LOG_SECONDS, FloodLog
from tests.harness.handler import RecordingLogger


def test_event_has_the_last_client_and_the_number_since_the_last_event() -> None:
    log = RecordingLogger()
    floods = FloodLog(log)
    floods.record("192.0.2.1", "ada", 5.0)
    floods.record("192.0.2.2", "bob", 5.0)
    floods.record("192.0.2.3", "", 5.0 + LOG_SECONDS)
    assert [
        (event["last_address"], event["last_nickname"], event["disconnected_since_last_event"])
        for event in log.warnings
    ] == [("192.0.2.1", "ada", 1), ("192.0.2.3", "", 2)]
