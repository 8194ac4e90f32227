"""The socket route: msgpack frames over TCP."""

import asyncio
import ssl
from collections import deque
from typing import cast

from client.connections import text
from client.connections.base import CannotConnect, ConnectionLost
from messages.base import ClientMessage, ServerMessage
from messages.codec import decode_server, encode
from messages.errors import ProtocolError
from messages.framing import MAX_SERVER_FRAME, Frames, frame
from messages.play import Heartbeat

HEARTBEAT_SECONDS = 5.0
MISSES = 3
"""Heartbeats without any sign of the server before it counts as lost."""
CONNECT_SECONDS = 10.0
CLOSE_SECONDS = 1.0
"""How long the last words may take; with TLS both sides say goodbye."""

_HEARTBEAT = frame(encode(Heartbeat()))


async def connect_socket(
    host: str, port: int, tls: ssl.SSLContext | None = None
) -> "SocketConnection":
    """Open the connection, with ``tls`` only to a server whose certificate holds.

    Raises CannotConnect with the reason.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            _, connection = await loop.create_connection(SocketConnection, host, port, ssl=tls)
    except (OSError, UnicodeError) as error:  # a time-out is an OSError
        raise CannotConnect(text.cannot_connect(f"{host}:{port}", error)) from None
    return connection


class SocketConnection(asyncio.Protocol):
    """Made by ``connect_socket``."""

    def __init__(self) -> None:
        self._frames = Frames(MAX_SERVER_FRAME)
        self._inbox: deque[ServerMessage] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._ended = ""
        self._misses = 0

    async def send(self, message: ClientMessage) -> None:
        """See Connection."""
        if self._ended:
            raise ConnectionLost(self._ended)
        self._transport.write(frame(encode(message)))

    async def receive(self) -> ServerMessage:
        """See Connection. Only one caller may wait at a time; being cancelled loses nothing."""
        while not self._inbox:
            if self._ended:
                raise ConnectionLost(self._ended)
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._inbox.popleft()

    async def close(self) -> None:
        """See Connection. What was sent before still goes out."""
        self._end(text.CLOSED)
        self._transport.close()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._gone.wait()
        except TimeoutError:
            self._transport.abort()

    # What the event loop calls.

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
            self._end(text.STRANGE)
            self._transport.abort()
        self._wake()

    def connection_lost(self, error: Exception | None) -> None:
        self._gone.set()
        self._end(text.HUNG_UP)

    def _take(self, payload: bytes) -> None:
        message = decode_server(payload)
        if message is not None and not isinstance(message, Heartbeat):
            self._inbox.append(message)

    def _schedule(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(HEARTBEAT_SECONDS, self._beat)

    def _beat(self) -> None:
        self._misses += 1
        if self._misses > MISSES:
            self._end(text.SILENT)
            self._transport.abort()
        else:
            self._transport.write(_HEARTBEAT)
            self._schedule()

    def _end(self, reason: str) -> None:
        self._ended = self._ended or reason
        self._timer.cancel()
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
