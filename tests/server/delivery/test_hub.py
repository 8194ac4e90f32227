"""The hub asks the handler and delivers the outcome: in order, and only to those who are there."""

import pytest

from messages import ActionValid, ChooseNickname, Error, ErrorCode, GenericMessage, Message
from messages.errors import ProtocolError
from server.delivery.hub import Hub
from server.effects import Outcome, PeerId, Send, StartBot
from tests.harness.handler import HandlerHarness

BOT = StartBot("greedy", "uno", 1, "", "robo")


class RecordingOutbox:
    """An outbox that records what happens to it."""

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


def test_a_connection_begins_with_the_question_for_its_name(hub: Hub) -> None:
    box = RecordingOutbox()
    peer = hub.connect(box, "127.0.0.1")
    assert box.events == ["push RequestNickname"]
    assert hub.receive(peer, ChooseNickname("ada"))
    assert box.events[1] == f"answer {ActionValid.__name__}"


def test_an_outcome_is_delivered_in_its_order(hub: Hub) -> None:
    box, bots = RecordingOutbox(), list[StartBot]()
    hub.start_bot = bots.append
    peer = hub.connect(box, "127.0.0.1")
    box.events.clear()
    outcome = Outcome(
        peer,
        GenericMessage("answer"),
        before_answer=[_send(peer, "before")],
        sends=[_send(peer, "after")],
        closes=[peer],
        bots=[BOT],
    )
    hub.deliver(outcome)
    assert box.events == ["push before", "answer answer", "push after", "close"]
    assert bots == [BOT]


def test_those_who_are_gone_get_nothing(hub: Hub) -> None:
    box = RecordingOutbox()
    peer = hub.connect(box, "127.0.0.1")
    hub.disconnect(peer)
    hub.disconnect(peer)
    box.events.clear()
    message = GenericMessage("answer")
    hub.deliver(Outcome(peer, message, sends=[_send(peer, "push")], closes=[peer]))
    assert box.events == []


def test_an_outbox_that_asked_for_it_is_told_where_an_event_ends(hub: Hub) -> None:
    told, other = RecordingOutbox(), RecordingOutbox()
    first, second = hub.connect(told, "127.0.0.1"), hub.connect(other, "127.0.0.1")
    hub.notify_event_end(first, told)
    told.events.clear()
    other.events.clear()
    hub.deliver(Outcome(sends=[_send(second, "two")]), Outcome(sends=[_send(first, "one")]))
    assert told.events == ["push one", "end of event"]
    assert other.events == ["push two"]


def test_outcomes_go_to_the_journal_first(hub: Hub) -> None:
    box, written = RecordingOutbox(), list[Outcome]()
    peer = hub.connect(box, "127.0.0.1")
    box.events.clear()
    hub.use_write_ahead(written.append, lambda: not written)
    hub.receive(peer, ChooseNickname("ada"))
    assert box.events == []
    assert not hub.is_drained()
    hub.deliver(*written)
    assert box.events[0] == "answer ActionValid"


def test_reading_ends_with_the_connection(hub: Hub) -> None:
    box = RecordingOutbox()
    peer = hub.connect(box, "127.0.0.1")
    error = ProtocolError(ErrorCode.MALFORMEDMESSAGE, "Not a message.")
    answers = [hub.malformed(peer, error) for _ in range(100)]
    assert answers[0]
    assert not answers[-1]
    assert box.events.count(f"answer {Error.__name__}") >= answers.count(True)
    assert box.events[-1] == "close"


def test_a_stopped_hub_closes_everybody_and_reads_nothing(hub: Hub) -> None:
    box = RecordingOutbox()
    peer = hub.connect(box, "127.0.0.1")
    hub.receive(peer, ChooseNickname("ada"))
    hub.stop()
    assert box.events[-1] == "close"
    box.events.clear()
    assert not hub.receive(peer, ChooseNickname("bob"))
    assert not hub.malformed(peer, ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No."))
    hub.submit(Outcome(sends=[_send(peer, "late")]))
    hub.disconnect(peer)
    assert box.events == []
    assert "ada" in hub.handler.state.sessions, "that connections end does not mean they left"
