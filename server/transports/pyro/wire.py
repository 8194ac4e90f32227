"""The wire protocol of Pyro5 as pure functions: bytes to requests, answers to bytes; no sockets.

A header is checked as soon as it is complete, before any payload is stored. A header that announces
too many bytes, or has a flag, serializer or type that is not accepted, raises ConnectionRefused,
which ends the connection. The only accepted flag is the correlation id; it is ignored, as
annotations are.

Pyro5's own classes define the header and build answers. Payloads are not decoded with Pyro5's
serializer, because it turns dicts into classes. Here a dict stays a dict, extension types are
refused, and an announced length allocates no memory.

Pyro5.config is not changed, and its values do not affect answers to calls.
"""

import struct
from collections.abc import Iterator
from typing import Any, Final, NoReturn, TypeAlias

from msgspec import MsgspecError, Raw, Struct
from msgspec.msgpack import Decoder
from Pyro5 import errors, protocol
from Pyro5.protocol import ReceivingMessage, SendingMessage
from Pyro5.serializers import MsgpackSerializer

from messages.codec import encode
from messages.errors import ErrorCode
from messages.framing import frame
from messages.framing_mistakes import HTTP_METHODS, PYRO, wrong_port_text
from messages.play import Error

HEADER_BYTES: Final[int] = 40
"""Size of a header in bytes."""
Header: TypeAlias = tuple[bytes, int, int, int, bytes]
"""First 10 bytes (tag, version, type, serializer, flags), seq, size, annotations size, magic."""
SERIALIZER: Final[int] = MsgpackSerializer.serializer_id
CONNECT: Final[int] = protocol.MSG_CONNECT
INVOKE: Final[int] = protocol.MSG_INVOKE
PING: Final[int] = protocol.MSG_PING

HANDSHAKE_TYPES: Final = frozenset({CONNECT})
"""Message types accepted on a new connection."""
CALL_TYPES: Final = frozenset({INVOKE, PING})
"""Message types accepted after the handshake."""

PUSHED_ANNOTATION: Final = "PUSH"
"""Annotation of an answer: the number of messages pushed before it, 8 bytes, big-endian."""

WRONG_SERIALIZER: Final = (
    "this server speaks msgpack only: set Pyro5.config.SERIALIZER = 'msgpack', "
    "or _pyroSerializer = 'msgpack' on the proxy"
)
OTHER_VERSION: Final = "This is not Pyro5's wire protocol 502; use Pyro5."
_HTTP_HEAD: Final = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close"
NOT_A_CALL: Final = "a call is [object, method, arguments, keywords] in plain msgpack"
_REFUSED_FLAGS: Final = {
    protocol.FLAGS_COMPRESSED: "compressed messages are refused: switch COMPRESSION off",
    protocol.FLAGS_ONEWAY: "one-way calls are refused: every call here has an answer",
    protocol.FLAGS_BATCH: "batches are refused: make one call at a time",
    protocol.FLAGS_KEEPSERIALIZED: "serialized blobs are refused: pass plain arguments",
}
_UNKNOWN_FLAGS: Final = ~protocol.FLAGS_CORR_ID
_CLASS_KEY: Final = "__class__"
UNREADABLE = (MsgspecError, RecursionError, ValueError, OverflowError)


class ConnectionRefused(Exception):
    """Raised when the connection must end.

    ``request`` determines the form of the reply (``encode_refusal``); None if the bytes are not of
    this version of Pyro5. Then ``is_http`` tells whether they begin like a request of HTTP.
    """

    def __init__(
        self, text: str, request: "Request | None" = None, *, is_http: bool = False
    ) -> None:
        super().__init__(text)
        self.text = text
        self.request = request
        self.is_http = is_http


class CallFailed(Exception):
    """Raised when one call fails: the proxy raises ``error``, the connection stays open."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class Request(Struct, frozen=True, gc=False):
    """One complete message from a client, without its annotations."""

    type: int
    seq: int
    serializer: int
    payload: bytes | bytearray


class Call(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A call of a method of an object; arguments are decoded when the method is known."""

    object: str
    method: str
    args: Raw
    kwargs: dict[str, Any] | None


class RequestParser:
    """Extracts complete requests from a byte stream."""

    def __init__(self, limit: int) -> None:
        self.accepted = HANDSHAKE_TYPES
        self.pending = bytearray()
        """The bytes of an incomplete request."""
        self._limit = limit

    def feed(self, data: bytes) -> Iterator[Request]:
        """Add bytes and yield each request that is complete now; keep the rest.

        Raises ConnectionRefused for a header that is not accepted or announces too many bytes. A
        header is checked after the previous request was handled, because handling may change
        ``accepted``.
        """
        buffer: bytes | bytearray = data
        if self.pending:
            self.pending += data
            buffer = self.pending
        start, size = 0, len(buffer)
        while size - start >= HEADER_BYTES:
            header: Header = _REQUEST_HEADER.unpack_from(buffer, start)
            start_bytes, seq, length, annotations, magic = header
            if start_bytes != _COMMON_START or magic != _MAGIC or self.accepted is not CALL_TYPES:
                _check_header(header, self.accepted)
            if length + annotations > self._limit:
                _refuse(header, f"a message may have at most {self._limit} bytes")
            end = start + HEADER_BYTES + annotations + length
            if end > size:
                break
            yield Request(start_bytes[6], seq, start_bytes[7], buffer[end - length : end])
            start = end
        if start < size or self.pending:
            self._store_rest(buffer, start)

    def _store_rest(self, buffer: bytes | bytearray, start: int) -> None:
        """Store the incomplete request that begins at ``start`` of the buffer.

        Raises ConnectionRefused if the incomplete request is of another protocol.
        """
        if buffer is self.pending:
            del self.pending[:start]
        else:
            self.pending += buffer[start:]
        if len(self.pending) < HEADER_BYTES:
            _check_magic(self.pending)


def _check_header(header: Header, accepted: frozenset[int]) -> None:
    """Raise ConnectionRefused unless the payload of this header may be read.

    Refused are other protocols, types that are not in ``accepted``, flags and other serializers.
    """
    start_bytes, *_, magic = header
    kind, serializer = start_bytes[6], start_bytes[7]
    flags = int.from_bytes(start_bytes[8:], "big")
    if start_bytes[:6] != _COMMON_START[:6] or magic != _MAGIC:
        _refuse_other_protocol(start_bytes[:4])
    if kind not in accepted:
        _refuse(header, "this kind of message is not expected here")
    if flags & _UNKNOWN_FLAGS:
        _refuse(header, _flag_text(flags))
    if serializer != SERIALIZER and kind != PING:
        _refuse(header, WRONG_SERIALIZER)  # a stock ping names serializer 42 and needs none


def read_call(payload: bytes | bytearray) -> Call:
    """Decode a call, except for its positional arguments. Raises CallFailed."""
    try:
        return _call_decoder.decode(payload)
    except UNREADABLE:
        raise CallFailed(errors.SerializeError(NOT_A_CALL)) from None


def read_arguments(call: Call) -> list[Any]:
    """Return the positional arguments of a call as plain data. Raises CallFailed."""
    try:
        return _list_decoder.decode(call.args)
    except UNREADABLE:
        raise CallFailed(errors.SerializeError(NOT_A_CALL)) from None


def read_connect(request: Request) -> str:
    """Return the name of the object that a new proxy is for; it may be unknown.

    Raises ConnectionRefused if the handshake is unreadable or names no object.
    """
    try:
        target = _any_decoder.decode(request.payload)["object"]
    except (*UNREADABLE, TypeError, KeyError, IndexError):
        target = None
    if not isinstance(target, str):
        raise ConnectionRefused("a connection starts with the handshake of a Pyro5 proxy", request)
    return target


def encode_result(seq: int, payload: bytes, pushed: int = 0) -> bytes:
    """Return the answer to a call, built from a prepared Pyro5 message.

    Keys of maps that a stock proxy would turn into a class are renamed. ``pushed`` is sent as the
    PUSH annotation; 0: no annotation.
    """
    if payload.find(b"__class__") >= 0:  # faster than `in`, which first tries a number
        payload = encode(_without_class_keys(_any_decoder.decode(payload)))
    if pushed:
        return (
            _PUSHED_ANSWER_HEADER.pack(_BEFORE_SEQ, seq, len(payload), _AFTER_SIZE_PUSHED, pushed)
            + payload
        )
    return _ANSWER_HEADER.pack(_BEFORE_SEQ, seq, len(payload), _AFTER_SIZE) + payload


def encode_failure(seq: int, error: Exception) -> bytes:
    """Return an answer that makes the proxy raise this exception, without a traceback."""
    payload = _serializer.dumps(error)
    flags = protocol.FLAGS_EXCEPTION
    return bytes(SendingMessage(protocol.MSG_RESULT, flags, seq, SERIALIZER, payload).data)


def encode_connected(seq: int, metadata: dict[str, list[str]]) -> bytes:
    """Return the answer to an accepted handshake, with the metadata of the object."""
    payload = encode({"handshake": "hello", "meta": metadata})
    return bytes(SendingMessage(protocol.MSG_CONNECTOK, 0, seq, SERIALIZER, payload).data)


def encode_rejected(seq: int, text: str) -> bytes:
    """Return the answer to a refused handshake; a proxy with any serializer can read it."""
    payload = encode(text)
    return bytes(SendingMessage(protocol.MSG_CONNECTFAIL, 0, seq, SERIALIZER, payload).data)


def encode_pong(request: Request) -> bytes:
    """Return the answer to a ping, with the serializer that the ping names."""
    return bytes(SendingMessage(PING, 0, request.seq, request.serializer, b"pong").data)


def encode_refusal(refused: ConnectionRefused) -> bytes:
    """Return the answer to a refused request, in the form that its sender expects.

    A Pyro5 proxy gets a refused handshake, or its call raises ProtocolError; a ping and any other
    type get no bytes. Without a request, an HTTP client gets an HTTP response, and any other client
    an Error message in the framing of the socket transport.
    """
    request = refused.request
    if request is None:
        if refused.is_http:
            return b"%b\r\n\r\n%b\n" % (_HTTP_HEAD, refused.text.encode())
        return frame(encode(Error(ErrorCode.MALFORMEDMESSAGE, refused.text)))
    if request.type == CONNECT:
        return encode_rejected(request.seq, refused.text)
    if request.type == INVOKE:
        return encode_failure(request.seq, errors.ProtocolError(refused.text))
    return b""


def _without_class_keys(plain: Any) -> Any:
    """Return the data with each key ``__class__`` renamed to ``_class_``, at any depth.

    A stock proxy turns a map with that key into a class. Players choose some keys, such as
    nicknames, so one such map would break the polls of all proxies in the room.
    """
    if isinstance(plain, dict):
        return {
            "_class_" if key == _CLASS_KEY else key: _without_class_keys(value)
            for key, value in plain.items()
        }
    return [_without_class_keys(value) for value in plain] if isinstance(plain, list) else plain


def _check_magic(head: bytes | bytearray) -> None:
    """Raise ConnectionRefused if the first bytes are of another protocol; fewer than 4 bytes pass.

    So a browser or a socket client is refused before the 40 bytes of a header have arrived.
    """
    if len(head) < 4:
        return
    try:
        ReceivingMessage.validate(head)
    except errors.ProtocolError:
        _refuse_other_protocol(bytes(head[:4]))


def _refuse(header: Header, text: str) -> NoReturn:
    """Raise ConnectionRefused with this text.

    Its request is made from the header, without payload, and determines the form of the reply.
    """
    start_bytes, seq, *_ = header
    raise ConnectionRefused(text, Request(start_bytes[6], seq, start_bytes[7], b""))


def _refuse_other_protocol(head: bytes) -> NoReturn:
    """Raise ConnectionRefused without a request; ``head`` are the first four bytes."""
    text = OTHER_VERSION if head == PYRO else wrong_port_text(head)
    raise ConnectionRefused(text, is_http=head.startswith(HTTP_METHODS)) from None


def _flag_text(flags: int) -> str:
    """Return the sentence for the first refused flag; a general one for unknown flags."""
    for flag, sentence in _REFUSED_FLAGS.items():
        if flags & flag:
            return sentence
    return "this message has a flag that is not for requests"


def _refuse_extension(code: int, data: memoryview) -> NoReturn:
    """Raise ValueError for a msgpack extension type; a hook of the decoders."""
    raise ValueError("extension types are refused")


_REQUEST_HEADER = struct.Struct("!10sHII18x2s")
_ANSWER_HEADER = struct.Struct("!10sHI24s")
_PUSHED_ANSWER_HEADER = struct.Struct("!10sHI32sQ")
_ANSWER: bytes = SendingMessage(protocol.MSG_RESULT, 0, 0, SERIALIZER, b"").data
_PUSHED_ANSWER: bytes = SendingMessage(
    protocol.MSG_RESULT, 0, 0, SERIALIZER, b"", {PUSHED_ANNOTATION: bytes(8)}
).data
_MAGIC = _ANSWER[38:40]
_COMMON_START: bytes = SendingMessage(INVOKE, 0, 0, SERIALIZER, b"").data[:10]
"""The first bytes of nearly every header: a call, msgpack, no flags."""
_BEFORE_SEQ, _AFTER_SIZE, _AFTER_SIZE_PUSHED = _ANSWER[:10], _ANSWER[16:], _PUSHED_ANSWER[16:48]
_serializer = MsgpackSerializer()
_any_decoder: Decoder[Any] = Decoder(ext_hook=_refuse_extension)
_call_decoder = Decoder(Call, ext_hook=_refuse_extension)
_list_decoder = Decoder(list[Any], ext_hook=_refuse_extension)
