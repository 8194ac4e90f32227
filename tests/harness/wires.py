"""Split the bytes of a server into messages and show them as text, one class for each wire format.

``Wire.split`` removes complete messages from the front of the bytes; ``Wire.text`` returns a
message as a line of a recording. A line that does not show every byte ends with a hash of the
message.
"""

import json
from hashlib import sha256
from typing import Any, Protocol

import msgspec
from Pyro5 import protocol

MAX_CHARACTERS = 400
"""Longer texts are truncated and end with a hash."""


class Wire(Protocol):
    """A wire format: message boundaries, and messages as text."""

    def split(self, data: bytearray) -> list[bytes]:
        """Remove and return all complete messages at the front."""

    def text(self, message: bytes) -> str:
        """Return the message as one line."""


def short_hash(message: bytes) -> str:
    """Return the first 12 hexadecimal digits of the message's SHA-256."""
    return sha256(message).hexdigest()[:12]


def truncate(text: str, message: bytes, *, exact: bool) -> str:
    """Return the text, truncated if it is long; with a hash unless it is ``exact`` and short."""
    if len(text) > MAX_CHARACTERS:
        return f"{text[:MAX_CHARACTERS]}… {len(message)} bytes {short_hash(message)}"
    return text if exact else f"{text} {short_hash(message)}"


def pop_front(data: bytearray, size: int) -> bytes:
    """Remove and return the first bytes."""
    front = bytes(data[:size])
    del data[:size]
    return front


def plain_json(value: Any) -> str:
    """Return plain data as one line of JSON; keys keep their order."""
    return json.dumps(value, ensure_ascii=False, default=repr)


class SocketWire:
    """The wire of the socket transport: four bytes of length, then a msgpack map."""

    def split(self, data: bytearray) -> list[bytes]:
        messages = []
        while len(data) >= 4 and len(data) >= (size := 4 + int.from_bytes(data[:4], "big")):
            messages.append(pop_front(data, size))
        return messages

    def text(self, message: bytes) -> str:
        return truncate(plain_json(self.plain(message)), message, exact=False)

    def plain(self, message: bytes) -> dict[str, Any]:
        """Return the message as a dict."""
        plain: dict[str, Any] = msgspec.msgpack.decode(message[4:])
        return plain


class PyroWire:
    """Messages of Pyro5: a header of 40 bytes, annotations, data.

    The answer to a client of another protocol is HTTP or a frame of the socket.
    """

    HEADER = 40

    def split(self, data: bytearray) -> list[bytes]:
        messages = []
        if data and not data.startswith(b"PYRO"):
            return [pop_front(data, len(data))]
        while len(data) >= self.HEADER:
            header = protocol.ReceivingMessage(bytes(data[: self.HEADER]))
            size = self.HEADER + header.annotations_size + header.data_size
            if len(data) < size:
                break
            messages.append(pop_front(data, size))
        return messages

    def text(self, message: bytes) -> str:
        if message.startswith(b"HTTP/"):
            return repr(message)
        if not message.startswith(b"PYRO"):
            return f"frame {SocketWire().text(message)}"
        read = self.read(message)
        notes = {key: bytes(value).hex() for key, value in read.annotations.items()}
        head = f"type={read.type} flags={read.flags} seq={read.seq} notes={notes}"
        return truncate(f"{head} {plain_json(self.plain(message))}", message, exact=False)

    def plain(self, message: bytes) -> Any:
        """Return the decoded data of a message, or its text if it cannot be decoded."""
        data = bytes(self.read(message).data)
        try:
            return msgspec.msgpack.decode(data)
        except msgspec.DecodeError:
            return data.decode(errors="backslashreplace")

    def read(self, message: bytes) -> Any:
        """Return a message as Pyro5 parses it."""
        read = protocol.ReceivingMessage(message[: self.HEADER])
        read.add_payload(message[self.HEADER :])
        return read


class LineWire:
    """Text lines."""

    def split(self, data: bytearray) -> list[bytes]:
        messages = []
        while (end := data.find(b"\n")) >= 0:
            messages.append(pop_front(data, end + 1))
        return messages

    def text(self, message: bytes) -> str:
        line = message.decode(errors="backslashreplace").removesuffix("\n")
        shown = line if line.isprintable() else repr(line)
        return truncate(shown, message, exact=True)


class JavaTextWire:
    """Two bytes of length, then text."""

    def split(self, data: bytearray) -> list[bytes]:
        messages = []
        while len(data) >= 2 and len(data) >= (size := 2 + int.from_bytes(data[:2], "big")):
            messages.append(pop_front(data, size))
        return messages

    def text(self, message: bytes) -> str:
        text = message[2:].decode(errors="backslashreplace")
        return truncate(text if text.isprintable() else repr(text), message, exact=False)


class HeaderWire:
    """A header, an empty line, a body, an empty line."""

    def split(self, data: bytearray) -> list[bytes]:
        messages = []
        while (header := data.find(b"\n\n")) >= 0 and (end := data.find(b"\n\n", header + 2)) >= 0:
            messages.append(pop_front(data, end + 2))
        return messages

    def text(self, message: bytes) -> str:
        return truncate(repr(message.decode(errors="backslashreplace")), message, exact=True)
