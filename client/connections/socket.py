"""The socket connection: msgpack frames over TCP."""

import asyncio
import ssl
from typing import cast

from client.connections import text
from client.connections.base import BufferedConnection, CannotConnect
from messages.base import ClientMessage
from messages.codec import decode_server, encode
from messages.errors import ProtocolError
from messages.framing import MAX_SERVER_FRAME, Frames, frame
from messages.play import Heartbeat

HEARTBEAT_SECONDS = 5.0
MAX_MISSED_HEARTBEATS = 3
"""Heartbeats without anything from the server before the connection counts as lost."""
CONNECT_SECONDS = 10.0
CLOSE_SECONDS = 1.0
"""Time for what is still to be sent, and with TLS for the closing handshake."""

_HEARTBEAT = frame(encode(Heartbeat()))


async def connect_socket(
    host: str, port: int, tls: ssl.SSLContext | None = None
) -> "SocketConnection":
    """Open the connection; with ``tls`` the certificate of the server must be valid.

    Raises CannotConnect with the reason.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            _, connection = await loop.create_connection(SocketConnection, host, port, ssl=tls)
    except (OSError, UnicodeError) as error:  # a time-out is an OSError
        raise CannotConnect(text.cannot_connect(f"{host}:{port}", error)) from None
    return connection


class SocketConnection(BufferedConnection, asyncio.Protocol):
    """Made by ``connect_socket``."""

    def __init__(self) -> None:
        super().__init__()
        self._frames = Frames(MAX_SERVER_FRAME)
        self._misses = 0

    async def send(self, message: ClientMessage) -> None:
        self._check_open()
        self._transport.write(frame(encode(message)))

    async def close(self) -> None:
        """See Connection. What was sent before still goes out."""
        self._end(text.CLOSED_HERE)
        self._transport.close()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._gone.wait()
        except TimeoutError:
            self._transport.abort()

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._gone = asyncio.Event()
        self._schedule()

    def data_received(self, data: bytes) -> None:
        self._misses = 0
        try:
            for payload in self._frames.feed(data):
                self._take(payload)
        except ProtocolError:
            self._end(text.WRONG_PROTOCOL)
            self._transport.abort()
        self._wake()

    def connection_lost(self, error: Exception | None) -> None:
        self._gone.set()
        self._end(text.CLOSED_BY_SERVER)

    def _take(self, payload: bytes) -> None:
        message = decode_server(payload)
        if message is not None and not isinstance(message, Heartbeat):
            self._inbox.append(message)

    def _schedule(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(HEARTBEAT_SECONDS, self._beat)

    def _beat(self) -> None:
        self._misses += 1
        if self._misses > MAX_MISSED_HEARTBEATS:
            self._end(text.NOT_ANSWERING)
            self._transport.abort()
        else:
            self._transport.write(_HEARTBEAT)
            self._schedule()

    def _end(self, reason: str) -> None:
        super()._end(reason)
        self._timer.cancel()
