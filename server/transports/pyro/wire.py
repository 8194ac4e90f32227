"""Pyro5's wire as pure functions: bytes to requests, answers to bytes; no sockets.

A header is checked as soon as it is there, before any payload is kept. One that is too long, or
has a flag, a serializer or a type that is not accepted, raises ConnectionRefused, and its
connection ends. The only flag that passes is the correlation id, which is ignored, as annotations
are.

Pyro5's own classes build answers and say what a header is made of. Payloads are not read with
Pyro5's serializer: it turns dicts into classes. Here a dict stays a dict, extension types are
refused, and a length that was only announced takes no memory.

Pyro5.config is left alone, and what an operator sets there changes no answer to a call.
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

HEADER: Final[int] = 40
Header: TypeAlias = tuple[bytes, int, int, int, bytes]
"""Tag, version, type, serializer and flags; then number, size, size of the annotations, magic."""
SERIALIZER: Final[int] = MsgpackSerializer.serializer_id
CONNECT: Final[int] = protocol.MSG_CONNECT
INVOKE: Final[int] = protocol.MSG_INVOKE
PING: Final[int] = protocol.MSG_PING

FIRST: Final = frozenset({CONNECT})
"""What may open a connection."""
LATER: Final = frozenset({INVOKE, PING})
"""What may follow once the connection is open."""

PUSHED: Final = "PUSH"
"""The annotation of an answer: how many messages were pushed before it, 8 bytes, big-endian."""

WRONG_SERIALIZER: Final = (
    "this server speaks msgpack only: set Pyro5.config.SERIALIZER = 'msgpack', "
    "or _pyroSerializer = 'msgpack' on the proxy"
)
NOT_A_CALL: Final = "a call is [object, method, arguments, keywords] in plain msgpack"
_REFUSED_FLAGS: Final = {
    protocol.FLAGS_COMPRESSED: "compressed messages are refused: switch COMPRESSION off",
    protocol.FLAGS_ONEWAY: "one-way calls are refused: every call here has an answer",
    protocol.FLAGS_BATCH: "batches are refused: make one call at a time",
    protocol.FLAGS_KEEPSERIALIZED: "serialized blobs are refused: pass plain arguments",
}
_UNKNOWN_FLAGS: Final = ~protocol.FLAGS_CORR_ID
_CLASS: Final = "__class__"
UNREADABLE = (MsgspecError, RecursionError, ValueError, OverflowError)


class ConnectionRefused(Exception):
    """The connection has to end. ``request`` tells how to say so; None: this is not Pyro5."""

    def __init__(self, text: str, request: "Request | None" = None) -> None:
        super().__init__(text)
        self.text = text
        self.request = request


class CallFailed(Exception):
    """One call cannot be made; the proxy raises ``error`` and the connection goes on."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class Request(Struct, frozen=True, gc=False):
    """One whole message from a client, its annotations left out."""

    type: int
    seq: int
    serializer: int
    payload: bytes | bytearray


class Call(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """What a proxy wants: a method of an object, with arguments that are read when it is known."""

    object: str
    method: str
    args: Raw
    kwargs: dict[str, Any] | None


class Requests:
    """Feed it bytes as they come, whole, in pieces or joined; it finds the whole requests."""

    def __init__(self, limit: int) -> None:
        self.accepted = FIRST
        self.pending = bytearray()
        """The part of a request that waits for the rest."""
        self._limit = limit

    def cut(self, data: bytes) -> Iterator[Request]:
        """Take more bytes; yield each request that is whole now. Raises ConnectionRefused.

        A header is checked after the request before it was handled.
        """
        here: bytes | bytearray = data
        if self.pending:
            self.pending += data
            here = self.pending
        start, size = 0, len(here)
        while size - start >= HEADER:
            header: Header = _HEADER.unpack_from(here, start)
            beginning, seq, length, annotations, magic = header
            if beginning != _USUAL or magic != _MAGIC or self.accepted is not LATER:
                _check_header(header, self.accepted)
            if length + annotations > self._limit:
                _refuse(header, f"a message may have at most {self._limit} bytes")
            end = start + HEADER + annotations + length
            if end > size:
                break
            yield Request(beginning[6], seq, beginning[7], here[end - length : end])
            start = end
        if start < size or self.pending:
            self._keep(here, start)

    def _keep(self, here: bytes | bytearray, start: int) -> None:
        if here is self.pending:
            del self.pending[:start]
        else:
            self.pending += here[start:]
        if len(self.pending) < HEADER:
            _check_beginning(self.pending)


def _check_header(header: Header, accepted: frozenset[int]) -> None:
    """raise ConnectionRefused unless the payload of this header may be read."""
    beginning, *_, magic = header
    kind, serializer = beginning[6], beginning[7]
    flags = int.from_bytes(beginning[8:], "big")
    if beginning[:6] != _USUAL[:6] or magic != _MAGIC:
        _refuse_other_protocol()
    if kind not in accepted:
        _refuse(header, "this kind of message is not expected here")
    if flags & _UNKNOWN_FLAGS:
        _refuse(header, _flag_sentence(flags))
    if serializer != SERIALIZER and kind != PING:
        _refuse(header, WRONG_SERIALIZER)  # a stock ping names serializer 42 and needs none


def read_call(payload: bytes | bytearray) -> Call:
    """What a proxy wants. Raises CallFailed."""
    try:
        return _call_decoder.decode(payload)
    except UNREADABLE:
        raise CallFailed(errors.SerializeError(NOT_A_CALL)) from None


def read_arguments(call: Call) -> list[Any]:
    """The arguments by position, as plain data. Raises CallFailed."""
    try:
        return _list_decoder.decode(call.args)
    except UNREADABLE:
        raise CallFailed(errors.SerializeError(NOT_A_CALL)) from None


def read_connect(request: Request) -> str:
    """The object a new proxy is for. Raises ConnectionRefused."""
    try:
        target = _any_decoder.decode(request.payload)["object"]
    except (*UNREADABLE, TypeError, KeyError, IndexError):
        target = None
    if not isinstance(target, str):
        raise ConnectionRefused("a connection starts with the handshake of a Pyro5 proxy", request)
    return target


def result(seq: int, payload: bytes, pushed: int = 0) -> bytes:
    """The answer to a call: Pyro5's message, made once, with this call's numbers filled in."""
    if payload.find(b"__class__") >= 0:  # `in` asks first whether that is a number
        payload = encode(_without_classes(_any_decoder.decode(payload)))
    if pushed:
        return _PUSHED_HEAD.pack(_BEFORE, seq, len(payload), _AFTER_PUSHED, pushed) + payload
    return _HEAD.pack(_BEFORE, seq, len(payload), _AFTER) + payload


def failure(seq: int, error: Exception) -> bytes:
    """An exception the proxy raises: its class and its text, nothing of ours around it."""
    payload = _serializer.dumps(error)
    flags = protocol.FLAGS_EXCEPTION
    return bytes(SendingMessage(protocol.MSG_RESULT, flags, seq, SERIALIZER, payload).data)


def connected(seq: int, metadata: dict[str, list[str]]) -> bytes:
    """The good end of a handshake."""
    payload = encode({"handshake": "hello", "meta": metadata})
    return bytes(SendingMessage(protocol.MSG_CONNECTOK, 0, seq, SERIALIZER, payload).data)


def rejected(seq: int, text: str) -> bytes:
    """The bad end of a handshake. A proxy reads it whatever serializer it wanted to speak."""
    payload = encode(text)
    return bytes(SendingMessage(protocol.MSG_CONNECTFAIL, 0, seq, SERIALIZER, payload).data)


def pong(request: Request) -> bytes:
    """The answer to a ping."""
    return bytes(SendingMessage(PING, 0, request.seq, request.serializer, b"pong").data)


def refusal(refused: ConnectionRefused) -> bytes:
    """How a refused header is answered: in the form its sender is waiting for, if any."""
    request = refused.request
    if request is None:
        return b""
    if request.type == CONNECT:
        return rejected(request.seq, refused.text)
    if request.type == INVOKE:
        return failure(request.seq, errors.ProtocolError(refused.text))
    return b""


def _without_classes(plain: Any) -> Any:
    """The same data, but no map with a key that a stock proxy would turn into a class.

    Players choose some keys (a nickname may be ``__class__``), and one such map would make every
    poll of every other proxy at the table fail.
    """
    if isinstance(plain, dict):
        return {
            "_class_" if key == _CLASS else key: _without_classes(value)
            for key, value in plain.items()
        }
    return [_without_classes(value) for value in plain] if isinstance(plain, list) else plain


def _check_beginning(head: bytes | bytearray) -> None:
    """Refuse another protocol (a browser, a socket client) before 40 bytes of it are there."""
    if len(head) < 4:
        return
    try:
        ReceivingMessage.validate(head)
    except errors.ProtocolError:
        _refuse_other_protocol()


def _refuse(header: Header, text: str) -> NoReturn:
    beginning, seq, *_ = header
    raise ConnectionRefused(text, Request(beginning[6], seq, beginning[7], b""))


def _refuse_other_protocol() -> NoReturn:
    raise ConnectionRefused("this is not Pyro5's wire protocol 502") from None


def _flag_sentence(flags: int) -> str:
    for flag, sentence in _REFUSED_FLAGS.items():
        if flags & flag:
            return sentence
    return "this message has a flag that is not for requests"


def _no_extensions(code: int, data: memoryview) -> NoReturn:
    raise ValueError("extension types are refused")


_HEADER = struct.Struct("!10sHII18x2s")
_HEAD = struct.Struct("!10sHI24s")
_PUSHED_HEAD = struct.Struct("!10sHI32sQ")
_ANSWER: bytes = SendingMessage(protocol.MSG_RESULT, 0, 0, SERIALIZER, b"").data
_PUSHED_ANSWER: bytes = SendingMessage(
    protocol.MSG_RESULT, 0, 0, SERIALIZER, b"", {PUSHED: bytes(8)}
).data
_MAGIC = _ANSWER[38:40]
_USUAL: bytes = SendingMessage(INVOKE, 0, 0, SERIALIZER, b"").data[:10]
"""How nearly every header begins: a call, msgpack, no flags."""
_BEFORE, _AFTER, _AFTER_PUSHED = _ANSWER[:10], _ANSWER[16:], _PUSHED_ANSWER[16:48]
_serializer = MsgpackSerializer()
_any_decoder: Decoder[Any] = Decoder(ext_hook=_no_extensions)
_call_decoder = Decoder(Call, ext_hook=_no_extensions)
_list_decoder = Decoder(list[Any], ext_hook=_no_extensions)
