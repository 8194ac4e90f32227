"""My Shelfie's dialect: split a byte stream into requests, and encode messages (B.2).

A message is ``name|argument|argument``. A client sends either frames (two length bytes, then Java's
modified UTF-8) or lines that end with LF. The first byte of a connection shows which.
"""

import re

from messages.text import clean
from server.dialects.base import is_plain_name
from server.dialects.lines import Lines, line

MAX_LINE_BYTES = 65_535
"""Maximum length of a frame, given by its two length bytes; lines have the same limit."""
MAX_TEXT_LENGTH = 200
"""Maximum length of a chat text; longer ones are truncated."""
MAX_REQUEST_NAME_LENGTH = 32
FIRST_PRINTABLE = 0x20
"""A frame shorter than 8 KiB begins with a byte below this one, a line does not."""
LINE_ENDS = b"\r\n"


class FrameReader:
    """Splits a byte stream into frames with two length bytes."""

    def __init__(self) -> None:
        self._rest = b""

    @property
    def has_partial_message(self) -> bool:
        """Return whether the start of a frame was read but not its end."""
        return bool(self._rest)

    def feed(self, data: bytes) -> list[str | None]:
        """Add bytes; return the messages that they complete, with None for an unreadable one."""
        messages, rest, start = [], self._rest + data, 0
        while len(rest) >= start + 2:
            end = start + 2 + int.from_bytes(rest[start : start + 2], "big")
            if len(rest) < end:
                break
            messages.append(maybe_text(rest[start + 2 : end]))
            start = end
        self._rest = rest[start:]
        return messages


class RequestReader:
    """Splits a byte stream into frames or lines, depending on the first byte."""

    def __init__(self) -> None:
        self._reader: FrameReader | Lines | None = None

    @property
    def is_framed(self) -> bool:
        """Return whether the client sends frames; False before the first byte."""
        return isinstance(self._reader, FrameReader)

    @property
    def has_partial_message(self) -> bool:
        """Return whether the start of a request was read but not its end."""
        return self._reader is not None and self._reader.has_partial_message

    def feed(self, data: bytes) -> list[str | None]:
        """Add bytes; return the requests that they complete, with None for an unreadable one.

        The first byte decides whether the client sends frames or lines.
        """
        if self._reader is None and data:
            is_framed = data[0] < FIRST_PRINTABLE and data[0] not in LINE_ENDS
            self._reader = FrameReader() if is_framed else Lines(MAX_LINE_BYTES)
        return self._reader.feed(data) if self._reader else []


def encode(text: str, *, is_framed: bool) -> bytes:
    """Return a message as a frame in Java's modified UTF-8, or as a line in ordinary UTF-8.

    In a line, a line break at the start of an argument is omitted; any other becomes a space.
    """
    if not is_framed:
        single_line = text.replace("|\n", "|").replace("\n", " ")
        return f"{single_line}\n".encode()
    data = encode_java_utf8(text)
    return len(data).to_bytes(2, "big") + data


def maybe_text(data: bytes) -> str | None:
    """Decode Java's modified UTF-8 (NUL as two bytes, surrogate pairs); None if it is invalid."""
    try:
        surrogates = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
        return surrogates.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeError:
        return None


def encode_java_utf8(text: str) -> bytes:
    """Encode text as Java's modified UTF-8."""
    surrogates = re.sub("[\U00010000-\U0010ffff]", _surrogate_pair, text)
    return surrogates.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")


def _surrogate_pair(match: re.Match[str]) -> str:
    """Return the two surrogates of a matched character above U+FFFF."""
    code = ord(match[0]) - 0x10000
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def return_line(name: str, is_done: bool) -> str:
    """Return the ``return`` message with the sanitized name of a request and its result."""
    return line("return", sanitize_request_name(name), "true" if is_done else "false")


def sanitize_request_name(name: str) -> str:
    """Return the name of a request, cleaned and truncated, so that it can be sent back."""
    return sanitize_argument(clean(name, MAX_REQUEST_NAME_LENGTH))


def sanitize_argument(text: str) -> str:
    """Return free text with ``/`` for ``|``."""
    return text.replace("|", "/")


def sanitize_text(text: str) -> str:
    """Return a chat text cleaned, truncated and with ``/`` for ``|``."""
    return sanitize_argument(clean(text, MAX_TEXT_LENGTH))


def maybe_number(text: str) -> int | None:
    """Parse a number of one to nine digits, ignoring spaces around it; None if it is invalid."""
    text = text.strip()
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def maybe_name(text: str) -> str | None:
    """Return a nickname without spaces around it; None if it is not allowed."""
    name = text.strip()
    return name if is_plain_name(name) and clean(name) == name else None
