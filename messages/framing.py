"""Framing of a byte stream: a 4-byte big-endian length, then that many bytes.

The length is checked as soon as it is complete, before any of the body is buffered.
"""

from collections.abc import Iterator
from struct import Struct

from messages.errors import ErrorCode, ProtocolError
from messages.framing_mistakes import oversized_text

HEADER = 4
_LENGTH = Struct(">I")
MAX_CLIENT_FRAME = 64 * 1024
MAX_SERVER_FRAME = 64 * 1024
"""Maximum size of a frame that a server sends, its header included; tests check all messages."""
MAX_ACCEPTED_FRAME = 4 * 1024 * 1024
"""Maximum size of a frame that a client accepts: older servers send longer lists of matches."""


pack_length = _LENGTH.pack
"""Returns the header of a payload of this length."""


def frame(payload: bytes) -> bytes:
    """Return the payload with its length in front."""
    return pack_length(len(payload)) + payload


class FrameDecoder:
    """Splits a byte stream that arrives in arbitrary pieces into payloads."""

    __slots__ = ("_limit", "_rest")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._rest = b""

    @property
    def pending(self) -> int:
        """The number of buffered bytes of an incomplete frame."""
        return len(self._rest)

    @property
    def rest(self) -> bytes:
        """The bytes of an incomplete frame, with its length."""
        return self._rest

    def feed(self, data: bytes) -> list[bytes]:
        """Return all payloads now complete. Raises ProtocolError for an oversized frame."""
        return list(self.iter_payloads(data))

    def maybe_only_payload(self, data: bytes) -> bytes | None:
        """Return the payload if ``data`` is exactly one frame and nothing is buffered; else None.

        Most clients send one frame at a time; ``iter_payloads`` takes four times as long for it.
        """
        if self._rest or len(data) < HEADER:
            return None
        (size,) = _LENGTH.unpack_from(data)
        return data[HEADER:] if len(data) - HEADER == size <= self._limit else None

    def iter_payloads(self, data: bytes) -> Iterator[bytes]:
        """Yield the payloads that are now complete. Raises ProtocolError for an oversized frame.

        After an error, or if the caller stops early, the decoder must not be used again.
        """
        data = self._rest + data if self._rest else data
        start = 0
        while len(data) - start >= HEADER:
            end = start + HEADER + int.from_bytes(data[start : start + HEADER], "big")
            if end - start - HEADER > self._limit:
                self._rest = b""
                text = oversized_text(data[start : start + HEADER], self._limit)
                raise ProtocolError(ErrorCode.FRAMETOOLONG, text, is_fatal=True)
            if end > len(data):
                break
            yield data[start + HEADER : end]
            start = end
        self._rest = data[start:]
