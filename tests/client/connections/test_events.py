"""What is told to people about the connection."""

from client.connections.events import ConnectionEvent
from client.connections.text import EVENTS


def test_every_event_has_its_sentence_but_the_end_which_the_server_announces() -> None:
    assert set(EVENTS) == set(ConnectionEvent)
    assert [event for event, text in EVENTS.items() if not text] == [ConnectionEvent.ENDED]
    assert len(set(EVENTS.values())) == len(ConnectionEvent)
