"""Texts for connection errors and connection events."""

import ssl

import pytest

from client.connections.base import ConnectionEvent
from client.connections.text import EVENTS, cannot_connect_text

REASONS = {
    "it does not answer": TimeoutError(),
    "no server is listening there": ConnectionRefusedError(111, "refused"),
    "it closed the connection": ConnectionResetError(),
    "it does not use TLS": ssl.SSLError(1, "wrong version"),
    "this is not a valid host name": UnicodeError("label too long"),
    "No route to host": OSError(113, "No route to host"),
    "too many of you": ValueError("too many of you"),
}


@pytest.mark.parametrize("reason", REASONS)
def test_each_connection_error_has_a_text_with_its_reason(reason: str) -> None:
    assert (
        cannot_connect_text("there:1", REASONS[reason]) == f"Cannot connect to there:1: {reason}."
    )


def test_every_event_but_ended_has_a_sentence_of_its_own() -> None:
    assert set(EVENTS) == set(ConnectionEvent)
    assert [event for event, text in EVENTS.items() if not text] == [ConnectionEvent.ENDED]
    assert len(set(EVENTS.values())) == len(ConnectionEvent)
