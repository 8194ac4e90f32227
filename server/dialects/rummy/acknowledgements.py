"""Rummy's dialect: messages that must be acknowledged, one after the other (Rummy 10.6).

Each client has its own queue, so nobody is delayed by another client's silence. One message is
sent at a time; it is sent again when the client asks for it or does not acknowledge it in time.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

BLOCKING = ("BEGIN", "MOVE")
"""While one of these is not acknowledged, no TURN is carried out."""


class PendingAck(NamedTuple):
    """A message to be acknowledged."""

    kind: str
    body: tuple[str, ...]


class AckQueue:
    """What one client has still to acknowledge; the first message has been sent."""

    def __init__(self, send: Callable[[str, tuple[str, ...]], None]) -> None:
        self._send = send
        self._queue: deque[PendingAck] = deque()
        self._sent_at = 0.0
        self._first_sent_at = 0.0
        self.send_count = 0
        """How often the first message was sent."""

    @property
    def kind(self) -> str:
        """The type of the first message; empty if there is none."""
        return self._queue[0].kind if self._queue else ""

    @property
    def blocks_turns(self) -> bool:
        """Whether the table has to wait for this client."""
        return any(pending.kind in BLOCKING for pending in self._queue)

    def add(self, kind: str, body: tuple[str, ...], now: float) -> None:
        """Add a message; it is sent at once if no other waits."""
        self._queue.append(PendingAck(kind, body))
        if len(self._queue) == 1:
            self._start_head(now)

    def acknowledge(self, kind: str, now: float) -> bool:
        """Remove the first message if it is of this type, and send the next; else do nothing."""
        if not self._queue or self.kind != kind:
            return False
        self._queue.popleft()
        self._start_head(now)
        return True

    def resend(self, kind: str, now: float) -> None:
        """Send the first message again if it is of this type."""
        if self._queue and self.kind == kind:
            self._send_head(now)

    def tick(self, now: float, timeout: float) -> None:
        """Send the first message again if it was not acknowledged in time."""
        if self._queue and self.seconds_since_send(now) >= timeout:
            self._send_head(now)

    def seconds_since_send(self, now: float) -> float:
        """Return how long ago the first message was sent the last time."""
        return now - self._sent_at if self._queue else 0.0

    def seconds_since_first_send(self, now: float) -> float:
        """Return how long ago the first message was sent for the first time."""
        return now - self._first_sent_at if self._queue else 0.0

    def send_all(self) -> None:
        """Send what still waits without acknowledgements; the connection ends."""
        waiting = list(self._queue)[1:]
        self._queue.clear()
        for pending in waiting:
            self._send(*pending)

    def clear(self) -> None:
        """Forget what waits."""
        self._queue.clear()

    def _start_head(self, now: float) -> None:
        self.send_count, self._first_sent_at = 0, now
        if self._queue:
            self._send_head(now)

    def _send_head(self, now: float) -> None:
        self.send_count += 1
        self._sent_at = now
        self._send(*self._queue[0])
