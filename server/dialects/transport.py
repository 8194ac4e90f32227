"""Transport of all dialects: connections of legacy clients, and the listening side.

A connection passes the bytes it reads to its peer, in small pieces, and sends the bytes that the
peer writes. It is aborted if more than ``queue_bytes`` are unsent, or if a message is incomplete
after ``message_seconds``. Legacy protocols have no rate-limit error, so a client that exceeds its
rate is read more slowly instead.
"""

import asyncio
from typing import Any, Generic

from server.admission.token_bucket import TokenBucket
from server.delivery.hub import Hub
from server.dialects.base import Dialect
from server.dialects.peer import LegacyPeer, SharedT
from server.limits import Limits
from server.transports.base import Transport
from server.transports.connection import Connection

UNIT_BYTES = 16
"""Bytes that cost one unit of the token bucket: about one line of a dialect."""
PIECE_BYTES = 1024
"""Bytes that are processed at once: one request of most dialects, or some hundred short ones."""
RETRY_SECONDS = 0.25
"""Interval at which the held-back input of a rate-limited client is retried."""


class LegacyConnection(Connection):
    """One connection of a legacy client, with its peer."""

    transport: "LegacyTransport[Any]"

    def __init__(self, transport: "LegacyTransport[Any]") -> None:
        super().__init__(transport)
        self._peer_paused = False
        """True if the peer has asked to stop reading."""
        self._is_waiting = False
        """True if the connection is in the backlog of its transport."""
        self._is_retry_scheduled = False
        self._bucket: TokenBucket | None = None
        """Limits the rate of input; None if the client is exempt."""
        self._unprocessed = b""
        """Input that waits for its turn, for the peer, or for the rate limit."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register as in the base class and connect a new peer.

        Also create the token bucket, except for an exempt address.
        """
        super().connection_made(transport)
        self._bucket = self.transport.maybe_bucket(self.address)
        self._peer = self.transport.connect(self)

    def data_received(self, data: bytes) -> None:
        """Process a first piece of the input; reading stops until the rest is processed.

        Nothing is processed while the peer has paused or the client does not read.
        """
        self._unprocessed += data
        self._process()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection as in the base class, and tell the peer."""
        super().connection_lost(exc)
        self._peer.connection_lost()

    def _process(self) -> None:
        """Process one piece of the input, unless the peer has paused or the client does not read.

        The rest waits for the next turn; above the rate limit it is retried later.
        """
        if self._unprocessed and not (self._peer_paused or self._is_congested or self.closing):
            size = self._spend(min(PIECE_BYTES, len(self._unprocessed)))
            data, self._unprocessed = self._unprocessed[:size], self._unprocessed[size:]
            self._feed(data)
            if self._unprocessed and size == PIECE_BYTES:
                self.request_turn()
            elif self._unprocessed and not self._is_retry_scheduled:
                self._is_retry_scheduled = True
                self.transport.call_later(RETRY_SECONDS, self._retry)
        self.update_reading()

    def _retry(self) -> None:
        """Process input that the rate limit has held back."""
        self._is_retry_scheduled = False
        self._process()

    def _spend(self, size: int) -> int:
        """Return how many of ``size`` bytes the rate limit allows now; take their units.

        It may be 0. Without a bucket the connection is exempt and all bytes are allowed.
        """
        if self._bucket is None:
            return size
        size = min(size, int(self._bucket.level_at(self.transport.now()) * UNIT_BYTES))
        self._bucket.level -= size / UNIT_BYTES
        return size

    def _feed(self, data: bytes) -> None:
        """Pass bytes to the peer and update the deadline of an incomplete message."""
        if data:
            completed = self._peer.feed(data)
            self.update_deadline(completed=completed, pending=self._peer.has_partial_message)

    def write(self, data: bytes) -> None:
        """Queue bytes; abort if more than ``queue_bytes`` are unsent."""
        self.queue(data)

    # Turns.

    @property
    def is_congested(self) -> bool:
        """True if the client does not read what was sent."""
        return self._is_congested

    @property
    def is_input_blocked(self) -> bool:
        """Whether the peer has paused, input waits, or the client does not read."""
        return self._peer_paused or bool(self._unprocessed) or self._is_congested

    def pause_reading(self, paused: bool) -> None:
        """Stop reading if ``paused`` is True; otherwise resume, unless input waits.

        Waiting input is processed first, in the next turn of this client.
        """
        self._peer_paused = paused
        if self._unprocessed and not paused:
            self.request_turn()
        self.update_reading()

    def request_turn(self) -> None:
        """Let the peer start a request in the next turn, unless that is already requested.

        While the client does not read, ``on_writable`` requests the turn later.
        """
        if not (self._is_waiting or self._is_congested):
            self._is_waiting = True
            self.transport.backlog.add(self)

    def handle_next(self) -> bool:
        """Let the peer start a request, then process a piece of the input; return False.

        Both request a new turn if more is left.
        """
        self._is_waiting = False
        self._peer.run_ready()
        self._process()
        return False

    def on_writable(self) -> None:
        """Request a turn, because the client has read what was sent."""
        self.request_turn()


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
        """Create the protocol object of a connection that asyncio has accepted."""
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
