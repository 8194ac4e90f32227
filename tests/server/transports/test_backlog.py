"""The backlog without connections: turns, the time slice, failures."""

from collections.abc import Callable

import pytest

from server.transports.backlog import SLICE_SECONDS, Backlog


class Clock:
    """A loop whose time passes only while messages are handled."""

    def __init__(self) -> None:
        self.now = 0.0
        self.scheduled: list[Callable[[], None]] = []
        self.backlog = Backlog(self.scheduled.append, lambda: self.now)

    def run_iteration(self) -> None:
        callbacks, self.scheduled[:] = list(self.scheduled), []
        for callback in callbacks:
            callback()


class Sender:
    """A connection with a number of messages; each takes ``seconds``."""

    def __init__(self, clock: Clock, name: str, messages: int, seconds: float = 0.0) -> None:
        self.clock, self.name, self.messages, self.seconds = clock, name, messages, seconds
        self.log: list[str] = []
        self.aborted = False

    def handle_next(self) -> bool:
        self.log.append(self.name)
        self.clock.now += self.seconds
        if self.messages == 0:
            raise RuntimeError("a planted fault")
        self.messages -= 1
        return self.messages > 0

    def abort(self) -> None:
        self.aborted = True


def test_connections_take_turns_until_none_has_messages() -> None:
    clock = Clock()
    long, short = Sender(clock, "long", 3), Sender(clock, "short", 1)
    short.log = long.log
    clock.backlog.add(long)
    clock.backlog.add(short)
    assert len(clock.scheduled) == 1
    clock.run_iteration()
    assert long.log == ["long", "short", "long", "long"]
    assert not clock.scheduled


def test_each_iteration_handles_messages_for_a_slice_of_time_and_the_next_one_continues() -> None:
    clock = Clock()
    first = Sender(clock, "first", 5, SLICE_SECONDS / 2)
    clock.backlog.add(first)
    left = []
    while clock.scheduled:
        clock.run_iteration()
        left.append(first.messages)
    assert left == [3, 1, 0]


def test_connection_behind_a_slow_message_has_its_turn_in_the_next_iteration() -> None:
    clock = Clock()
    slow, fast = Sender(clock, "slow", 9, 10 * SLICE_SECONDS), Sender(clock, "fast", 1)
    clock.backlog.add(slow)
    clock.backlog.add(fast)
    clock.run_iteration()
    assert (slow.messages, fast.messages) == (8, 1)
    clock.run_iteration()
    assert (slow.messages, fast.messages) == (7, 0)


def test_exception_aborts_its_connection_and_the_others_continue() -> None:
    clock = Clock()
    failing, other = Sender(clock, "failing", 0), Sender(clock, "other", 1)
    clock.backlog.add(failing)
    clock.backlog.add(other)
    with pytest.raises(RuntimeError):
        clock.run_iteration()
    clock.run_iteration()
    assert (failing.aborted, other.aborted, other.messages) == (True, False, 0)
