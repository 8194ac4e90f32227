"""The socket transport: msgpack frames over TCP, optionally with TLS."""

import asyncio
from ssl import SSLContext

from messages.framing import FrameDecoder
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.base import Transport
from server.transports.connection import Flusher
from server.transports.peer_connection import PeerConnection
from server.transports.wire import SOCKET_WIRE


class SocketConnection(PeerConnection):
    """One connection: each frame is one msgpack map."""

    __slots__ = ()

    wire = SOCKET_WIRE

    def __init__(self, transport: "SocketTransport") -> None:
        super().__init__(transport, transport.hub, FrameDecoder(transport.limits.frame_bytes))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register as in the base class, then connect to the hub, which greets the client."""
        super().connection_made(transport)
        self.connect()


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
