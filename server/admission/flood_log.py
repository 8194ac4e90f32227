"""FloodLog: logs disconnected flooders, at most once per second so that the log stays short."""

from typing import Any

LOG_SECONDS = 1.0
"""Minimum time between two log events."""
BAN = "if this continues, find the clients with tavolata admin connections and ban their network"


class FloodLog:
    """Logs ``flooders_disconnected`` at most once in LOG_SECONDS."""

    def __init__(self, log: Any) -> None:
        self._log = log
        self._unlogged = 0
        self._next_at = 0.0

    def record(self, address: str, nickname: str, now: float) -> None:
        """Count a disconnected client; log the number since the last event, if one is due.

        The event names the last client only. Clients that are not logged count for the next event.
        """
        self._unlogged += 1
        if now < self._next_at:
            return
        self._log.warning(
            "flooders_disconnected",
            last_address=address,
            last_nickname=nickname,
            disconnected_since_last_event=self._unlogged,
            remedy=BAN,
        )
        self._unlogged = 0
        self._next_at = now + LOG_SECONDS
