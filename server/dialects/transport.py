"""Transport of all dialects: connections of legacy clients, and the listening side.

A connection passes the bytes it reads to its peer and sends the bytes that the peer writes. It is
aborted if more than ``queue_bytes`` are unsent, or if a message is incomplete after
``message_seconds``. Legacy protocols have no rate-limit error, so a client that exceeds its rate
is read more slowly instead.
"""

import asyncio
from functools import partial
from typing import Any, Generic

from server.admission.token_bucket import TokenBucket
from server.delivery.hub import Hub
from server.dialects.base import Dialect, LegacyPeer, SharedT
from server.limits import Limits
from server.transports.base import Connection, Transport

UNIT_BYTES = 16
"""Bytes that cost one unit of the token bucket: about one line of a dialect."""
RETRY_SECONDS = 0.25
"""Interval at which the held-back input of a rate-limited client is retried."""


class LegacyConnection(Connection):
    """One connection of a legacy client, with its peer."""

    transport: "LegacyTransport[Any]"

    def __init__(self, transport: "LegacyTransport[Any]") -> None:
        super().__init__(transport)
        self._queued_bytes = 0
        """Bytes queued in this turn of the event loop."""
        self._peer_paused = False
        """True if the peer has asked to stop reading."""
        self._is_paused = False
        """True if reading is stopped now."""
        self._bucket: TokenBucket | None = None
        """Limits the rate of input; None if the client is exempt."""
        self._unprocessed = b""
        """Input held back by the rate limit."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register as in the base class; create the token bucket and connect a new peer."""
        super().connection_made(transport)
        self._bucket = self.transport.maybe_bucket(self.address)
        self._peer = self.transport.connect(self)

    def data_received(self, data: bytes) -> None:
        """Process input; hold back what exceeds the rate limit, unless the client is exempt."""
        if self._bucket is None:
            self._feed(data)
        else:
            self._unprocessed += data
            self._feed_within_rate(self._bucket)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection as in the base class, and tell the peer."""
        super().connection_lost(exc)
        self._peer.connection_lost()

    def _feed_within_rate(self, bucket: TokenBucket) -> None:
        """Process as much held-back input as the bucket allows; retry later while some is left.

        Nothing is processed while the peer has paused reading. Reading stops while input is held
        back.
        """
        if not self._peer_paused:
            size = int(bucket.level_at(self.transport.now()) * UNIT_BYTES)
            data, self._unprocessed = self._unprocessed[:size], self._unprocessed[size:]
            bucket.level -= len(data) / UNIT_BYTES
            self._feed(data)
        if self._unprocessed and not self.closing:
            self.transport.call_later(RETRY_SECONDS, partial(self._feed_within_rate, bucket))
        self._update_paused()

    def _feed(self, data: bytes) -> None:
        """Pass bytes to the peer and update the deadline of an incomplete message.

        Does nothing without bytes or if the connection is closing.
        """
        if self.closing or not data:
            return
        completed = self._peer.feed(data)
        self.update_deadline(completed=completed, pending=self._peer.has_partial_message)

    def write(self, data: bytes) -> None:
        """Queue bytes; abort if more than ``queue_bytes`` are queued in one turn of the loop."""
        self.queue(data)
        self._queued_bytes += len(data)
        if self._queued_bytes > self._limit and not self.closing:
            self.abort()

    def flush(self) -> None:
        """Send all queued bytes and count from 0 again."""
        self._queued_bytes = 0
        super().flush()

    def pause_reading(self, paused: bool) -> None:
        """Stop reading if ``paused`` is True; otherwise resume, unless input is held back."""
        self._peer_paused = paused
        self._update_paused()

    def _update_paused(self) -> None:
        """Stop reading while the peer asks for it or input is held back; otherwise resume.

        Does nothing if reading is already in that state or the stream is closing.
        """
        paused = self._peer_paused or bool(self._unprocessed)
        if paused is not self._is_paused and not self._stream.is_closing():
            self._is_paused = paused
            (self._stream.pause_reading if paused else self._stream.resume_reading)()

    def is_late(self, now: float) -> bool:
        """Return whether a message is overdue; always False while reading is paused."""
        return not self._is_paused and super().is_late(now)


class LegacyTransport(Transport[LegacyConnection], Generic[SharedT]):
    """Listens for clients of one dialect; ``settings`` defaults to those of the dialect."""

    def __init__(
        self, dialect: Dialect, hub: Hub, limits: Limits, host: str, settings: Any = None
    ) -> None:
        super().__init__(limits, host)
        if settings is None:
            settings = dialect.settings()
        self.hub = hub
        self._dialect = dialect
        self.shared: SharedT = dialect.shared(  # type: ignore[assignment]
            dialect, hub, limits, settings, lambda: self.now()
        )

    def create_protocol(self) -> LegacyConnection:
        """Return the protocol object for a new connection."""
        return LegacyConnection(self)

    def connect(self, wire: LegacyConnection) -> LegacyPeer[Any, Any]:
        """Create the peer of a new connection, connect it to the hub and return it."""
        peer = self._dialect.peer(self.shared, wire)
        peer.connect()
        return peer

    def maybe_bucket(self, address: str) -> TokenBucket | None:
        """Return a new token bucket for a client; None if its address is exempt."""
        limiter = self.hub.handler.limiter
        return None if limiter.is_exempt(address) else limiter.new_bucket(self.now())

    def sweep(self, now: float) -> None:
        """Abort late connections and run the dialect's timers; called several times per second."""
        super().sweep(now)
        self.shared.tick(now)
