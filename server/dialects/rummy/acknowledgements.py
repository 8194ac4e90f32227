"""Rummy's old dialect: messages that must be acknowledged, one after the other (Rummy 10.6).

Each addressee has its own post, so nobody is disturbed by another's silence. One message is under
way at a time; it is sent again when the addressee asks for it or says nothing for too long. Time is
a number that is passed in.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

BLOCKING = ("BEGIN", "MOVE")
"""While one of these is not acknowledged, no TURN is carried out."""


class Due(NamedTuple):
    """A message to be acknowledged."""

    kind: str
    body: tuple[str, ...]


class Post:
    """What one guest has still to acknowledge."""

    def __init__(self, send: Callable[[str, tuple[str, ...]], None]) -> None:
        self._send = send
        self._queue: deque[Due] = deque()
        self._sent = 0.0
        self._first = 0.0
        self.tries = 0
        """How often the message under way was sent."""

    @property
    def kind(self) -> str:
        """What is under way; empty if nothing is."""
        return self._queue[0].kind if self._queue else ""

    @property
    def blocking(self) -> bool:
        """Whether the table has to wait for this guest."""
        return any(due.kind in BLOCKING for due in self._queue)

    def add(self, kind: str, body: tuple[str, ...], now: float) -> None:
        """One more; it leaves at once if nothing else is under way."""
        self._queue.append(Due(kind, body))
        if len(self._queue) == 1:
            self._next(now)

    def acknowledged(self, kind: str, now: float) -> bool:
        """The guest has it; a surplus OK means nothing."""
        if not self._queue or self.kind != kind:
            return False
        self._queue.popleft()
        self._next(now)
        return True

    def asked_again(self, kind: str, now: float) -> None:
        """The guest wants what is under way once more."""
        if self._queue and self.kind == kind:
            self._try(now)

    def tick(self, now: float, patience: float) -> None:
        """Send again what was not answered in time."""
        if self._queue and self.unanswered_for(now) >= patience:
            self._try(now)

    def unanswered_for(self, now: float) -> float:
        """How long ago what is under way was sent the last time."""
        return now - self._sent if self._queue else 0.0

    def silent_for(self, now: float) -> float:
        """How long what is under way has been waiting."""
        return now - self._first if self._queue else 0.0

    def say_all(self) -> None:
        """The server ends: what still waits is said at once, acknowledged or not."""
        waiting = list(self._queue)[1:]
        self._queue.clear()
        for due in waiting:
            self._send(*due)

    def clear(self) -> None:
        """Nothing is waited for any more."""
        self._queue.clear()

    def _next(self, now: float) -> None:
        self.tries, self._first = 0, now
        if self._queue:
            self._try(now)

    def _try(self, now: float) -> None:
        self.tries += 1
        self._sent = now
        self._send(*self._queue[0])
