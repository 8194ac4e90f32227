"""Remote sessions without sockets: the loop is a clock we set, callers are lists we read."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import cast

import pytest

from messages import ActionValid, GenericMessage
from server.effects import Send
from server.limits import Limits
from server.transports.pyro.peer import SESSION_ENDED, TOO_SLOW, PendingCall, PyroPeer
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
    """As much of an event loop as a peer uses."""

    def __init__(self) -> None:
        self.now = 100.0
        self.timers: list[FakeTimer] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], None]) -> FakeTimer:
        self.timers.append(FakeTimer(self.now + delay, callback))
        return self.timers[-1]

    def pass_time(self, seconds: float) -> None:
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
        self.busy: list[PyroPeer] = []
        loop = cast(asyncio.AbstractEventLoop, self.loop)
        self.peer = PyroPeer(limits, loop, self.busy.append)
        self.numbers = count(1)

    def push(self, *texts: str) -> None:
        for text in texts:
            self.peer.push(Send((1,), (GenericMessage(text),)))

    def answer(self, text: str) -> None:
        self.peer.answer(ActionValid(text))

    def request(self) -> int:
        """A call that waits."""
        seq = next(self.numbers)
        self.peer.waiting.append(PendingCall(self.caller, seq))
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

    def tick(self) -> None:
        """What the route does in the next tick."""
        busy, self.busy[:] = list(self.busy), []
        for peer in busy:
            if peer.ended is not None:
                peer.settle()
            else:
                peer.answer_poll()


def test_a_poll_gives_everything_pushed_since_the_cursor() -> None:
    table = PeerHarness()
    table.push("a", "b")
    assert table.polled(0) == (["a", "b"], 2)
    table.push("c")
    assert table.polled(2) == (["c"], 3)
    assert table.polled(3) == ([], 3)


def test_a_repeated_poll_gives_the_same_again_and_what_came_meanwhile() -> None:
    table = PeerHarness()
    table.push("a", "b")
    assert table.polled(0) == (["a", "b"], 2)
    assert table.polled(0) == (["a", "b"], 2)
    table.push("c")
    assert table.polled(0) == (["a", "b", "c"], 3)
    assert table.polled(1) == (["b", "c"], 3)


def test_what_is_below_the_cursor_is_forgotten() -> None:
    table = PeerHarness()
    table.push("a", "b")
    table.polled(1)
    seq = table.poll(0)
    assert table.error(seq) == "CHOICENOTVALID"
    assert "1" in table.caller.answers[seq]["message"]
    assert table.polled(1) == (["b"], 2)


def test_a_cursor_in_the_future_is_refused() -> None:
    table = PeerHarness()
    table.push("a")
    assert table.error(table.poll(2)) == "CHOICENOTVALID"
    assert table.polled(0) == (["a"], 1)


def test_answers_go_to_the_oldest_call_and_not_into_polls() -> None:
    table = PeerHarness()
    first, second, third = table.request(), table.request(), table.request()
    table.push("before")
    table.answer("one")
    table.push("between")
    table.answer("two")
    assert table.caller.answers[first]["msg"] == "one"
    assert table.caller.answers[second]["msg"] == "two"
    assert third not in table.caller.answers
    assert table.polled(0) == (["before", "between"], 2)


def test_an_answer_tells_how_much_was_pushed_before_it() -> None:
    table = PeerHarness()
    first, second = table.request(), table.request()
    table.push("a", "b")
    table.answer("one")
    table.polled(2)
    table.push("c")
    table.answer("two")
    assert (table.caller.pushed[first], table.caller.pushed[second]) == (2, 3)


def test_a_poll_waits_for_a_push_and_gets_all_of_that_tick() -> None:
    table = PeerHarness()
    seq = table.poll(0, wait=20)
    assert seq not in table.caller.answers
    table.push("a", "b")
    assert seq not in table.caller.answers
    table.tick()
    assert table.texts(seq) == (["a", "b"], 2)
    assert all(timer.cancelled for timer in table.loop.timers)
    assert not table.peer.is_polled_by(table.caller)


def test_a_poll_ends_when_its_time_is_up() -> None:
    table = PeerHarness()
    seq = table.poll(0, wait=20)
    table.loop.pass_time(19.9)
    assert seq not in table.caller.answers
    table.loop.pass_time(0.2)
    assert table.texts(seq) == ([], 0)
    table.push("a")
    assert table.polled(0) == (["a"], 1)


@pytest.mark.parametrize("wait", [0, -1, -1e300, float("nan"), float("-inf")])
def test_a_poll_without_patience_returns_at_once(wait: float) -> None:
    table = PeerHarness()
    assert table.texts(table.poll(0, wait)) == ([], 0)
    assert not table.loop.timers


def test_a_second_poll_ends_the_first() -> None:
    table = PeerHarness()
    first = table.poll(0, wait=20)
    second = table.poll(0, wait=20)
    assert table.texts(first) == ([], 0)
    table.push("a")
    table.tick()
    assert table.texts(second) == (["a"], 1)


def test_a_poll_of_a_lost_connection_takes_nothing_away() -> None:
    table = PeerHarness()
    table.poll(0, wait=20)
    table.peer.drop_poll_of(FakeCaller())
    assert table.peer.is_polled_by(table.caller)
    table.peer.drop_poll_of(table.caller)
    table.push("a")
    table.tick()
    assert len(table.caller.answers) == 0
    assert table.polled(0) == (["a"], 1)


def test_a_very_long_answer_is_cut_and_goes_on_at_the_cursor() -> None:
    table = PeerHarness(Limits(queue_bytes=1000))
    texts = [letter * 200 for letter in "abcde"] + ["f" * 2000, "g"]
    table.push(*texts)
    got, cursor = table.polled(0)
    assert got == texts[:3]
    rest, cursor = table.polled(cursor)
    assert rest == texts[3:5]
    assert table.polled(cursor) == (texts[5:6], 6)  # one is given, however long it is
    assert table.polled(6) == (texts[6:], 7)


def test_after_close_the_rest_can_be_fetched_then_the_key_is_unknown() -> None:
    table = PeerHarness()
    quitting = table.request()
    table.push("a")
    table.answer("bye")
    table.peer.close()
    table.tick()
    assert table.caller.answers[quitting]["msg"] == "bye"
    assert table.polled(0) == (["a"], 1)
    assert table.polled(0) == (["a"], 1)
    assert table.error(table.poll(1, wait=20)) == "SESSIONUNKNOWN"


def test_the_answer_may_come_after_close_in_the_same_tick() -> None:
    table = PeerHarness()
    quitting, forgotten = table.request(), table.request()
    table.peer.close()
    table.answer("bye")
    table.tick()
    assert table.caller.answers[quitting]["msg"] == "bye"
    assert table.error(forgotten) == "SESSIONUNKNOWN"


def test_close_answers_the_poll_that_waits() -> None:
    table = PeerHarness()
    waiting = table.poll(0, wait=20)
    table.push("last words")
    table.peer.close()
    table.push("too late")
    table.tick()
    assert table.texts(waiting) == (["last words"], 1)
    assert table.error(table.poll(1)) == "SESSIONUNKNOWN"


def test_too_many_unpolled_messages_cut_the_session() -> None:
    table = PeerHarness()
    table.push("a", "b", "c")
    assert table.peer.ended is None
    table.push("d", "e")
    assert table.peer.ended is TOO_SLOW
    table.tick()
    assert table.error(table.poll(0)) == "TOOSLOW"
    assert table.error(table.poll(3)) == "TOOSLOW"


def test_too_many_in_one_tick_tell_the_poll_that_waits() -> None:
    table = PeerHarness()
    seq = table.poll(0, wait=20)
    table.push("a", "b", "c", "d")
    table.tick()
    assert table.error(seq) == "TOOSLOW"


def test_confirmed_messages_do_not_count() -> None:
    table = PeerHarness()
    for number in range(20):
        table.push(str(number))
        table.polled(number)
    assert table.peer.ended is None


def test_the_first_reason_counts() -> None:
    table = PeerHarness()
    table.peer.close()
    table.peer.end(TOO_SLOW)
    assert table.peer.ended is SESSION_ENDED


def test_a_session_is_over_when_nobody_calls() -> None:
    table = PeerHarness()
    assert not table.peer.is_over(table.loop.now + 45)
    assert table.peer.is_over(table.loop.now + 45.1)


def test_a_session_is_alive_while_a_poll_waits_and_counts_from_its_end() -> None:
    table = PeerHarness()
    table.poll(0, wait=30)
    assert not table.peer.is_over(table.loop.now + 1000)
    table.loop.pass_time(31)
    assert not table.peer.is_over(table.loop.now + 45)
    assert table.peer.is_over(table.loop.now + 45.1)


def test_the_poll_of_a_lost_connection_does_not_keep_a_session_alive() -> None:
    table = PeerHarness()
    table.poll(0, wait=30)
    table.peer.drop_poll_of(table.caller)
    assert table.peer.is_over(table.loop.now + 45.1)


def test_an_ended_session_is_kept_for_a_short_while() -> None:
    table = PeerHarness()
    table.loop.pass_time(40)
    table.peer.close()
    assert not table.peer.is_over(table.loop.now + 5)
    assert table.peer.is_over(table.loop.now + 5.1)


def test_one_that_was_too_slow_has_the_usual_time_to_learn_it() -> None:
    table = PeerHarness()
    table.push(*"abcd")
    assert not table.peer.is_over(table.loop.now + 45)
