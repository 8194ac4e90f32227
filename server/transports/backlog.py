"""Backlog: connections with received messages that wait for their turn.

A connection handles one message when it arrives. Further messages that arrived with it are handled
in turn with those of other connections, for a short time in each iteration of the event loop. So no
client delays the others by sending many messages at once.
"""

from collections import deque
from collections.abc import Callable
from typing import Protocol

SLICE_SECONDS = 0.002
"""Time per loop iteration for messages that wait; other clients are delayed by about as much."""


class Waiting(Protocol):
    """A connection with messages that wait for their turn."""

    def handle_next(self) -> bool:
        """Handle one message; return whether another one may be handled in the next turn."""

    def abort(self) -> None:
        """Close the connection immediately."""


class Backlog:
    """Gives waiting connections their turns, one message each."""

    def __init__(
        self, call_soon: Callable[[Callable[[], None]], object], now: Callable[[], float]
    ) -> None:
        self._call_soon = call_soon
        self._now = now
        self._waiting: deque[Waiting] = deque()
        self._is_scheduled = False

    def add(self, connection: Waiting) -> None:
        """Add a connection, which must not be waiting already, behind all others.

        Turns are given from the next loop iteration on.
        """
        self._waiting.append(connection)
        self._schedule()

    def _schedule(self) -> None:
        """Call ``_run`` in the next loop iteration, unless that is already scheduled."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._call_soon(self._run)

    def _run(self) -> None:
        """Give turns until none is waiting or SLICE_SECONDS have passed.

        The rest continues in the next loop iteration, also after an exception.
        """
        end = self._now() + SLICE_SECONDS
        try:
            while self._waiting:
                self._give_turn(self._waiting.popleft())
                if self._now() >= end:
                    break
        finally:
            self._is_scheduled = False
            if self._waiting:
                self._schedule()

    def _give_turn(self, connection: Waiting) -> None:
        """Handle one message of the connection, then put it behind all others if it has more.

        An exception aborts the connection, as an exception in ``data_received`` does.
        """
        try:
            if connection.handle_next():
                self._waiting.append(connection)
        except Exception:
            connection.abort()
            raise
