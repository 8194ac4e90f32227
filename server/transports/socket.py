"""The socket transport: msgpack frames over TCP, optionally with TLS."""

import asyncio
from ssl import SSLContext

from messages import Error, ErrorCode
from messages.framing import FrameDecoder
from messages.framing_mistakes import incomplete_text
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.base import Transport
from server.transports.connection import Flusher
from server.transports.peer_connection import PeerConnection
from server.transports.wire import SOCKET_WIRE


class SocketConnection(PeerConnection):
    """One connection: each frame is one msgpack map."""

    __slots__ = ("_frames",)

    wire = SOCKET_WIRE
    transport_name = "socket"

    def __init__(self, transport: "SocketTransport") -> None:
        self._frames = FrameDecoder(transport.limits.frame_bytes)
        super().__init__(transport, transport.hub, self._frames)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register as in the base class, then connect to the hub, which greets the client."""
        super().connection_made(transport)
        self.connect()

    def on_late(self) -> None:
        """End the connection; if a frame is incomplete, the last message says what was read.

        A client that does not read is not told.
        """
        rest = self._frames.rest
        if not rest or self.closing or self.ignores_input or self._is_congested:
            super().on_late()
            return
        text = incomplete_text(rest, self.transport.limits.message_seconds)
        self.queue(self.wire.encode(Error(ErrorCode.TOOSLOW, text)))
        self.close()


class SocketTransport(Transport[SocketConnection]):
    """The listening side."""

    def __init__(
        self,
        hub: Hub,
        limits: Limits,
        host: str,
        tls: SSLContext | None = None,
        flusher: Flusher | None = None,
    ) -> None:
        super().__init__(limits, host, tls, flusher)
        self.hub = hub

    def create_protocol(self) -> SocketConnection:
        """Create the protocol object of a connection that asyncio has accepted."""
        return SocketConnection(self)
