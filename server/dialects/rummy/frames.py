"""Rummy's old dialect: status messages cut out of a byte stream, no sockets (Rummy 10.2).

A message is a header of two lines, an empty line, a body of one or more lines, an empty line. Any
number of empty lines may stand between messages, and the header may be on one line. The first key
of the header, ``Message Type`` or ``Type``, tells which profile a connection speaks.
"""

import re
from typing import NamedTuple

HEADER_BYTES = 256
BODY_BYTES = 8 * 1024
TYPES = ("CONNECT", "TURN", "MOVE", "BEGIN", "END", "OK", "ERR")

_HEADER = re.compile(r"(message type|type)\s*:\s*(\w+)\s+sender\s*:\s*(.*)", re.IGNORECASE)


class TooLong(Exception):
    """A header or a body beyond its limit: the connection is closed."""


class Frame(NamedTuple):
    """One message; ``later`` is whether its first key was ``Type``."""

    type: str
    sender: str
    body: tuple[str, ...]
    later: bool = False

    @property
    def word(self) -> str:
        """The first line of the body, in lower case."""
        return self.body[0].lower()

    def field(self, key: str) -> str | None:
        """The value of a named field, in any place and any letter case."""
        for line in self.body:
            name, colon, value = line.partition(":")
            if colon and name.strip().lower() == key:
                return value.strip()
        return None


START = Frame("BEGIN", "", ("Start",))
"""What the bare line ``start`` means."""


def write(kind: str, body: tuple[str, ...], *, later: bool) -> bytes:
    """A message of the host."""
    key = "Type" if later else "Message Type"
    return "\n".join((f"{key}: {kind}", "Sender: host", "", *body, "", "")).encode()


class Frames:
    """Feed it what was read; None stands for a message that cannot be understood."""

    def __init__(self) -> None:
        self._rest = b""
        self._header: list[str] = []
        self._body: list[str] | None = None
        self._size = 0

    @property
    def pending(self) -> bool:
        """Whether a message was begun and has not ended yet."""
        return bool(self._rest or self._header)

    def feed(self, data: bytes) -> list[Frame | None]:
        """The messages that are whole now."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        found: list[Frame | None] = []
        for line in whole:
            self._count(len(line) + 1)
            text = line.decode(errors="replace").removesuffix("\r")
            found += self._take(text)
        self._check(self._size + len(self._rest))
        return found

    def _count(self, size: int) -> None:
        self._size += size
        self._check(self._size)

    def _check(self, size: int) -> None:
        if size > (HEADER_BYTES if self._body is None else BODY_BYTES):
            raise TooLong

    def _take(self, line: str) -> list[Frame | None]:
        """One more line; an empty one ends the header, or the message."""
        if self._body is not None:
            return self._take_body(line)
        if line.strip():
            if not self._header and line.strip().lower() == "start":
                self._size = 0
                return [START]
            self._header.append(line.strip())
            return []
        self._size = 0
        if self._header and _HEADER.fullmatch(" ".join(self._header)) is None:
            self._header = []
            return [None]
        self._body = [] if self._header else None
        return []

    def _take_body(self, line: str) -> list[Frame | None]:
        assert self._body is not None
        if line.strip():
            self._body.append(line.strip())
            return []
        header, body = " ".join(self._header), tuple(self._body)
        self._header, self._body, self._size = [], None, 0
        return [_maybe_frame(header, body)]


def _maybe_frame(header: str, body: tuple[str, ...]) -> Frame | None:
    found = _HEADER.fullmatch(header)
    assert found is not None
    key, kind, sender = found.groups()
    if kind.upper() not in TYPES or not body:
        return None
    return Frame(kind.upper(), sender.strip(), body, key.lower() == "type")
