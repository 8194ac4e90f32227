"""Messages cut out of what a server sent, and made readable, one class for each wire.

``Wire.split`` takes whole messages from the front of the bytes; ``Wire.text`` is for the reader of
a recording. A text that does not show every byte ends with a hash of all of them.
"""

import json
from hashlib import sha256
from typing import Any, Protocol

import msgspec
from Pyro5 import protocol

MOST_CHARACTERS = 400
"""Longer texts are cut; their hash stays."""


class Wire(Protocol):
    """How messages follow each other in a stream of bytes."""

    def split(self, data: bytearray) -> list[bytes]:
        """Take every whole message from the front."""

    def text(self, message: bytes) -> str:
        """One line without line breaks."""


def hashed(message: bytes) -> str:
    """Enough of a hash to notice every change."""
    return sha256(message).hexdigest()[:12]


def shortened(text: str, message: bytes, *, exact: bool) -> str:
    """The text, cut if it is long; with a hash if it does not show all bytes."""
    if len(text) > MOST_CHARACTERS:
        return f"{text[:MOST_CHARACTERS]}… {len(message)} bytes {hashed(message)}"
    return text if exact else f"{text} {hashed(message)}"


def take(data: bytearray, size: int) -> bytes:
    """The first bytes, removed from the rest."""
    taken = bytes(data[:size])
    del data[:size]
    return taken


def plain_json(value: Any) -> str:
    """Plain data as one line; keys stay in their order."""
    return json.dumps(value, ensure_ascii=False, default=repr)


class SocketWire:
    """Four bytes of length, then a msgpack map."""

    def split(self, data: bytearray) -> list[bytes]:
        found = []
        while len(data) >= 4 and len(data) >= (size := 4 + int.from_bytes(data[:4], "big")):
            found.append(take(data, size))
        return found

    def text(self, message: bytes) -> str:
        return shortened(plain_json(self.plain(message)), message, exact=False)

    def plain(self, message: bytes) -> dict[str, Any]:
        """The message as a dict."""
        found: dict[str, Any] = msgspec.msgpack.decode(message[4:])
        return found


class PyroWire:
    """Messages of Pyro5: a header of 40 bytes, annotations, data."""

    HEADER = 40

    def split(self, data: bytearray) -> list[bytes]:
        found = []
        while len(data) >= self.HEADER:
            header = protocol.ReceivingMessage(bytes(data[: self.HEADER]))
            size = self.HEADER + header.annotations_size + header.data_size
            if len(data) < size:
                break
            found.append(take(data, size))
        return found

    def text(self, message: bytes) -> str:
        read = self.read(message)
        notes = {key: bytes(value).hex() for key, value in read.annotations.items()}
        head = f"type={read.type} flags={read.flags} seq={read.seq} notes={notes}"
        return shortened(f"{head} {plain_json(self.plain(message))}", message, exact=False)

    def plain(self, message: bytes) -> Any:
        """The data of a message."""
        data = bytes(self.read(message).data)
        try:
            return msgspec.msgpack.decode(data)
        except msgspec.DecodeError:
            return data.decode(errors="backslashreplace")

    def read(self, message: bytes) -> Any:
        """A message as Pyro5 reads it."""
        found = protocol.ReceivingMessage(message[: self.HEADER])
        found.add_payload(message[self.HEADER :])
        return found


class LineWire:
    """Text lines."""

    def split(self, data: bytearray) -> list[bytes]:
        found = []
        while (end := data.find(b"\n")) >= 0:
            found.append(take(data, end + 1))
        return found

    def text(self, message: bytes) -> str:
        line = message.decode(errors="backslashreplace").removesuffix("\n")
        shown = line if line.isprintable() else repr(line)
        return shortened(shown, message, exact=True)


class JavaTextWire:
    """Two bytes of length, then text."""

    def split(self, data: bytearray) -> list[bytes]:
        found = []
        while len(data) >= 2 and len(data) >= (size := 2 + int.from_bytes(data[:2], "big")):
            found.append(take(data, size))
        return found

    def text(self, message: bytes) -> str:
        text = message[2:].decode(errors="backslashreplace")
        return shortened(text if text.isprintable() else repr(text), message, exact=False)


class HeaderWire:
    """A header, an empty line, a body, an empty line."""

    def split(self, data: bytearray) -> list[bytes]:
        found = []
        while (header := data.find(b"\n\n")) >= 0 and (end := data.find(b"\n\n", header + 2)) >= 0:
            found.append(take(data, end + 2))
        return found

    def text(self, message: bytes) -> str:
        return shortened(repr(message.decode(errors="backslashreplace")), message, exact=True)
