"""WebSocketConnection: one peer of the hub with JSON in text frames, after the opening handshake.

A ping is answered with a pong; it is no message for the hub. The server sends a close frame before
it closes a connection, and answers one with the same. It does not wait for the answer of the
client, because the last message has been sent before.
"""

import asyncio
from typing import TYPE_CHECKING

from server.admission.token_bucket import Rate, TokenBucket
from server.transports.peer_connection import PeerConnection
from server.transports.web.frames import (
    CLOSE,
    PING,
    PONG,
    CloseCode,
    FrameError,
    FrameParser,
    close_frame,
    control_frame,
)
from server.transports.web.wire import WEB_WIRE

if TYPE_CHECKING:
    from server.transports.web.transport import WebTransport


class WebSocketConnection(PeerConnection):
    """One connection: each text frame, or a sequence of fragments, is one JSON object."""

    __slots__ = ("_close_code", "_control_bucket", "_frames")

    transport: "WebTransport"
    wire = WEB_WIRE
    transport_name = "web"

    def __init__(self, transport: "WebTransport") -> None:
        self._frames = FrameParser(transport.limits.frame_bytes, self._on_control)
        super().__init__(transport, transport.hub, self._frames)
        self._close_code = CloseCode.NORMAL
        self._control_bucket: TokenBucket | None = None
        """Limits the control frames of the client; created with the first one."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the stream of a handshake that was accepted, and connect to the hub."""
        super().connection_made(transport)
        self._stream.set_protocol(self)
        self.connect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the transport and the hub."""
        super().connection_lost(exc)
        self._frames.detach()

    def _on_control(self, opcode: int, payload: bytes) -> None:
        """Answer a ping or a close frame, ignore a pong. Raises FrameError if there are too many.

        A control frame completes what was incomplete, unless it came between fragments.
        """
        if opcode == CLOSE:
            self.close()
            return
        if not self._try_spend_control():
            raise FrameError(CloseCode.POLICY_VIOLATION, "You send too many ping or pong frames.")
        if opcode == PING:
            self.queue(control_frame(PONG, payload))
        if self._has_partial_message and not self._frames.is_in_message:
            self.update_deadline(completed=True, pending=False)

    def _try_spend_control(self) -> bool:
        """Count one control frame of the client; return whether it is within the rate limit."""
        limits, now = self.transport.limits, self.transport.now()
        if self._control_bucket is None:
            rate = Rate(limits.commands_per_second, limits.commands_burst)
            self._control_bucket = TokenBucket.full(rate, now)
        return self._control_bucket.try_spend(1.0, now)

    def on_input_error(self, error: Exception) -> None:
        """Report unreadable input to the hub, as in the base class; remember the close code."""
        if isinstance(error, FrameError):
            self._close_code = error.close_code
        super().on_input_error(error)

    def on_overflow(self) -> None:
        """Send TOOSLOW and close, as in the base class, with the code of a violated policy."""
        self._close_code = CloseCode.POLICY_VIOLATION
        super().on_overflow()

    def close(self) -> None:
        """Send queued bytes and a close frame, then close; a second call does nothing."""
        if not self.closing:
            self._unsent.append(close_frame(self._close_code))
        super().close()
