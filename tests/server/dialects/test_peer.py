"""Test how a peer of a dialect handles requests and awaits answers."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from messages import (
    ActionValid,
    Error,
    ErrorCode,
    GenericMessage,
    Heartbeat,
    Message,
    SendChat,
)
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.dialects.base import Dialect
from server.dialects.lines import Lines
from server.dialects.peer import LegacyPeer, Shared
from server.dialects.requests import Refused, Wire
from server.effects import Send
from server.limits import Limits


class FakeHub:
    """Records received messages; the test decides when an answer is delivered."""

    def __init__(self) -> None:
        self.received: list[tuple[int, str]] = []
        self.connected: list[str] = []
        self.answers_at_once = False
        self.peers: dict[int, LegacyPeer[Any, Any]] = {}

    def connect(self, peer: LegacyPeer[Any, Any], address: str, **settings: Any) -> int:
        self.connected.append(address)
        number = len(self.connected)
        self.peers[number] = peer
        return number

    def register_event_outbox(self, number: int, peer: LegacyPeer[Any, Any]) -> None:
        assert self.peers[number] is peer

    def receive(self, number: int, message: AnyClientMessage) -> None:
        assert isinstance(message, SendChat)
        self.received.append((number, message.text))
        if self.answers_at_once:
            self.answer(number, message.text)

    def answer(self, number: int, text: str, error: ErrorCode | None = None) -> None:
        """Deliver an answer and end the event."""
        answer: Message = ActionValid(text) if error is None else Error(error, text)
        self.peers[number].answer(answer)
        self.peers[number].end_event()

    def push(self, number: int, text: str) -> None:
        """Deliver messages that are not answers and end the event."""
        self.peers[number].push(Send((number,), (GenericMessage(text), Heartbeat())))
        self.peers[number].end_event()


class FakeWire:
    """Records what is written and whether reading is paused."""

    def __init__(self) -> None:
        self.address, self.port = "10.0.0.1", 5
        self.closing = False
        self.paused = False
        self.is_congested = False
        self.turns = 0
        """Number of requested turns."""
        self.written: list[str] = []

    def write(self, data: bytes) -> None:
        self.written.append(data.decode())

    def pause_reading(self, paused: bool) -> None:
        self.paused = paused

    def request_turn(self) -> None:
        self.turns += 1

    def close(self) -> None:
        self.closing = True


class Peer(LegacyPeer[Shared[None, Any], str | None]):
    """Echoes answers; a line that begins with ``late`` cannot start until ``open``."""

    open = True
    wire: Any

    def __init__(self, shared: Shared[None, Any], wire: Wire) -> None:
        super().__init__(shared, wire, Lines(100))

    def send(self, text: str) -> None:
        self.wire.write(text.encode())

    def can_start(self, request: str | None) -> bool:
        return self.open or request is None or not request.startswith("late")


async def _handle(peer: Peer, line: str | None) -> None:
    """Send each word of the line and write the answers; the answer to ``!word`` is ignored."""
    words = (line or "").split()
    for word in words:
        if word.startswith("!"):
            peer.send_ignoring_answer(SendChat(word))
    try:
        answers = await _ask(peer, [word for word in words if not word.startswith("!")])
    except Refused as refused:
        answers = [f"refused: {refused.reason}"]
    peer.send(f"{line}: {' '.join(answers)}")


async def _ask(peer: Peer, words: Sequence[str]) -> list[str]:
    if words[:1] == ["act"]:
        await peer.act(SendChat("act"))
    answers = await peer.request(*map(SendChat, words))
    return [cast(ActionValid, answer).msg for answer in answers]


DIALECT = Dialect(
    name="toy",
    game="chess",
    port=1,
    shared=Shared,
    peer=Peer,
    handle=_handle,
    events={GenericMessage: lambda peer, message: peer.send(f"push {message.msg}")},
    on_event_end=lambda peer: peer.send("[event]"),
    send_pending=lambda peer: peer.send("[pending]"),
)


def _peers(count: int = 1) -> tuple[FakeHub, list[Peer]]:
    hub = FakeHub()
    shared: Shared[None, Any] = Shared(DIALECT, cast(Hub, hub), Limits(), None, lambda: 0.0)
    peers = [Peer(shared, FakeWire()) for _ in range(count)]
    for peer in peers:
        peer.connect()
    return hub, peers


def test_next_request_starts_and_reading_resumes_only_after_all_answers_to_the_first_one() -> None:
    hub, (peer,) = _peers()
    assert peer.feed(b"one two\nthree\n")
    assert hub.received == [(1, "one"), (1, "two")]
    assert peer.wire.paused, "reading is paused meanwhile"
    hub.answer(1, "a")
    assert peer.wire.written == ["[event]", "[pending]"]
    hub.answer(1, "b")
    assert peer.wire.written[2:] == ["[event]", "one two: a b", "[pending]", "[pending]"]
    assert hub.received[2:] == [(1, "three")], "then the next request starts"
    hub.answer(1, "c")
    assert peer.wire.written[6:] == ["[event]", "three: c", "[pending]", "[pending]"]
    assert not peer.wire.paused


def test_request_whose_answers_arrive_at_once_replies_after_the_event_of_its_last_answer() -> None:
    hub, (peer,) = _peers()
    hub.answers_at_once = True
    peer.feed(b"one two\n")
    expected = ["[event]", "[pending]", "[event]", "one two: one two", "[pending]"]
    assert peer.wire.written == expected
    assert not peer.is_busy


def test_answer_to_a_message_sent_ignoring_answers_is_not_given_to_a_waiting_request() -> None:
    hub, (peer,) = _peers()
    peer.feed(b"!gone one\n")
    assert hub.received == [(1, "!gone"), (1, "one")]
    hub.answer(1, "a")
    assert peer.is_busy
    hub.answer(1, "b")
    assert "!gone one: b" in peer.wire.written
    assert not peer.is_busy


def test_pushed_message_is_translated_at_once_while_a_request_waits_for_its_answer() -> None:
    hub, (peer,) = _peers()
    peer.feed(b"one\n")
    hub.push(1, "x")
    assert peer.wire.written == ["push x", "[event]", "[pending]"]
    assert peer.is_busy


def test_act_raises_refused_with_the_text_of_an_error_answer() -> None:
    hub, (peer,) = _peers()
    peer.feed(b"act one\n")
    hub.answer(1, "No.", ErrorCode.CHOICENOTVALID)
    assert "act one: refused: No." in peer.wire.written
    assert not peer.is_busy


def test_request_that_can_start_refuses_stays_queued_until_run_ready_may_start_it() -> None:
    hub, (peer,) = _peers()
    peer.open = False
    peer.feed(b"late\nother\n")
    assert hub.received == []
    assert not peer.wire.paused
    peer.open = True
    peer.run_ready()
    assert hub.received == [(1, "late")]


def test_request_received_while_a_started_coroutine_waits_starts_when_the_coroutine_ends() -> None:
    hub, (_, other) = _peers(2)
    other.start(_handle(other, "seat"))
    assert hub.received == [(2, "seat")]
    assert other.wire.paused
    other.feed(b"one\n")
    assert len(hub.received) == 1, "the request waits for the coroutine"
    hub.answer(2, "a")
    assert hub.received[1:] == [(2, "one")]


@pytest.mark.parametrize("ends", ["has left", "is closing"])
def test_client_that_has_left_or_is_closing_gets_no_reply_and_its_later_requests_are_ignored(
    ends: str,
) -> None:
    hub, (peer,) = _peers()
    peer.feed(b"one\n")
    if ends == "has left":
        peer.has_left = True
    else:
        peer.close()
    hub.answer(1, "a")
    peer.feed(b"two\n")
    assert hub.received == [(1, "one")]
    assert "one: a" not in peer.wire.written
