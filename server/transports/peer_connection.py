"""PeerConnection: a connection that is one peer of the hub, with messages in some wire format.

It decodes what it reads, passes messages to the hub and queues the encoded answers. A subclass
defines the wire format.
"""

from collections.abc import Iterator
from math import inf
from typing import Any, Protocol

from messages import Error, ErrorCode, Heartbeat, Message, ProtocolError
from server.delivery.hub import Hub
from server.effects import Send
from server.transports.base import Transport
from server.transports.input import InputConnection
from server.transports.wire import WireFormat

TOO_SLOW = Error(
    ErrorCode.TOOSLOW,
    "You read too slowly and missed messages; Reconnect with your token for a fresh view.",
)
MAX_UNANSWERED = 8
"""Messages of one client that may wait for the journal before it delays the next one. A client
waits for most answers; a larger number would only let floods collect answers in memory."""


class PayloadParser(Protocol):
    """Splits a byte stream into the payloads of messages."""

    @property
    def pending(self) -> object:
        """True in a boolean context if the start of a message was read but not its end."""

    def maybe_only_payload(self, data: bytes) -> bytes | None:
        """Return the payload if ``data`` is exactly one message and nothing is buffered."""

    def iter_payloads(self, data: bytes) -> Iterator[bytes]:
        """Yield the payloads that are now complete. Raises ProtocolError."""


class PeerConnection(InputConnection[bytes]):
    """One connection. A client that reads too slowly gets TOOSLOW as its last message.

    A subclass sets ``wire`` and calls ``connect``.
    """

    __slots__ = ("_hub", "_parser", "_peer", "_unanswered")

    input_errors = (ProtocolError,)
    wire: WireFormat
    transport_name: str
    """The name of the transport for the operator."""

    def __init__(self, transport: Transport[Any], hub: Hub, parser: PayloadParser) -> None:
        super().__init__(transport, parser)
        self._hub = hub
        self._parser = parser
        self._unanswered = 0

    def connect(self) -> None:
        """Connect to the hub, which greets the client."""
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
        if self._held is None and (only := self._parser.maybe_only_payload(data)) is not None:
            self._receive_only(only)
            return
        payloads = self._parser.iter_payloads(data)
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
        pending = bool(self._parser.pending)
        if pending or self._input_deadline != inf:
            self.update_deadline(completed=completed, pending=pending)

    def _receive_only(self, payload: bytes) -> None:
        """Handle the only message that has arrived, or hold it; remove the input deadline."""
        if not self.handle(payload):
            self.hold(payload, iter(()))
        elif self._input_deadline != inf and not self.ignores_input:
            self.update_deadline(completed=True, pending=False)

    def handle(self, payload: bytes) -> bool:
        """Decode a message and pass it to the hub, or report it as malformed.

        Ignore further input if the hub says so. Return False if the message has to wait for
        answers, because MAX_UNANSWERED messages are unanswered; a heartbeat never waits.
        """
        try:
            message = self.wire.decode(payload)
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
        """Encode and queue the answer to a message of this client.

        Held messages, which may have waited for answers, continue in the next turn.
        """
        self._unanswered -= 1
        self.queue(self.wire.encode(message))
        if self._held is not None:
            self.continue_input()

    def push(self, send: Send) -> None:
        """Queue the messages of a send."""
        self.queue(self.wire.encode_send(send))

    def on_overflow(self) -> None:
        """Discard what is queued, send TOOSLOW and close, because the client does not read."""
        self._unsent.clear()
        self._stream.write(self.wire.encode(TOO_SLOW))
        self.close()
