"""Converts messages to and from bytes and plain data; the only module that knows msgpack and JSON.

Decoding any bytes gives a message or raises ProtocolError, nothing else.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct, json, msgpack

from messages.base import MAX_ID, Message
from messages.errors import ErrorCode, ProtocolError
from messages.framing_mistakes import COUNTS_ITSELF, HEADER, payload_text
from messages.registry import (
    ALIASES,
    CLIENT_MESSAGES,
    GAME_NAMES,
    GAMES,
    SERVER_MESSAGES,
    AnyClientMessage,
    AnyServerMessage,
)
from messages.spellings import RELAXED, RESPELLABLE, from_relaxed
from messages.text import clean


class _Envelope(Struct):
    """The fields of a message that can be read even if the rest is invalid."""

    type: str
    id: Any = None


_DECODE_ERRORS = (msgspec.MsgspecError, RecursionError, ValueError, OverflowError)
_server_decoder: msgpack.Decoder[AnyServerMessage] = msgpack.Decoder(AnyServerMessage)
_CHANGES = {change.__name__ for game in GAMES for change in game.changes}

encode = msgpack.Encoder().encode
"""Return a message as one msgpack map."""
encode_json = json.Encoder().encode
"""Return a message as one JSON object."""

_REPLY_TO = encode("replyTo")
_MAP_OF_15 = 0x8F
"""The first byte of the largest map whose length is in its first byte."""


def with_reply_to(payload: bytes, reply_to: int) -> bytes:
    """Return an encoded message of fewer than 15 fields, without ``replyTo``, with that field."""
    assert payload[0] < _MAP_OF_15
    return b"".join((bytes((payload[0] + 1,)), payload[1:], _REPLY_TO, encode(reply_to)))


def json_with_reply_to(payload: bytes, reply_to: int) -> bytes:
    """Return a message in JSON, without ``replyTo``, with that field."""
    return b'%b,"replyTo":%d}' % (payload[:-1], reply_to)


class ClientDecoder:
    """Decodes messages of clients in one wire format."""

    def __init__(
        self, decoder: Callable[[Any], Any], map_name: str, *, has_length: bool = False
    ) -> None:
        self._strict = decoder(AnyClientMessage)
        self._relaxed = decoder(RELAXED)
        self._envelope = decoder(_Envelope)
        self._map_name = map_name
        self._has_length = has_length
        """True if a 4-byte length precedes each message, which clients may have miscounted."""

    def decode(self, payload: bytes | memoryview) -> AnyClientMessage:
        """Decode a message of a client. Raises ProtocolError with a text for its author."""
        try:
            message: AnyClientMessage = self._strict.decode(payload)
        except _DECODE_ERRORS as error:
            return self._decode_respelled(payload, error)
        return message

    def _decode_respelled(
        self, payload: bytes | memoryview, strict_error: Exception
    ) -> AnyClientMessage:
        """Decode a message that the strict decoder refused, in another spelling.

        Raises ProtocolError with the fault of the message in its own spelling.
        """
        try:
            return from_relaxed(self._relaxed.decode(payload))
        except _DECODE_ERRORS as error:
            raise self._decode_error(payload, strict_error, error) from None

    def _decode_error(
        self, payload: bytes | memoryview, strict_error: Exception, respelled_error: Exception
    ) -> ProtocolError:
        """Return an error that names the fault, with the message id if that can be read."""
        try:
            envelope = self._envelope.decode(payload)
        except _DECODE_ERRORS:
            return self._unreadable_error(payload)
        reply_to = envelope.id if _is_id(envelope.id) else None
        if envelope.type not in CLIENT_MESSAGES and envelope.type not in ALIASES:
            text = "No client message has this type; see docs/protocol.md for the list."
        else:
            error = respelled_error if envelope.type in RESPELLABLE else strict_error
            text = f"This {envelope.type} cannot be read: {clean(str(error), 300)}."
        return ProtocolError(ErrorCode.MALFORMEDMESSAGE, text, reply_to)

    def _unreadable_error(self, payload: bytes | memoryview) -> ProtocolError:
        """Return the error for a payload that is not one map; it names a likely mistake.

        It is fatal if the length counted its own bytes, because the frames after it are shifted.
        """
        text = f"A frame holds one {self._map_name} with a text `type`; see docs/protocol.md."
        if not self._has_length:
            return ProtocolError(ErrorCode.MALFORMEDMESSAGE, text)
        try:
            self._envelope.decode(payload[:-HEADER])
        except _DECODE_ERRORS:
            text = f"{text} {payload_text(payload)}".rstrip()
            return ProtocolError(ErrorCode.MALFORMEDMESSAGE, text)
        number = len(payload)
        text = f"{text} The length read is {number}. "
        text += COUNTS_ITSELF.format(number=number - HEADER)
        return ProtocolError(ErrorCode.MALFORMEDMESSAGE, text, is_fatal=True)


decode_client = ClientDecoder(msgpack.Decoder, "msgpack map", has_length=True).decode
"""Decode a message of a client from msgpack."""
decode_client_json = ClientDecoder(json.Decoder, "JSON object").decode
"""Decode a message of a client from JSON."""


def decode_server(payload: bytes | memoryview) -> AnyServerMessage | None:
    """Decode a message of the server; None if its type or game is unknown to this client."""
    try:
        return _server_decoder.decode(payload)
    except _DECODE_ERRORS as error:
        if _is_unknown(_maybe_plain(payload)):
            return None
        raise ProtocolError(ErrorCode.MALFORMEDMESSAGE, str(error)) from None


def to_plain(message: Message) -> dict[str, Any]:
    """Return the message as a dict, the same map that is sent over a socket."""
    plain: dict[str, Any] = msgspec.to_builtins(message)
    return plain


def server_from_plain(plain: dict[str, Any]) -> AnyServerMessage | None:
    """Like ``decode_server``, from a dict. Raises ValidationError."""
    cls = SERVER_MESSAGES.get(plain.get("type", ""))
    try:
        return None if cls is None else msgspec.convert(plain, cls)  # type: ignore[return-value]
    except msgspec.ValidationError:
        if _is_unknown(plain):
            return None
        raise


def _is_unknown(plain: object) -> bool:
    """Return whether the message is of a newer server or of a game pack that is not installed."""
    match plain:
        case {"type": "GameView", "view": {"game": str(name)}}:
            return name not in GAME_NAMES
        case {"type": "UpdateMessage", "change": {"kind": str(name)}}:
            return name not in _CHANGES
        case {"type": "LegalActions", "actions": [{"type": str(name)}, *_]}:
            return name not in CLIENT_MESSAGES
        case {"type": str(name)}:
            return name not in SERVER_MESSAGES
    return False


def _is_id(value: object) -> bool:
    """Return whether a value is a valid message id, 1 to MAX_ID."""
    return type(value) is int and 1 <= value <= MAX_ID


def _maybe_plain(payload: bytes | memoryview) -> object:
    """Decode msgpack to plain data; None if it is unreadable."""
    try:
        return msgpack.decode(payload)
    except _DECODE_ERRORS:
        return None
