"""The socket route: msgpack frames over TCP.

Dull on purpose: cut frames, decode, call the hub; collect what is put, write it together.
"""

import asyncio
from math import inf
from ssl import SSLContext
from typing import cast

from messages import Error, ErrorCode, Message, ProtocolError
from messages.codec import decode_client, encode
from messages.framing import Frames, frame
from server.delivery.hub import Hub
from server.effects import Send
from server.limits import Limits
from server.transports.buffers import bound_unsent
from server.transports.cutting import cut_late
from server.transports.deadline import Deadline

BYE_SECONDS = 2.0
"""How long a connection that was ended may take to read its last bytes."""

_TOO_SLOW = frame(
    encode(
        Error(
            ErrorCode.TOOSLOW,
            "You read too slowly and missed messages; Reconnect with your token for a fresh view.",
        )
    )
)


class SocketPeer(asyncio.Protocol):
    """One connection."""

    __slots__ = (
        *("_closing", "_deadline", "_deaf", "_frames", "_hub"),
        *("_limit", "_out", "_peer", "_route", "_transport"),
    )

    def __init__(self, route: "SocketRoute") -> None:
        self._route = route
        self._hub = route.hub
        self._limit = route.limits.queue_bytes
        self._frames = Frames(route.limits.frame_bytes)
        self._out: list[bytes] | None = None
        self._closing = False
        self._deaf = False
        """Nothing more is heard, although the last words may not be said yet."""
        self._deadline = Deadline(route.limits, route.now())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=self._limit)
        self._route.open.add(self)
        address = transport.get_extra_info("peername")
        self._peer = self._hub.connect(self, str(address[0]) if address else "")

    def data_received(self, data: bytes) -> None:
        if self._closing or self._deaf:
            return
        whole = False
        try:
            for payload in self._frames.cut(data):
                whole = True
                if not self._receive(payload):
                    self._stop_listening()
                if self._deaf or self._closing:
                    return
        except ProtocolError as error:
            if not self._hub.malformed(self._peer, error):
                self._stop_listening()
            return
        pending = self._frames.pending > 0
        if pending or self._deadline.due != inf:
            self._deadline.heard(self._route.now(), whole=whole, pending=pending)

    def _receive(self, payload: bytes) -> bool:
        """Whether more is heard from this guest."""
        try:
            message = decode_client(payload)
        except ProtocolError as error:
            return self._hub.malformed(self._peer, error)
        return self._hub.receive(self._peer, message)

    def _stop_listening(self) -> None:
        """The last words may wait for the journal, but not for ever."""
        self._deaf = True
        self._deadline.due = self._route.now() + self._route.limits.message_seconds

    def connection_lost(self, exc: Exception | None) -> None:
        self._closing = True
        self._route.open.discard(self)
        self._hub.disconnect(self._peer)

    def answer(self, message: Message) -> None:
        """Write this message at the end of the loop iteration."""
        self._write(frame(encode(message)))

    def push(self, send: Send) -> None:
        """Write these messages at the end of the loop iteration; they are encoded only once."""
        if not send.cache:
            send.cache = b"".join([frame(encode(message)) for message in send.messages])
        self._write(send.cache)

    def _write(self, data: bytes) -> None:
        if self._closing:
            return
        if self._out is None:
            self._out = []
            self._route.flush_soon(self)
        self._out.append(data)

    def close(self) -> None:
        """Write what was queued, then end; a reader that does not read is not waited for."""
        if self._closing:
            return
        self.flush()
        self._end()

    def is_late(self, now: float) -> bool:
        """Whether a message should be whole by now and is not."""
        return now > self._deadline.due

    def abort(self) -> None:
        """End at once."""
        self._transport.abort()

    def flush(self) -> None:
        """Write everything that was queued in this loop iteration."""
        out, self._out = self._out, None
        if self._transport.is_closing():
            return
        if out is not None:
            self._transport.write(b"".join(out))
        if self._transport.get_write_buffer_size() > self._limit:
            self._transport.write(_TOO_SLOW)
            self._end()

    def _end(self) -> None:
        self._closing = True
        self._transport.close()
        self._route.later(BYE_SECONDS, self._transport.abort)


class SocketRoute:
    """The listening side."""

    def __init__(self, hub: Hub, limits: Limits, host: str, tls: SSLContext | None = None) -> None:
        self.hub = hub
        self.limits = limits
        self.open: set[SocketPeer] = set()
        self._host = host
        self._tls = tls
        self._full: list[SocketPeer] = []

    async def start(self, port: int) -> str:
        """Listen; the answer is HOST:PORT with the real port."""
        loop = asyncio.get_running_loop()
        self.now, self.soon, self.later = loop.time, loop.call_soon, loop.call_later
        self._server = await loop.create_server(
            lambda: SocketPeer(self),
            self._host,
            port,
            backlog=1024,
            ssl=self._tls,
            ssl_handshake_timeout=self.limits.message_seconds if self._tls else None,
        )
        bound_unsent(self._server, self.limits)
        return f"{self._host}:{self._server.sockets[0].getsockname()[1]}"

    def flush_soon(self, peer: SocketPeer) -> None:
        """This peer has something to write at the end of the tick."""
        if not self._full:
            self.soon(self.flush)
        self._full.append(peer)

    def flush(self) -> None:
        """Write what was queued for all peers."""
        full, self._full = self._full, []
        for peer in full:
            peer.flush()

    def sweep(self, now: float) -> None:
        """Cut off those who say nothing, or do not finish a message. About once a second."""
        cut_late(self.open, now, self.soon)

    async def stop(self) -> None:
        """Stop listening and end every connection."""
        self._server.close()
        for peer in list(self.open):
            peer.close()
        await self._server.wait_closed()
