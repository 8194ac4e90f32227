"""The socket transport: msgpack frames over TCP, optionally with TLS.

It decodes frames, passes messages to the hub and queues the encoded answers. Messages for several
clients are encoded once.
"""

import asyncio
from math import inf
from ssl import SSLContext

from messages import ChooseMatch, Error, ErrorCode, Message, ProtocolError
from messages.codec import decode_client, encode
from messages.framing import FrameDecoder, frame
from server.delivery.hub import Hub
from server.effects import Send
from server.limits import Limits
from server.transports.base import Connection, Flusher, Transport
from server.transports.shared_pages import encode_page

_TOO_SLOW = frame(
    encode(
        Error(
            ErrorCode.TOOSLOW,
            "You read too slowly and missed messages; Reconnect with your token for a fresh view.",
        )
    )
)


class SocketConnection(Connection):
    """One connection. A client that reads too slowly gets TOOSLOW as its last message."""

    __slots__ = ("_frames", "_hub", "_peer", "_stopped_reading")

    def __init__(self, transport: "SocketTransport") -> None:
        super().__init__(transport)
        self._hub = transport.hub
        self._frames = FrameDecoder(transport.limits.frame_bytes)
        self._stopped_reading = False
        """Whether input is ignored, although the last messages may still wait for the journal."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register as in the base class, then connect to the hub, which greets the client."""
        super().connection_made(transport)
        self._peer = self._hub.connect(self, self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the transport and disconnect its peer from the hub."""
        super().connection_lost(exc)
        self._hub.disconnect(self._peer)

    def data_received(self, data: bytes) -> None:
        """Pass each complete message to the hub and update the input deadline.

        An oversized frame is reported to the hub as malformed, and the rest of the input is
        dropped. All input is ignored once the connection is closing or the hub refused to read on.
        """
        if self.closing or self._stopped_reading:
            return
        completed = False
        try:
            for payload in self._frames.iter_payloads(data):
                completed = True
                self._receive(payload)
                if self.closing or self._stopped_reading:
                    return
        except ProtocolError as error:
            self._answer_malformed(error)
            return
        pending = self._frames.pending > 0
        if pending or self._input_deadline != inf:
            self.update_deadline(completed=completed, pending=pending)

    def _receive(self, payload: bytes) -> None:
        """Decode a message and pass it to the hub, or report it as malformed.

        Stop reading if the hub says so.
        """
        try:
            message = decode_client(payload)
        except ProtocolError as error:
            self._answer_malformed(error)
            return
        if not self._hub.receive(self._peer, message):
            self._stop_reading()

    def _answer_malformed(self, error: ProtocolError) -> None:
        """Let the hub answer unreadable input; stop reading if the hub says so."""
        if not self._hub.malformed(self._peer, error):
            self._stop_reading()

    def _stop_reading(self) -> None:
        """Ignore further input and start the message deadline.

        The deadline ends the connection if the journal delays its close for too long.
        """
        self._stopped_reading = True
        self._start_message_deadline()

    def answer(self, message: Message) -> None:
        """Encode and queue the answer to a message of this client."""
        payload = encode_page(message) if type(message) is ChooseMatch else encode(message)
        self.queue(frame(payload))

    def push(self, send: Send) -> None:
        """Queue the messages of a send.

        The first connection encodes them and stores the bytes in ``send.cache`` for the others.
        """
        if not send.cache:
            payloads = [
                encode_page(m) if type(m) is ChooseMatch else encode(m) for m in send.messages
            ]
            send.cache = b"".join(map(frame, payloads))
        self.queue(send.cache)

    def on_overflow(self) -> None:
        """Send TOOSLOW, because the client does not read, then close the connection."""
        self._stream.write(_TOO_SLOW)
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
