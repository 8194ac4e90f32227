"""Rummy's dialect: the queue of messages that a client must acknowledge (Rummy 10.6).

Each client has its own queue, so a silent client does not delay messages to others. Only the head
of the queue is sent; it is sent again if the client requests it or does not acknowledge it in time.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

BLOCKING = ("BEGIN", "MOVE")
"""Types of messages that must be acknowledged before the next TURN is handled."""


class PendingAck(NamedTuple):
    """A message that is not acknowledged yet."""

    kind: str
    body: tuple[str, ...]


class AckQueue:
    """Messages that one client has not acknowledged; only the first one, the head, was sent."""

    def __init__(self, send: Callable[[str, tuple[str, ...]], None]) -> None:
        self._send = send
        self._queue: deque[PendingAck] = deque()
        self._sent_at = 0.0
        self._first_sent_at = 0.0
        self.send_count = 0
        """Number of times the head was sent."""

    @property
    def kind(self) -> str:
        """Return the type of the head; empty if the queue is empty."""
        return self._queue[0].kind if self._queue else ""

    @property
    def blocks_turns(self) -> bool:
        """Return whether the queue has a BEGIN or MOVE, for which turns in the room must wait."""
        return any(pending.kind in BLOCKING for pending in self._queue)

    def add(self, kind: str, body: tuple[str, ...], now: float) -> None:
        """Append a message; send it at once if the queue was empty."""
        self._queue.append(PendingAck(kind, body))
        if len(self._queue) == 1:
            self._start_head(now)

    def acknowledge(self, kind: str, now: float) -> bool:
        """Remove the head if it has the type ``kind``, and send the next message.

        Returns whether the head was removed; another type is ignored.
        """
        if not self._queue or self.kind != kind:
            return False
        self._queue.popleft()
        self._start_head(now)
        return True

    def resend(self, kind: str, now: float) -> None:
        """Send the head again if it has the type ``kind``; otherwise do nothing."""
        if self._queue and self.kind == kind:
            self._send_head(now)

    def tick(self, now: float, timeout: float) -> None:
        """Send the head again if ``timeout`` seconds have passed since it was last sent."""
        if self._queue and self.seconds_since_send(now) >= timeout:
            self._send_head(now)

    def seconds_since_send(self, now: float) -> float:
        """Return the time since the head was last sent; 0 if the queue is empty."""
        return now - self._sent_at if self._queue else 0.0

    def seconds_since_first_send(self, now: float) -> float:
        """Return the time since the head was first sent; 0 if the queue is empty."""
        return now - self._first_sent_at if self._queue else 0.0

    def send_all(self) -> None:
        """Empty the queue, sending at once all messages but the head, which was already sent.

        Called when the connection ends.
        """
        unsent = list(self._queue)[1:]
        self._queue.clear()
        for pending in unsent:
            self._send(*pending)

    def clear(self) -> None:
        """Discard all messages without sending them."""
        self._queue.clear()

    def _start_head(self, now: float) -> None:
        """Reset the count and the time of the first send; send the new head, if there is one."""
        self.send_count, self._first_sent_at = 0, now
        if self._queue:
            self._send_head(now)

    def _send_head(self, now: float) -> None:
        """Send the head, count it and record the time."""
        self.send_count += 1
        self._sent_at = now
        self._send(*self._queue[0])
