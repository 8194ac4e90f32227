"""Pyro5 sessions without sockets, with a settable clock and a fake caller."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import cast

import pytest

from messages import ActionValid, GenericMessage
from server.effects import Send
from server.limits import Limits
from server.transports.pyro.peer import (
    MAX_POLLED_BYTES,
    MAX_POLLED_MESSAGES,
    SESSION_ENDED,
    TOO_SLOW,
    PendingCall,
    PyroPeer,
)
from tests.harness.pyro import FakeCaller

SMALL = Limits(queue_messages=3, poll_seconds=30, remote_idle_seconds=45, message_seconds=5)


class FakeTimer:
    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        self.when = when
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class FakeLoop:
    """The part of an event loop that a peer uses."""

    def __init__(self) -> None:
        self.now = 100.0
        self.timers: list[FakeTimer] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], None]) -> FakeTimer:
        self.timers.append(FakeTimer(self.now + delay, callback))
        return self.timers[-1]

    def sweep_after(self, seconds: float) -> None:
        self.now += seconds
        due = [t for t in self.timers if t.when <= self.now and not t.cancelled]
        self.timers = [t for t in self.timers if t.when > self.now]
        for timer in due:
            timer.callback()


class PeerHarness:
    """A peer with one caller."""

    def __init__(self, limits: Limits = SMALL) -> None:
        self.loop = FakeLoop()
        self.caller = FakeCaller()
        self.scheduled: list[PyroPeer] = []
        loop = cast(asyncio.AbstractEventLoop, self.loop)
        self.peer = PyroPeer(limits, loop, self.scheduled.append)
        self.numbers = count(1)

    def push(self, *texts: str) -> None:
        for text in texts:
            self.peer.push(Send((1,), (GenericMessage(text),)))

    def answer(self, text: str) -> None:
        self.peer.answer(ActionValid(text))

    def request(self) -> int:
        """Add a pending call; return its sequence number."""
        seq = next(self.numbers)
        self.peer.pending_calls.append(PendingCall(self.caller, seq))
        return seq

    def poll(self, cursor: int, wait: float = 0) -> int:
        seq = next(self.numbers)
        self.peer.poll(cursor, wait, PendingCall(self.caller, seq))
        return seq

    def polled(self, cursor: int) -> tuple[list[str], int]:
        """The texts and the next cursor of a poll that does not wait."""
        return self.texts(self.poll(cursor))

    def texts(self, seq: int) -> tuple[list[str], int]:
        answer = self.caller.answers[seq]
        return [message["msg"] for message in answer["messages"]], answer["cursor"]

    def error(self, seq: int) -> str:
        answer = self.caller.answers[seq]
        assert answer["type"] == "Error"
        return str(answer["error"])

    def run_iteration(self) -> None:
        """Run the scheduled work, as the transport does in the next loop iteration."""
        scheduled, self.scheduled[:] = list(self.scheduled), []
        for peer in scheduled:
            if peer.end_reason is not None:
                peer.answer_all_pending()
            else:
                peer.answer_poll()


def test_poll_returns_all_pushes_from_the_cursor_on() -> None:
    harness = PeerHarness()
    harness.push("a", "b")
    assert harness.polled(0) == (["a", "b"], 2)
    harness.push("c")
    assert harness.polled(2) == (["c"], 3)
    assert harness.polled(3) == ([], 3)


def test_repeated_poll_returns_the_same_pushes_and_new_ones() -> None:
    harness = PeerHarness()
    harness.push("a", "b")
    assert harness.polled(0) == (["a", "b"], 2)
    assert harness.polled(0) == (["a", "b"], 2)
    harness.push("c")
    assert harness.polled(0) == (["a", "b", "c"], 3)
    assert harness.polled(1) == (["b", "c"], 3)


def test_cursor_below_the_last_polled_one_is_refused_and_later_pushes_are_kept() -> None:
    harness = PeerHarness()
    harness.push("a", "b")
    harness.polled(1)
    seq = harness.poll(0)
    assert harness.error(seq) == "CHOICENOTVALID"
    assert "1" in harness.caller.answers[seq]["message"]
    assert harness.polled(1) == (["b"], 2)


def test_cursor_beyond_the_last_push_is_refused_and_discards_nothing() -> None:
    harness = PeerHarness()
    harness.push("a")
    assert harness.error(harness.poll(2)) == "CHOICENOTVALID"
    assert harness.polled(0) == (["a"], 1)


def test_answers_go_to_the_oldest_call_not_to_polls() -> None:
    harness = PeerHarness()
    first, second, third = harness.request(), harness.request(), harness.request()
    harness.push("before")
    harness.answer("one")
    harness.push("between")
    harness.answer("two")
    assert harness.caller.answers[first]["msg"] == "one"
    assert harness.caller.answers[second]["msg"] == "two"
    assert third not in harness.caller.answers
    assert harness.polled(0) == (["before", "between"], 2)


def test_answer_has_the_number_of_earlier_pushes() -> None:
    harness = PeerHarness()
    first, second = harness.request(), harness.request()
    harness.push("a", "b")
    harness.answer("one")
    harness.polled(2)
    harness.push("c")
    harness.answer("two")
    assert (harness.caller.pushed[first], harness.caller.pushed[second]) == (2, 3)


def test_pending_poll_returns_all_pushes_of_one_loop_iteration_and_ends() -> None:
    harness = PeerHarness()
    seq = harness.poll(0, wait=20)
    assert seq not in harness.caller.answers
    harness.push("a", "b")
    assert seq not in harness.caller.answers
    harness.run_iteration()
    assert harness.texts(seq) == (["a", "b"], 2)
    assert all(timer.cancelled for timer in harness.loop.timers)
    assert not harness.peer.is_polled_by(harness.caller)


def test_pending_poll_returns_empty_after_its_wait_and_a_later_push_is_kept() -> None:
    harness = PeerHarness()
    seq = harness.poll(0, wait=20)
    harness.loop.sweep_after(19.9)
    assert seq not in harness.caller.answers
    harness.loop.sweep_after(0.2)
    assert harness.texts(seq) == ([], 0)
    harness.push("a")
    assert harness.polled(0) == (["a"], 1)


@pytest.mark.parametrize("wait", [0, -1, -1e300, float("nan"), float("-inf")])
def test_poll_without_wait_returns_immediately(wait: float) -> None:
    harness = PeerHarness()
    assert harness.texts(harness.poll(0, wait)) == ([], 0)
    assert not harness.loop.timers


def test_second_poll_answers_the_first_as_empty_and_gets_the_next_push() -> None:
    harness = PeerHarness()
    first = harness.poll(0, wait=20)
    second = harness.poll(0, wait=20)
    assert harness.texts(first) == ([], 0)
    harness.push("a")
    harness.run_iteration()
    assert harness.texts(second) == (["a"], 1)


def test_only_the_poll_of_the_given_caller_is_dropped_and_no_push_lost() -> None:
    harness = PeerHarness()
    harness.poll(0, wait=20)
    harness.peer.drop_poll_of(FakeCaller())
    assert harness.peer.is_polled_by(harness.caller)
    harness.peer.drop_poll_of(harness.caller)
    harness.push("a")
    harness.run_iteration()
    assert len(harness.caller.answers) == 0
    assert harness.polled(0) == (["a"], 1)


def test_poll_answer_above_the_maximum_is_split_but_has_at_least_one_push() -> None:
    harness = PeerHarness(Limits())
    texts = [letter * (MAX_POLLED_BYTES // 4) for letter in "abcde"] + ["f" * MAX_POLLED_BYTES, "g"]
    harness.push(*texts)
    got, cursor = harness.polled(0)
    assert got == texts[:3]
    rest, cursor = harness.polled(cursor)
    assert rest == texts[3:5]
    assert harness.polled(cursor) == (
        texts[5:6],
        6,
    )  # at least one push is returned, whatever its size
    assert harness.polled(6) == (texts[6:], 7)


def test_poll_of_a_long_queue_has_a_maximum_number_of_messages() -> None:
    harness = PeerHarness(Limits())
    texts = [str(number) for number in range(MAX_POLLED_MESSAGES + 3)]
    harness.push(*texts)
    assert harness.polled(0) == (texts[:MAX_POLLED_MESSAGES], MAX_POLLED_MESSAGES)
    assert harness.polled(MAX_POLLED_MESSAGES) == (texts[-3:], len(texts))


def test_after_close_remaining_pushes_can_be_polled_and_then_session_is_unknown() -> None:
    harness = PeerHarness()
    quitting = harness.request()
    harness.push("a")
    harness.answer("bye")
    harness.peer.close()
    harness.run_iteration()
    assert harness.caller.answers[quitting]["msg"] == "bye"
    assert harness.polled(0) == (["a"], 1)
    assert harness.polled(0) == (["a"], 1)
    assert harness.error(harness.poll(1, wait=20)) == "SESSIONUNKNOWN"


def test_answer_after_close_in_the_same_iteration_is_delivered_and_other_calls_fail() -> None:
    harness = PeerHarness()
    quitting, forgotten = harness.request(), harness.request()
    harness.peer.close()
    harness.answer("bye")
    harness.run_iteration()
    assert harness.caller.answers[quitting]["msg"] == "bye"
    assert harness.error(forgotten) == "SESSIONUNKNOWN"


def test_close_answers_the_pending_poll_with_earlier_pushes_only() -> None:
    harness = PeerHarness()
    pending = harness.poll(0, wait=20)
    harness.push("last words")
    harness.peer.close()
    harness.push("too late")
    harness.run_iteration()
    assert harness.texts(pending) == (["last words"], 1)
    assert harness.error(harness.poll(1)) == "SESSIONUNKNOWN"


def test_push_above_queue_messages_ends_the_session_and_polls_get_too_slow() -> None:
    harness = PeerHarness()
    harness.push("a", "b", "c")
    assert harness.peer.end_reason is None
    harness.push("d", "e")
    assert harness.peer.end_reason is TOO_SLOW
    harness.run_iteration()
    assert harness.error(harness.poll(0)) == "TOOSLOW"
    assert harness.error(harness.poll(3)) == "TOOSLOW"


def test_full_queue_in_one_iteration_answers_the_pending_poll_with_too_slow() -> None:
    harness = PeerHarness()
    seq = harness.poll(0, wait=20)
    harness.push("a", "b", "c", "d")
    harness.run_iteration()
    assert harness.error(seq) == "TOOSLOW"


def test_polled_pushes_do_not_fill_the_queue() -> None:
    harness = PeerHarness()
    for number in range(20):
        harness.push(str(number))
        harness.polled(number)
    assert harness.peer.end_reason is None


def test_first_end_reason_is_kept() -> None:
    harness = PeerHarness()
    harness.peer.close()
    harness.peer.end(TOO_SLOW)
    assert harness.peer.end_reason is SESSION_ENDED


def test_unused_session_expires_after_remote_idle_seconds() -> None:
    harness = PeerHarness()
    assert not harness.peer.is_expired(harness.loop.now + 45)
    assert harness.peer.is_expired(harness.loop.now + 45.1)


def test_session_expires_remote_idle_seconds_after_its_pending_poll_ended() -> None:
    harness = PeerHarness()
    harness.poll(0, wait=30)
    assert not harness.peer.is_expired(harness.loop.now + 1000)
    harness.loop.sweep_after(31)
    assert not harness.peer.is_expired(harness.loop.now + 45)
    assert harness.peer.is_expired(harness.loop.now + 45.1)


def test_dropped_poll_does_not_postpone_expiry() -> None:
    harness = PeerHarness()
    harness.poll(0, wait=30)
    harness.peer.drop_poll_of(harness.caller)
    assert harness.peer.is_expired(harness.loop.now + 45.1)


def test_ended_session_expires_after_message_seconds() -> None:
    harness = PeerHarness()
    harness.loop.sweep_after(40)
    harness.peer.close()
    assert not harness.peer.is_expired(harness.loop.now + 5)
    assert harness.peer.is_expired(harness.loop.now + 5.1)


def test_too_slow_session_does_not_expire_within_remote_idle_seconds() -> None:
    harness = PeerHarness()
    harness.push(*"abcd")
    assert not harness.peer.is_expired(harness.loop.now + 45)
