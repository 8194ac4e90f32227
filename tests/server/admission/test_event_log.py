"""The log of what clients cause: rate limited, with numbers, and without secrets."""

import pytest
import structlog
from structlog.testing import capture_logs

from messages import ErrorCode
from messages.errors import Refusal
from server.admission.event_log import EVENT_RATE, LOG_SECONDS, OMITTED_SECONDS, EventLog
from server.admission.event_log import LimitExceeded as Exceeded
from tests.harness.handler import RecordingLogger


@pytest.fixture
def log() -> RecordingLogger:
    return RecordingLogger()


@pytest.fixture
def events(log: RecordingLogger) -> EventLog:
    events = EventLog()
    events.log = log
    return events


def test_thirty_wrong_passwords_are_two_events_with_their_number(
    events: EventLog, log: RecordingLogger
) -> None:
    for _ in range(30):
        events.wrong_password("192.0.2.1", 5.0)
    assert [event["since_last_event"] for event in log.warnings] == [1]
    events.sweep(5.0 + LOG_SECONDS)
    assert [event["since_last_event"] for event in log.warnings] == [1, 29]
    assert log.warnings[-1]["last_address"] == "192.0.2.1"
    events.sweep(9.0)
    events.wrong_password("192.0.2.2", 9.0)
    assert [event["since_last_event"] for event in log.warnings] == [1, 29, 1]
    assert events.wrong_passwords == 31


def test_every_limit_is_logged_and_counted_on_its_own(
    events: EventLog, log: RecordingLogger
) -> None:
    full = Exceeded("connections_per_address", ErrorCode.SERVERFULL, "Too many.")
    events.refused_connection(full, "192.0.2.1", 1.0)
    events.refused_connection(Refusal(ErrorCode.NOTALLOWED, "Banned."), "192.0.2.2", 1.0)
    events.exceeded_limit("open_rooms_per_address", "192.0.2.3", "ada", 1.0)
    events.exceeded_limit("matches_per_address", "192.0.2.3", "ada", 1.0)
    found = [event.get("limit") or event["reason"] for event in log.warnings]
    assert found == [
        "connections_per_address",
        "NOTALLOWED",
        "open_rooms_per_address",
        "matches_per_address",
    ]
    assert events.exceeded == dict.fromkeys([found[0], *found[2:]], 1)


def test_sessions_and_matches_cannot_fill_the_log() -> None:
    events = EventLog()
    with capture_logs() as logged:
        events.log = structlog.get_logger()
        for number in range(1000):
            events.opened_session(f"p{number}", "192.0.2.1", 5.0)
        assert len(logged) == EVENT_RATE.burst
        events.sweep(5.0)
        assert logged[-1]["event"] == "events_omitted"
        assert logged[-1]["omitted_events"] == 1000 - EVENT_RATE.burst
        events.opened_session("eve", "192.0.2.1", 5.0)
        events.sweep(5.0 + OMITTED_SECONDS / 2)
        events.opened_session("eve", "192.0.2.1", 5.0 + OMITTED_SECONDS / 2)
        assert logged[-1]["event"] == "session_opened", "units are regained"
