"""Merge the answers of calls and the pushes of polls into the order in which they were sent.

Each answer carries the number of messages that the server had pushed before it. An answer therefore
waits for the pushes before it. Pushes wait during a call, because its answer may precede them. The
result is the order of a socket. No I/O.
"""

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

M = TypeVar("M")


class AnswerOrdering(Generic[M]):
    """Calls ``deliver`` with each message, in the order of the server."""

    def __init__(self, deliver: Callable[[M], None]) -> None:
        self._deliver = deliver
        self._pending_calls = 0
        self._delivered_pushes = 0
        self._pushes: deque[M | None] = deque()
        self._answers: deque[tuple[int, M | None]] = deque()

    def call_started(self) -> None:
        """Record that a call begins; pushes wait until it is answered."""
        self._pending_calls += 1

    def call_answered(self, answer: M | None, pushed: int) -> None:
        """Record the answer to the oldest call and deliver what is due.

        The answer follows ``pushed`` pushes. None ends the call without delivering a message.
        """
        self._pending_calls -= 1
        self._answers.append((pushed, answer))
        self._deliver_ready()

    def push_received(self, message: M | None) -> None:
        """Record the next push and deliver what is due; None is only counted."""
        self._pushes.append(message)
        self._deliver_ready()

    def finish(self) -> None:
        """Deliver everything that is left, because nothing more arrives.

        Answers whose pushes are missing come last.
        """
        self._pending_calls = 0
        self._deliver_ready()
        while self._answers:
            self._deliver_message(self._answers.popleft()[1])

    def _deliver_ready(self) -> None:
        """Deliver all messages that need not wait for a push or for an answer."""
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
        """Count and deliver the oldest push."""
        self._delivered_pushes += 1
        self._deliver_message(self._pushes.popleft())

    def _deliver_message(self, message: M | None) -> None:
        """Deliver a message; do nothing for None."""
        if message is not None:
            self._deliver(message)
