"""Messages of a recorded connection as text: frames of the socket, and messages of Pyro5.

The bytes of each direction are split on their own. Which protocol they are is recognised by their
first four bytes. At most MAX_MESSAGE bytes are kept of a direction.
"""

import json
from typing import Any, NamedTuple

import msgspec
from Pyro5 import errors, protocol

from client.cli.text import FOREIGN_PROTOCOL, INVALID_PYRO_HEADER, MESSAGE_TOO_LONG
from messages.framing import HEADER
from messages.text import visible

MAX_MESSAGE = 1024 * 1024
"""Longer messages are not read; a server sends at most 64 KiB."""
MAX_CHARACTERS = 1000
"""Longer texts are cut."""
PYRO_HEADER = 40
MSGPACK = 4
"""The number of the serializer msgpack in Pyro5."""
KINDS = {
    protocol.MSG_CONNECT: "handshake",
    protocol.MSG_CONNECTOK: "handshake accepted",
    protocol.MSG_CONNECTFAIL: "handshake refused",
    protocol.MSG_INVOKE: "call",
    protocol.MSG_RESULT: "answer",
    protocol.MSG_PING: "ping",
}
FOREIGN = {b"GET ": "HTTP", b"HTTP": "HTTP", b"\x16\x03": "TLS"}
"""Other protocols by their first bytes."""


class WireMessage(NamedTuple):
    """A message with its number of bytes; ``is_message`` is False for a remark about the bytes.

    ``pushes`` are the messages inside the answer to a poll.
    """

    size: int
    text: str
    pushes: tuple[str, ...] = ()
    is_message: bool = True


class Unreadable(Exception):
    """The bytes of a direction cannot be split any further."""


class WireReader:
    """Splits the bytes of one direction, which arrive in arbitrary pieces, into messages."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._is_readable = True

    def feed(self, data: bytes) -> list[WireMessage]:
        """Return the messages that are now complete.

        If the bytes cannot be split, a remark is returned once; later bytes are ignored.
        """
        messages: list[WireMessage] = []
        if not self._is_readable:
            return messages
        self._data += data
        try:
            while size := self._complete_size():
                messages.append(_read(bytes(self._data[:size])))
                del self._data[:size]
        except Unreadable as error:
            messages.append(WireMessage(len(self._data), str(error), is_message=False))
            self._is_readable = False
            self._data.clear()
        return messages

    def rest(self) -> int:
        """Return the number of bytes of an incomplete message."""
        return len(self._data)

    def _complete_size(self) -> int:
        """Return the size of the first message; 0 if it is not complete. Raises Unreadable."""
        if len(self._data) < HEADER:
            return 0
        if self._data.startswith(b"PYRO"):
            if len(self._data) < PYRO_HEADER:
                return 0
            size = _pyro_size(bytes(self._data[:PYRO_HEADER]))
        else:
            size = _frame_size(bytes(self._data[:HEADER]))
        if size > MAX_MESSAGE:
            raise Unreadable(MESSAGE_TOO_LONG.format(size=size))
        return size if size <= len(self._data) else 0


def _frame_size(header: bytes) -> int:
    """Return the size of a frame of the socket. Raises Unreadable for another protocol."""
    for start, name in FOREIGN.items():
        if header.startswith(start):
            raise Unreadable(FOREIGN_PROTOCOL.format(name=name))
    return HEADER + int.from_bytes(header, "big")


def _pyro_size(header: bytes) -> int:
    """Return the size of a message of Pyro5. Raises Unreadable for an invalid header."""
    try:
        message = protocol.ReceivingMessage(header)
    except errors.PyroError as error:
        raise Unreadable(INVALID_PYRO_HEADER.format(error=error)) from None
    return PYRO_HEADER + int(message.annotations_size) + int(message.data_size)


def _read(message: bytes) -> WireMessage:
    """Return a complete message; each of its texts is one line, cut after MAX_CHARACTERS."""
    if not message.startswith(b"PYRO"):
        return WireMessage(len(message), _line(_message_text(_decode(message[HEADER:]))))
    header = protocol.ReceivingMessage(message[:PYRO_HEADER])
    data = message[PYRO_HEADER + header.annotations_size :]
    readable = header.serializer_id == MSGPACK and not header.flags & protocol.FLAGS_COMPRESSED
    plain = _decode(data) if readable else None
    if header.type == protocol.MSG_RESULT and isinstance(plain, dict):
        pushes = plain.get("messages")
        if isinstance(pushes, list):
            text = f"answer {header.seq} with {len(pushes)} messages, cursor {plain.get('cursor')}"
            lines = tuple(_line(_message_text(push)) for push in pushes)
            return WireMessage(len(message), _line(text), lines)
    return WireMessage(len(message), _line(_pyro_text(header, data, plain)))


def _line(text: str) -> str:
    """Return a text on one line without control characters; a long text ends with an ellipsis.

    It is cut after MAX_CHARACTERS.
    """
    line = visible(text[: MAX_CHARACTERS + 1])
    return line if len(text) <= MAX_CHARACTERS else f"{line[:MAX_CHARACTERS]}…"


def _message_text(plain: Any) -> str:
    """Return a message of the protocol as its type and its other fields.

    Other data is shown as JSON after ``no message:``.
    """
    if isinstance(plain, dict) and isinstance(plain.get("type"), str):
        fields = {name: value for name, value in plain.items() if name != "type"}
        return f"{plain['type']} {_json(fields)}"
    return f"no message: {_json(plain)}"


def _pyro_text(header: protocol.ReceivingMessage, data: bytes, plain: Any) -> str:
    """Return a message of Pyro5: its kind and number, then the call or the data.

    Compressed data is not shown; data of another serializer is shown as bytes, which are cut.
    """
    kind = KINDS.get(header.type, f"type {header.type}")
    if header.flags & protocol.FLAGS_EXCEPTION:
        kind = "exception"
    start = f"{kind} {header.seq}"
    if header.flags & protocol.FLAGS_COMPRESSED:
        return f"{start} compressed"
    if header.serializer_id != MSGPACK:
        return f"{start} {data[:MAX_CHARACTERS]!r}"
    if header.type == protocol.MSG_INVOKE and isinstance(plain, list) and len(plain) == 4:
        return f"{start} {_call_text(*plain)}"
    return f"{start} {_json(plain)}"


def _call_text(target: object, method: object, positional: object, named: object) -> str:
    """Return a call as it is written in Python."""
    values = [_json(value) for value in positional] if isinstance(positional, list) else []
    if isinstance(named, dict):
        values += [f"{name}={_json(value)}" for name, value in named.items()]
    return f"{target}.{method}({', '.join(values)})"


def _decode(payload: bytes) -> Any:
    """Return the decoded payload; the first MAX_CHARACTERS bytes of it if it is not msgpack."""
    try:
        return msgspec.msgpack.decode(payload)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, TypeError):
        return payload[:MAX_CHARACTERS]


def _json(value: Any) -> str:
    """Return plain data as JSON, or only the name of its type if JSON has no such values."""
    try:
        return json.dumps(value, ensure_ascii=False, default=repr)
    except (TypeError, ValueError, RecursionError):
        return f"<{type(value).__name__}>"
