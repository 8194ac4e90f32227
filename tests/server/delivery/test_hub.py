"""Hub: calls the handler and delivers outcomes in order to connected peers."""

import pytest

from messages import ActionValid, ChooseNickname, Error, ErrorCode, GenericMessage, Message
from messages.errors import ProtocolError
from server.delivery.hub import Hub
from server.effects import Outcome, PeerId, Send, StartBot
from tests.harness.handler import HandlerHarness

BOT = StartBot("greedy", "uno", 1, "", "robo")


class RecordingOutbox:
    """An outbox that records what happens to it."""

    transport_name = "test"

    def __init__(self) -> None:
        self.events: list[str] = []

    def answer(self, message: Message) -> None:
        self.events.append(f"answer {_name(message)}")

    def push(self, send: Send) -> None:
        self.events += [f"push {_name(message)}" for message in send.messages]

    def close(self) -> None:
        self.events.append("close")

    def end_event(self) -> None:
        self.events.append("end of event")


def _name(message: Message) -> str:
    return message.msg if isinstance(message, GenericMessage) else type(message).__name__


def _send(peer: PeerId, text: str) -> Send:
    return Send((peer,), (GenericMessage(text),))


@pytest.fixture
def hub() -> Hub:
    return Hub(HandlerHarness().handler, lambda: 5.0)


def test_connection_starts_with_request_nickname_and_gets_the_answer(hub: Hub) -> None:
    outbox = RecordingOutbox()
    peer = hub.connect(outbox, "127.0.0.1")
    assert outbox.events == ["push RequestNickname"]
    assert hub.receive(peer, ChooseNickname("ada"))
    assert outbox.events[1] == f"answer {ActionValid.__name__}"


def test_effects_are_delivered_in_order_around_the_answer_and_bots_started(hub: Hub) -> None:
    outbox, bots = RecordingOutbox(), list[StartBot]()
    hub.start_bot = bots.append
    peer = hub.connect(outbox, "127.0.0.1")
    outbox.events.clear()
    outcome = Outcome(
        peer,
        GenericMessage("answer"),
        before_answer=[_send(peer, "before")],
        sends=[_send(peer, "after")],
        closes=[peer],
        bots=[BOT],
    )
    hub.deliver(outcome)
    assert outbox.events == ["push before", "answer answer", "push after", "close"]
    assert bots == [BOT]


def test_peer_that_was_disconnected_twice_gets_nothing(hub: Hub) -> None:
    outbox = RecordingOutbox()
    peer = hub.connect(outbox, "127.0.0.1")
    hub.disconnect(peer)
    hub.disconnect(peer)
    outbox.events.clear()
    message = GenericMessage("answer")
    hub.deliver(Outcome(peer, message, sends=[_send(peer, "push")], closes=[peer]))
    assert outbox.events == []


def test_only_a_registered_event_outbox_is_notified_at_the_end_of_its_events(hub: Hub) -> None:
    notified, other = RecordingOutbox(), RecordingOutbox()
    first, second = hub.connect(notified, "127.0.0.1"), hub.connect(other, "127.0.0.1")
    hub.register_event_outbox(first, notified)
    notified.events.clear()
    other.events.clear()
    hub.deliver(Outcome(sends=[_send(second, "two")]), Outcome(sends=[_send(first, "one")]))
    assert notified.events == ["push one", "end of event"]
    assert other.events == ["push two"]


def test_outcomes_go_to_the_write_ahead_queue_and_are_sent_only_when_delivered(hub: Hub) -> None:
    outbox, written = RecordingOutbox(), list[Outcome]()
    peer = hub.connect(outbox, "127.0.0.1")
    outbox.events.clear()
    hub.use_write_ahead(written.append, lambda: not written)
    hub.receive(peer, ChooseNickname("ada"))
    assert outbox.events == []
    assert not hub.is_drained()
    hub.deliver(*written)
    assert outbox.events[0] == "answer ActionValid"


def test_malformed_says_to_stop_reading_when_it_closes_the_connection(hub: Hub) -> None:
    outbox = RecordingOutbox()
    peer = hub.connect(outbox, "127.0.0.1")
    error = ProtocolError(ErrorCode.MALFORMEDMESSAGE, "Not a message.")
    answers = [hub.malformed(peer, error) for _ in range(100)]
    assert answers[0]
    assert not answers[-1]
    assert outbox.events.count(f"answer {Error.__name__}") >= answers.count(True)
    assert outbox.events[-1] == "close"


def test_stopped_hub_closes_connections_ignores_input_and_keeps_sessions(hub: Hub) -> None:
    outbox = RecordingOutbox()
    peer = hub.connect(outbox, "127.0.0.1")
    hub.receive(peer, ChooseNickname("ada"))
    hub.stop()
    assert outbox.events[-1] == "close"
    outbox.events.clear()
    assert not hub.receive(peer, ChooseNickname("bob"))
    assert not hub.malformed(peer, ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No."))
    hub.submit(Outcome(sends=[_send(peer, "late")]))
    hub.disconnect(peer)
    assert outbox.events == []
    assert "ada" in hub.handler.state.sessions, "closed connections do not end sessions"
