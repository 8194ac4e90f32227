"""The transport of all dialects: one connection of a legacy client, and the listening side.

Bytes go to the peer of the connection, which writes bytes. A client that does not read is aborted
when ``queue_bytes`` wait; one that begins a message and does not complete it, after
``message_seconds``. Legacy protocols cannot say "too fast": input of a client that sends too much
is processed more slowly.
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
"""Bytes that cost as much as a command: about one line of a dialect."""
RETRY_SECONDS = 0.25
"""How often more input of a client that sends too much is processed."""


class LegacyConnection(Connection):
    """One connection. A client that does not read is aborted without a message."""

    transport: "LegacyTransport[Any]"

    def __init__(self, transport: "LegacyTransport[Any]") -> None:
        super().__init__(transport)
        self._size = 0
        """Bytes queued in this turn of the loop."""
        self._peer_pauses = False
        self._paused = False
        self._bucket: TokenBucket | None = None
        """What the client may still send; None: as much as it likes."""
        self._unprocessed = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._bucket = self.transport.maybe_bucket(self.address)
        self._peer = self.transport.connect(self)

    def data_received(self, data: bytes) -> None:
        if self._bucket is None:
            self._feed(data)
        else:
            self._unprocessed += data
            self._feed_within_rate(self._bucket)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._peer.lost()

    def _feed_within_rate(self, bucket: TokenBucket) -> None:
        """Process what the client may send now; nothing more is read before the rest."""
        if not self._peer_pauses:
            size = int(bucket.level_at(self.transport.now()) * UNIT_BYTES)
            data, self._unprocessed = self._unprocessed[:size], self._unprocessed[size:]
            bucket.level -= len(data) / UNIT_BYTES
            self._feed(data)
        if self._unprocessed and not self.closing:
            self.transport.call_later(RETRY_SECONDS, partial(self._feed_within_rate, bucket))
        self._pause()

    def _feed(self, data: bytes) -> None:
        if self.closing or not data:
            return
        completed = self._peer.feed(data)
        self.update_deadline(completed=completed, pending=self._peer.pending)

    def write(self, data: bytes) -> None:
        """Queue bytes; more than ``queue_bytes`` in one turn of the loop end the connection."""
        self.queue(data)
        self._size += len(data)
        if self._size > self._limit and not self.closing:
            self.abort()

    def flush(self) -> None:
        """Send everything that is queued."""
        self._size = 0
        super().flush()

    def pause_reading(self, on: bool) -> None:
        """Read nothing more, or go on."""
        self._peer_pauses = on
        self._pause()

    def _pause(self) -> None:
        on = self._peer_pauses or bool(self._unprocessed)
        if on is not self._paused and not self._stream.is_closing():
            self._paused = on
            (self._stream.pause_reading if on else self._stream.resume_reading)()

    def is_late(self, now: float) -> bool:
        """Whether a message is late; never while nothing is read."""
        return not self._paused and super().is_late(now)


class LegacyTransport(Transport[LegacyConnection], Generic[SharedT]):
    """The listening side of a dialect; ``settings`` replace the defaults."""

    def __init__(
        self, dialect: Dialect, hub: Hub, limits: Limits, host: str, settings: Any = None
    ) -> None:
        super().__init__(limits, host)
        if settings is None and dialect.settings is not None:
            settings = dialect.settings()
        self.hub = hub
        self._dialect = dialect
        self.shared: SharedT = dialect.shared(  # type: ignore[assignment]
            dialect, hub, limits, settings, lambda: self.now()
        )

    def accept(self) -> LegacyConnection:
        """Return the protocol object of a new connection."""
        return LegacyConnection(self)

    def connect(self, wire: LegacyConnection) -> LegacyPeer[Any, Any]:
        """Return the peer of a client that has connected."""
        peer = self._dialect.peer(self.shared, wire)
        peer.connect()
        return peer

    def maybe_bucket(self, address: str) -> TokenBucket | None:
        """What a client at this address may send; None: as much as it likes."""
        limiter = self.hub.handler.limiter
        return None if limiter.is_exempt(address) else limiter.new_bucket(self.now())

    def sweep(self, now: float) -> None:
        """Abort late connections and do what is due. Called a few times per second."""
        super().sweep(now)
        self.shared.tick(now)
