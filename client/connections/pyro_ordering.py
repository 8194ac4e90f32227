"""Merge two streams, answers from calls and pushes from polls, into the order the server meant.

The server says with each answer how many messages it had pushed before. So an answer waits for the
pushes before it, and pushes wait during a call, because its answer may belong before them. The
result is what a socket would have delivered. No I/O here.
"""

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

M = TypeVar("M")


class AnswerOrdering(Generic[M]):
    """``deliver`` is called with each message in ordering."""

    def __init__(self, deliver: Callable[[M], None]) -> None:
        self._deliver = deliver
        self._pending_calls = 0
        self._delivered_pushes = 0
        self._pushes: deque[M | None] = deque()
        self._answers: deque[tuple[int, M | None]] = deque()

    def call_started(self) -> None:
        """A call begins."""
        self._pending_calls += 1

    def call_answered(self, answer: M | None, pushed: int) -> None:
        """The oldest call has ended, after ``pushed`` pushes; None: there is nothing to deliver."""
        self._pending_calls -= 1
        self._answers.append((pushed, answer))
        self._deliver_ready()

    def push_received(self, message: M | None) -> None:
        """The next push; None is counted but not delivered."""
        self._pushes.append(message)
        self._deliver_ready()

    def finish(self) -> None:
        """Nothing more arrives: deliver what is left."""
        self._pending_calls = 0
        self._deliver_ready()
        while self._answers:
            self._deliver_message(self._answers.popleft()[1])

    def _deliver_ready(self) -> None:
        while self._answers:
            if self._answers[0][0] <= self._delivered_pushes:
                self._deliver_message(self._answers.popleft()[1])
            elif self._pushes:
                self._deliver_push()
            else:
                return
        while self._pushes and not self._pending_calls:
            self._deliver_push()

    def _deliver_push(self) -> None:
        self._delivered_pushes += 1
        self._deliver_message(self._pushes.popleft())

    def _deliver_message(self, message: M | None) -> None:
        if message is not None:
            self._deliver(message)
