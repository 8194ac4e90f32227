"""Fast clients for load tests, on both transports; received payloads go to a callback.

A Pyro5 client has two connections, as the real client has: one for calls, and one for a pending
poll. Both run on the event loop, because threads would be slower than the server.
"""

import asyncio
from collections.abc import Callable
from itertools import count, takewhile
from ssl import SSLContext
from typing import Any, Protocol, cast

import msgspec
from msgspec import structs
from Pyro5 import protocol
from Pyro5.serializers import MsgpackSerializer

from messages.codec import encode
from messages.framing import MAX_SERVER_FRAME, FrameDecoder, frame
from messages.registry import AnyClientMessage
from server.transports.pyro.methods import CLOSE, OBJECT, OPEN, POLL, snake_case


class Envelope(msgspec.Struct):
    """The field of a message that determines how to decode it."""

    type: str


envelope_decoder = msgspec.msgpack.Decoder(Envelope)

POLL_SECONDS = 20.0
PYRO_HEADER = 40
SEQUENCES = 1 << 16

OnMessage = Callable[["RawClient", bytes], None]
OnLost = Callable[["RawClient", str], None]


class RawClient(Protocol):
    """A client on any transport."""

    name: str
    remote: bool

    async def open(self) -> None:
        """Connect."""

    def send(self, message: AnyClientMessage) -> None:
        """Send a message; its answer goes to the callback like any other message.

        Raises ConnectionError if the connection is lost.
        """

    def close(self) -> None:
        """Close the connection."""


class RawSocketClient(asyncio.Protocol):
    """A client of the socket transport; every message has an id."""

    remote = False

    def __init__(
        self,
        name: str,
        address: str,
        on_message: OnMessage,
        on_lost: OnLost,
        tls: SSLContext | None = None,
    ) -> None:
        self.name = name
        self._address, self._tls = address, tls
        self._on_message, self._on_lost = on_message, on_lost
        self._frames = FrameDecoder(MAX_SERVER_FRAME)
        self._numbers = count(1)

    async def open(self) -> None:
        """See RawClient."""
        host, _, port = self._address.rpartition(":")
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, host, int(port), ssl=self._tls)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        for payload in self._frames.feed(data):
            self._on_message(self, payload)

    def connection_lost(self, exc: Exception | None) -> None:
        self._on_lost(self, "a connection was lost")

    def send(self, message: AnyClientMessage) -> None:
        """See RawClient."""
        if self._transport.is_closing():
            raise ConnectionError("a connection was lost")
        self._transport.write(frame(encode(structs.replace(message, id=next(self._numbers)))))

    def close(self) -> None:
        """See RawClient."""
        self._transport.abort()


class RawPyroClient:
    """A client of the Pyro5 transport with a session key."""

    remote = True

    def __init__(
        self,
        name: str,
        address: str,
        on_message: OnMessage,
        on_lost: OnLost,
        tls: SSLContext | None = None,
    ) -> None:
        self.name = name
        self._address, self._tls = address.partition("@")[2], tls
        self._on_message, self._on_lost = on_message, on_lost
        self._calls = PyroCallConnection(self._on_answer, self._on_failure)
        self._polls = PyroCallConnection(self._on_poll, self._on_failure)
        self._key = ""

    async def open(self) -> None:
        """See RawClient. Raises ConnectionError if the server does not open a session."""
        host, _, port = self._address.rpartition(":")
        loop = asyncio.get_running_loop()
        self._opened = loop.create_future()
        for connection in (self._calls, self._polls):
            await loop.create_connection(
                connection.protocol_factory, host, int(port), ssl=self._tls
            )
        if not self._opened.done():  # otherwise a connection is lost already
            self._calls.call(OPEN)
        await self._opened

    def send(self, message: AnyClientMessage) -> None:
        """See RawClient."""
        fields = [getattr(message, name) for name in type(message).__match_args__]
        given = takewhile(lambda field: field is not msgspec.UNSET, fields)
        self._calls.call(snake_case(type(message).__name__), self._key, *given)

    def close(self) -> None:
        """See RawClient."""
        self._calls.call(CLOSE, self._key)
        self._calls.transport.close()
        self._polls.transport.abort()

    def abort(self) -> None:
        """Abort both connections without closing the session, which the server still keeps."""
        self._calls.transport.abort()
        self._polls.transport.abort()

    def _on_answer(self, payload: bytes) -> None:
        if self._key:
            self._on_message(self, payload)
            return
        self._key = msgspec.msgpack.decode(payload, type=str)
        self._opened.set_result(None)
        self._polls.call(POLL, self._key, 0, POLL_SECONDS)

    def _on_poll(self, payload: bytes) -> None:
        try:
            result = _poll_decoder.decode(payload)
        except msgspec.MsgspecError:
            self._on_failure(f"a poll was answered with {payload[:200]!r}")
            return
        self._polls.call(POLL, self._key, result.cursor, POLL_SECONDS)
        for message in result.messages:
            self._on_message(self, bytes(message))

    def _on_failure(self, reason: str) -> None:
        if not self._opened.done():
            self._opened.set_exception(ConnectionError(reason))
        self._on_lost(self, reason)


class PollResult(msgspec.Struct):
    """The result of a poll."""

    messages: list[msgspec.Raw]
    cursor: int


_poll_decoder = msgspec.msgpack.Decoder(PollResult)


def remote_message(kind: int, plain: object, number: int = 1) -> bytes:
    """Return an encoded Pyro5 message."""
    serializer = MsgpackSerializer.serializer_id
    return bytes(protocol.SendingMessage(kind, 0, number, serializer, encode(plain)).data)


def remote_call(method: str, *arguments: Any, number: int = 1) -> bytes:
    """Return an encoded call of a method of the server's object."""
    return remote_message(protocol.MSG_INVOKE, [OBJECT, method, arguments, {}], number)


HELLO = remote_message(protocol.MSG_CONNECT, {"handshake": "hello", "object": OBJECT})


class PyroCallConnection(asyncio.Protocol):
    """A connection for remote calls; answers arrive in the order of the calls."""

    transport: asyncio.Transport

    def __init__(
        self, on_answer: Callable[[bytes], None], on_failure: Callable[[str], None]
    ) -> None:
        self._on_answer, self._on_failure = on_answer, on_failure
        self._data = b""
        self._numbers = count(1)

    def protocol_factory(self) -> "PyroCallConnection":
        """Return this object; passed to ``create_connection``."""
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(HELLO)

    def connection_lost(self, exc: Exception | None) -> None:
        self._on_failure("a connection was lost")

    def call(self, method: str, *arguments: Any) -> None:
        """Call a method of the server's object.

        Raises ConnectionError if the connection is lost.
        """
        if self.transport.is_closing():
            raise ConnectionError("a connection was lost")
        number = next(self._numbers) % SEQUENCES
        self.transport.write(remote_call(method, *arguments, number=number))

    def data_received(self, data: bytes) -> None:
        self._data += data
        while (size := self._size()) and len(self._data) >= size:
            answer = protocol.ReceivingMessage(self._data[:PYRO_HEADER])
            payload = self._data[PYRO_HEADER + answer.annotations_size : size]
            self._data = self._data[size:]
            if answer.flags & protocol.FLAGS_EXCEPTION:
                self._on_failure(f"a call failed: {payload[:200]!r}")
            elif answer.type == protocol.MSG_RESULT:
                self._on_answer(payload)

    def _size(self) -> int:
        """Return the size of the next answer; 0 if its header is incomplete."""
        if len(self._data) < PYRO_HEADER:
            return 0
        answer = protocol.ReceivingMessage(self._data[:PYRO_HEADER])
        return PYRO_HEADER + int(answer.annotations_size) + int(answer.data_size)
