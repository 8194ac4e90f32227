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
    """``deliver`` is called with each message in order."""

    def __init__(self, deliver: Callable[[M], None]) -> None:
        self._deliver = deliver
        self._under_way = 0
        self._delivered = 0
        self._pushes: deque[M | None] = deque()
        self._answers: deque[tuple[int, M | None]] = deque()

    def asked(self) -> None:
        """A call begins."""
        self._under_way += 1

    def answered(self, answer: M | None, pushed: int) -> None:
        """The oldest call has ended, after ``pushed`` pushes; None: there is nothing to deliver."""
        self._under_way -= 1
        self._answers.append((pushed, answer))
        self._run()

    def pushed(self, message: M | None) -> None:
        """The next push; None is counted but not delivered."""
        self._pushes.append(message)
        self._run()

    def finish(self) -> None:
        """Nothing more arrives: deliver what is left."""
        self._under_way = 0
        self._run()
        while self._answers:
            self._give(self._answers.popleft()[1])

    def _run(self) -> None:
        while self._answers:
            if self._answers[0][0] <= self._delivered:
                self._give(self._answers.popleft()[1])
            elif self._pushes:
                self._give_push()
            else:
                return
        while self._pushes and not self._under_way:
            self._give_push()

    def _give_push(self) -> None:
        self._delivered += 1
        self._give(self._pushes.popleft())

    def _give(self, message: M | None) -> None:
        if message is not None:
            self._deliver(message)
