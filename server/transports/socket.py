"""The socket transport: msgpack frames over TCP, optionally with TLS.

It decodes frames, passes messages to the hub and queues the encoded answers. Messages for several
clients are encoded once.
"""

import asyncio
from math import inf
from ssl import SSLContext

from messages import ChooseMatch, Error, ErrorCode, Heartbeat, Message, ProtocolError
from messages.codec import decode_client, encode
from messages.framing import FrameDecoder, frame
from server.delivery.hub import Hub
from server.effects import Send
from server.limits import Limits
from server.transports.base import Transport
from server.transports.connection import Flusher
from server.transports.input import InputConnection
from server.transports.shared_pages import encode_page

_TOO_SLOW = frame(
    encode(
        Error(
            ErrorCode.TOOSLOW,
            "You read too slowly and missed messages; Reconnect with your token for a fresh view.",
        )
    )
)


MAX_UNANSWERED = 8
"""Messages of one client that may wait for the journal before it delays the next one. A client
waits for most answers; a larger number would only let floods collect answers in memory."""


class SocketConnection(InputConnection[bytes]):
    """One connection. A client that reads too slowly gets TOOSLOW as its last message."""

    __slots__ = ("_frames", "_hub", "_peer", "_unanswered")

    input_errors = (ProtocolError,)

    def __init__(self, transport: "SocketTransport") -> None:
        self._frames = FrameDecoder(transport.limits.frame_bytes)
        super().__init__(transport, self._frames)
        self._hub = transport.hub
        self._unanswered = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register as in the base class, then connect to the hub, which greets the client."""
        super().connection_made(transport)
        self._peer = self._hub.connect(self, self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the transport and disconnect its peer from the hub."""
        super().connection_lost(exc)
        self._hub.disconnect(self._peer)

    def data_received(self, data: bytes) -> None:
        """Pass the first complete message to the hub, hold others, and update the input deadline.

        An oversized frame is reported to the hub as malformed, and the rest of the input is
        dropped. All input is ignored once the connection is closing or the hub refused to read on.
        """
        if self.closing or self.ignores_input:
            return
        payloads = self._frames.iter_payloads(data)
        if self._held is not None:
            self.hold(None, payloads)
            return
        completed = False
        try:
            for payload in payloads:
                if completed or not self.handle(payload):
                    self.hold(payload, payloads)
                    return
                completed = True
                if self.closing or self.ignores_input:
                    return
        except ProtocolError as error:
            self.on_input_error(error)
            return
        pending = self._frames.pending > 0
        if pending or self._input_deadline != inf:
            self.update_deadline(completed=completed, pending=pending)

    def handle(self, payload: bytes) -> bool:
        """Decode a message and pass it to the hub, or report it as malformed.

        Ignore further input if the hub says so. Return False if the message has to wait for
        answers, because MAX_UNANSWERED messages are unanswered; a heartbeat never waits.
        """
        try:
            message = decode_client(payload)
        except ProtocolError as error:
            self.on_input_error(error)
            return True
        if self._unanswered >= MAX_UNANSWERED and type(message) is not Heartbeat:
            return False
        self._unanswered += 1
        if not self._hub.receive(self._peer, message):
            self.ignore_input()
        return True

    def on_input_error(self, error: Exception) -> None:
        """Report unreadable input to the hub, which answers it; ignore the rest if it says so."""
        assert isinstance(error, ProtocolError)
        self._unanswered += 1
        if not self._hub.malformed(self._peer, error):
            self.ignore_input()

    def answer(self, message: Message) -> None:
        """Encode and queue the answer to a message of this client."""
        self._unanswered -= 1
        payload = encode_page(message) if type(message) is ChooseMatch else encode(message)
        self.queue(frame(payload))
        if self._held is not None:
            self.continue_input()

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
        """Discard what is queued, send TOOSLOW and close, because the client does not read."""
        self._unsent.clear()
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
