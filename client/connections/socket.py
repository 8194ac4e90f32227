"""The socket connection: msgpack frames over TCP."""

import asyncio
import ssl
from typing import cast

from client.connections import text
from client.connections.base import BufferedConnection, CannotConnect, UntrustedServer
from client.connections.tls import Identity, format_address
from messages.base import ClientMessage
from messages.codec import decode_server, encode
from messages.errors import ProtocolError
from messages.framing import MAX_ACCEPTED_FRAME, FrameDecoder, frame
from messages.play import Heartbeat

HEARTBEAT_SECONDS = 5.0
"""Time between two heartbeats."""
MAX_MISSED_HEARTBEATS = 3
"""Heartbeats sent without any data from the server before the connection counts as lost."""
CONNECT_SECONDS = 10.0
CLOSE_SECONDS = 1.0
"""Time to flush the send buffer and, with TLS, for the closing handshake; then abort."""

_HEARTBEAT_FRAME = frame(encode(Heartbeat()))


async def connect_socket(
    host: str, port: int, identity: Identity | None = None
) -> "SocketConnection":
    """Open a connection, with TLS if there is an ``identity``, which the server must have.

    Raises CannotConnect with the reason, also after CONNECT_SECONDS, and UntrustedServer.
    """
    loop, address = asyncio.get_running_loop(), format_address(host, port)
    tls = identity.context if identity else None
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            transport, connection = await loop.create_connection(
                SocketConnection, host, port, ssl=tls
            )
    except ssl.SSLCertVerificationError as error:
        raise UntrustedServer(text.cannot_connect_text(address, error)) from None
    except (OSError, UnicodeError) as error:  # a time-out is an OSError
        raise CannotConnect(text.cannot_connect_text(address, error)) from None
    if identity is not None:
        try:
            identity.check(address, transport.get_extra_info("ssl_object").getpeercert(True))
        except UntrustedServer:  # nothing was sent yet
            transport.abort()
            raise
    return connection


class SocketConnection(BufferedConnection, asyncio.Protocol):
    """A connection over TCP, created by ``connect_socket``."""

    def __init__(self) -> None:
        super().__init__()
        self._frames = FrameDecoder(MAX_ACCEPTED_FRAME)
        self._missed_heartbeats = 0
        self._has_received = False

    async def send(self, message: ClientMessage) -> None:
        """Queue a message without waiting until it is sent. Raises ConnectionLost."""
        self._check_open()
        self._transport.write(frame(encode(message)))

    async def close(self) -> None:
        """Send queued messages and close; abort after CLOSE_SECONDS.

        Messages already received stay in the inbox.
        """
        self._end(text.CLOSED_HERE)
        self._transport.close()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._lost.wait()
        except TimeoutError:
            self._transport.abort()

    # --- asyncio.Protocol ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport and start the heartbeats."""
        self._transport = cast(asyncio.Transport, transport)
        self._lost = asyncio.Event()
        self._schedule_heartbeat()

    def data_received(self, data: bytes) -> None:
        """Add the messages to the inbox, reset the missed heartbeats and wake the receiver.

        If the server violates the protocol, end and abort the connection.
        """
        self._missed_heartbeats = 0
        self._has_received = True
        try:
            for payload in self._frames.feed(data):
                self._receive_payload(payload)
        except ProtocolError:
            self._end(text.WRONG_PROTOCOL)
            self._transport.abort()
        self._wake_receiver()

    def connection_lost(self, error: Exception | None) -> None:
        """Mark the connection as ended by the server, unless it has ended for another reason.

        The text mentions TLS if nothing was received: a server with TLS waits for the client.
        """
        self._lost.set()
        received = self._has_received
        self._end(text.CLOSED_BY_SERVER if received else text.CLOSED_WITHOUT_GREETING)

    def _receive_payload(self, payload: bytes) -> None:
        """Add a message to the inbox; drop heartbeats and messages of unknown type.

        Raises ProtocolError if it is malformed.
        """
        message = decode_server(payload)
        if message is not None and not isinstance(message, Heartbeat):
            self._inbox.append(message)

    def _schedule_heartbeat(self) -> None:
        """Call ``_send_heartbeat`` after HEARTBEAT_SECONDS."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(HEARTBEAT_SECONDS, self._send_heartbeat)

    def _send_heartbeat(self) -> None:
        """Send a heartbeat and schedule the next one.

        After MAX_MISSED_HEARTBEATS without data from the server, end and abort the connection
        instead.
        """
        self._missed_heartbeats += 1
        if self._missed_heartbeats > MAX_MISSED_HEARTBEATS:
            self._end(text.NOT_ANSWERING)
            self._transport.abort()
        else:
            self._transport.write(_HEARTBEAT_FRAME)
            self._schedule_heartbeat()

    def _end(self, reason: str) -> None:
        """End the connection as in the base class, and stop its heartbeat timer."""
        super()._end(reason)
        self._timer.cancel()
