"""Wire formats of the load generator: how it encodes, measures and decodes messages."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from msgspec import json, msgpack

from messages import Message
from messages.codec import encode
from messages.framing import MAX_SERVER_FRAME, FrameDecoder, frame
from messages.registry import AnyClientMessage
from server.transports.web.wire import WEB_WIRE
from server.transports.wire import SOCKET_WIRE
from tests.harness.web_server import UPGRADE, message_frame, request_bytes

HTTP_END = b"\r\n\r\n"


class PayloadReader(Protocol):
    """Splits what a client receives into payloads."""

    def feed(self, data: bytes) -> list[bytes]:
        """Return all payloads that are now complete."""


class LoadWire(NamedTuple):
    """The wire format of a transport, for clients."""

    transport: str
    """The name of the transport, by which a server announces its address."""
    first: bytes
    """The bytes that a client sends as soon as it is connected."""
    encode: Callable[[AnyClientMessage], bytes]
    """Returns the frame of a message of a client."""
    encode_received: Callable[[Message], bytes]
    """Returns the frame of a message of the server."""
    make_reader: Callable[[], PayloadReader]
    make_decoder: Callable[[Any], Any]
    """Returns a decoder of payloads for a type."""


class WebReader:
    """Reads the frames of a server after its response to the handshake."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Return all payloads that are now complete."""
        data, payloads = self._rest + data, []
        if data[:1] == b"H":
            head, end_of_head, after = data.partition(HTTP_END)
            data = after if end_of_head else head
        while not data.startswith(b"H") and len(data) >= (end := _frame_end(data)):
            payloads.append(data[_header_size(data) : end])
            data = data[end:]
        self._rest = data
        return payloads


def _header_size(data: bytes) -> int:
    """Return the size of the header of a frame without a mask."""
    return 2 + {126: 2, 127: 8}.get(data[1], 0)


def _frame_end(data: bytes) -> int:
    """Return the size of the first frame, or a larger number if its header is incomplete."""
    if len(data) < 2 or len(data) < (header := _header_size(data)):
        return len(data) + 1
    size = int.from_bytes(data[2:header], "big") if header > 2 else data[1]
    return header + size


SOCKET = LoadWire(
    transport="socket",
    first=b"",
    encode=lambda message: frame(encode(message)),
    encode_received=SOCKET_WIRE.encode,
    make_reader=lambda: FrameDecoder(MAX_SERVER_FRAME),
    make_decoder=msgpack.Decoder,
)
WEB = LoadWire(
    transport="web",
    first=request_bytes("/play", UPGRADE),
    encode=message_frame,
    encode_received=WEB_WIRE.encode,
    make_reader=WebReader,
    make_decoder=json.Decoder,
)
