"""My Shelfie's dialect: requests cut out of a byte stream, and messages as bytes (B.2).

A message is ``name|argument|argument``. A client either frames it, two bytes of length and then
UTF-8 as Java writes it, or ends it with LF; the first byte of a connection tells which.
"""

import re

from messages.text import clean
from server.dialects.base import is_plain_name
from server.dialects.lines import Lines, line

MAX_LINE_BYTES = 65_535
"""The most that two bytes of length can say; lines have the same limit."""
MAX_TEXT_LENGTH = 200
"""Of a text that a person wrote; longer ones are cut."""
MAX_REQUEST_NAME_LENGTH = 32
FIRST_PRINTABLE = 0x20
"""A frame of a sane length begins with a byte below the first printable one."""
LINE_ENDS = b"\r\n"


class FrameReader:
    """Two bytes of length before each message."""

    def __init__(self) -> None:
        self._rest = b""

    @property
    def has_partial_message(self) -> bool:
        """Whether a frame was begun and is not whole."""
        return bool(self._rest)

    def feed(self, data: bytes) -> list[str | None]:
        """The messages that are whole now."""
        found, rest, start = [], self._rest + data, 0
        while len(rest) >= start + 2:
            end = start + 2 + int.from_bytes(rest[start : start + 2], "big")
            if len(rest) < end:
                break
            found.append(maybe_text(rest[start + 2 : end]))
            start = end
        self._rest = rest[start:]
        return found


class RequestReader:
    """Either framing, told apart by the first byte."""

    def __init__(self) -> None:
        self._reader: FrameReader | Lines | None = None

    @property
    def is_framed(self) -> bool:
        """Whether the client uses frames."""
        return isinstance(self._reader, FrameReader)

    @property
    def has_partial_message(self) -> bool:
        """Whether a message was begun and is not whole."""
        return self._reader is not None and self._reader.has_partial_message

    def feed(self, data: bytes) -> list[str | None]:
        """The requests that are whole now."""
        if self._reader is None and data:
            is_framed = data[0] < FIRST_PRINTABLE and data[0] not in LINE_ENDS
            self._reader = FrameReader() if is_framed else Lines(MAX_LINE_BYTES)
        return self._reader.feed(data) if self._reader else []


def encode(text: str, *, is_framed: bool) -> bytes:
    """A message as it is sent; a line is ordinary UTF-8."""
    if not is_framed:
        return f"{text}\n".encode()
    data = encode_java_utf8(text)
    return len(data).to_bytes(2, "big") + data


def maybe_text(data: bytes) -> str | None:
    """What Java wrote: NUL in two bytes, signs beyond the first 65,536 as two halves."""
    try:
        halves = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
        return halves.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeError:
        return None


def encode_java_utf8(text: str) -> bytes:
    """The other way."""
    halves = re.sub("[\U00010000-\U0010ffff]", _surrogate_pair, text)
    return halves.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")


def _surrogate_pair(found: re.Match[str]) -> str:
    code = ord(found[0]) - 0x10000
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def return_line(name: str, done: bool) -> str:
    """The outcome of a request."""
    return line("return", sanitize_request_name(name), "true" if done else "false")


def sanitize_request_name(name: str) -> str:
    """A name that came in, safe to send back."""
    return sanitize_argument(clean(name, MAX_REQUEST_NAME_LENGTH))


def sanitize_argument(text: str) -> str:
    """Free text without the sign that ends an argument."""
    return text.replace("|", "/")


def sanitize_text(text: str) -> str:
    """What somebody wrote, cleaned and cut."""
    return sanitize_argument(clean(text, MAX_TEXT_LENGTH))


def maybe_number(text: str) -> int | None:
    """A small whole number."""
    text = text.strip()
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def maybe_name(text: str) -> str | None:
    """A nickname as it is, or None for one that cannot be used."""
    name = text.strip()
    return name if is_plain_name(name) and clean(name) == name else None
