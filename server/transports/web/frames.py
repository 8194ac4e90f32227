"""WebSocket frames (RFC 6455) as pure functions and a parser: bytes to messages; no sockets.

The header of a frame is checked as soon as it is complete, before its payload is stored. The parser
joins fragments and passes control frames, which may come between them, to a callback. Extensions
are not negotiated, so reserved bits are refused.
"""

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Final, NoReturn

from messages.errors import ErrorCode, ProtocolError

CONTINUATION: Final = 0x0
TEXT: Final = 0x1
BINARY: Final = 0x2
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA

FINAL: Final = 0x80
MASKED: Final = 0x80
FINAL_TEXT: Final = FINAL | TEXT
RESERVED_BITS: Final = 0x70
OPCODE_BITS: Final = 0x0F
MASK_BYTES: Final = 4
LENGTH_16: Final = 126
LENGTH_64: Final = 127
MAX_CONTROL_BYTES: Final = 125
MAX_FRAGMENTS: Final = 256
"""Maximum number of fragments of a message. Browsers do not fragment messages of this size; empty
fragments would cost time without adding bytes."""
MAX_REASON_BYTES: Final = MAX_CONTROL_BYTES - 2


class CloseCode(IntEnum):
    """The close codes that the server sends; docs/protocol.md explains them."""

    NORMAL = 1000
    PROTOCOL_ERROR = 1002
    UNSUPPORTED_DATA = 1003
    INVALID_TEXT = 1007
    POLICY_VIOLATION = 1008
    TOO_LONG = 1009


class FrameError(ProtocolError):
    """Raised for input that ends the connection with a close code."""

    def __init__(
        self, close_code: CloseCode, text: str, code: ErrorCode = ErrorCode.MALFORMEDMESSAGE
    ) -> None:
        super().__init__(code, text, is_fatal=True)
        self.close_code = close_code


OnControl = Callable[[int, bytes], None]
"""Handles a control frame: its opcode and its payload. May raise FrameError."""


class FrameParser:
    """Splits a byte stream that arrives in arbitrary pieces into text messages."""

    __slots__ = ("_fragment_bytes", "_fragments", "_limit", "_on_control", "_rest", "_short")

    def __init__(self, limit: int, on_control: OnControl) -> None:
        self._limit = limit
        self._short = min(limit, LENGTH_16 - 1)
        """Maximum size of a text frame whose header needs no further checks."""
        self._on_control = on_control
        self._rest = b""
        self._fragments: list[bytes] | None = None
        """The fragments of an incomplete message; None between messages."""
        self._fragment_bytes = 0

    def detach(self) -> None:
        """Forget the callback, so that the parser and its owner are not a reference cycle."""
        self._on_control = _ignore_control

    @property
    def pending(self) -> bool:
        """Whether a frame or a fragmented message has begun and is incomplete."""
        return bool(self._rest) or self._fragments is not None

    @property
    def is_in_message(self) -> bool:
        """Whether a fragmented message has begun and is incomplete."""
        return self._fragments is not None

    def maybe_only_payload(self, data: bytes) -> bytes | None:
        """Return the text if ``data`` is exactly one short text frame and nothing is buffered.

        Most clients send one frame at a time; ``iter_payloads`` takes longer for it.
        """
        if self._rest or self._fragments is not None or len(data) < 2 or data[0] != FINAL_TEXT:
            return None
        size = data[1] ^ MASKED
        if size > self._short or len(data) != 2 + MASK_BYTES + size:
            return None
        return unmask(data[2 + MASK_BYTES :], data[2 : 2 + MASK_BYTES])

    def iter_payloads(self, data: bytes) -> Iterator[bytes]:
        """Yield the text messages that are now complete. Raises FrameError.

        Control frames are handled in the same order; nothing follows a close frame. After an error,
        or if the caller stops early, the parser must not be used again.
        """
        data = self._rest + data if self._rest else data
        start, size = 0, len(data)
        while size - start >= 2:
            first, length = data[start], data[start + 1] ^ MASKED
            mask = start + 2
            if first != FINAL_TEXT or length > self._short or self._fragments is not None:
                checked = self._read_header(data, start, first, length)
                if checked is None:
                    break
                length, mask = checked
            payload = mask + MASK_BYTES
            end = payload + length
            if end > size:
                break
            text = unmask(data[payload:end], data[mask:payload])
            start = end
            if first == FINAL_TEXT:
                yield text
            elif first & CLOSE:
                opcode = first & OPCODE_BITS
                self._on_control(opcode, text)
                if opcode == CLOSE:
                    self._rest = b""
                    return
            elif (joined := self._add_fragment(first, text)) is not None:
                yield joined
        self._rest = data[start:]

    def _read_header(
        self, data: bytes, start: int, first: int, length: int
    ) -> tuple[int, int] | None:
        """Check a header; return the length of the payload and the index of its mask.

        Returns None if more bytes are needed for that.

        ``length`` is the second byte without its mask bit, or above 127 if that bit is missing.
        Raises FrameError for a frame that is not accepted.
        """
        opcode = first & OPCODE_BITS
        if first & RESERVED_BITS:
            _fail("No extension is in use, so the reserved bits of a frame must be 0.")
        if length > LENGTH_64:
            _fail("A client must mask its frames.")
        mask = start + 2
        if opcode & CLOSE:
            _check_control(first, opcode, length)
            return length, mask
        self._check_data(opcode)
        if length >= LENGTH_16:
            mask += 2 if length == LENGTH_16 else 8
            if mask > len(data):
                return None
            is_short = length == LENGTH_16
            length = int.from_bytes(data[start + 2 : mask], "big")
            if length < (LENGTH_16 if is_short else 1 << 16):
                _fail("The length of a frame must have its shortest form.")
        if self._fragment_bytes + length > self._limit:
            text = f"A frame may have at most {self._limit} bytes."
            raise FrameError(CloseCode.TOO_LONG, text, ErrorCode.FRAMETOOLONG)
        return length, mask

    def _check_data(self, opcode: int) -> None:
        """Raise FrameError unless a data frame with this opcode may come now."""
        if opcode == BINARY:
            text = "Send each message as a text frame with JSON, not as a binary frame."
            raise FrameError(CloseCode.UNSUPPORTED_DATA, text)
        if opcode not in (CONTINUATION, TEXT):
            _fail("A frame has an unknown opcode.")
        if (opcode == CONTINUATION) is (self._fragments is None):
            _fail("A continuation frame must follow the first fragment of a message.")

    def _add_fragment(self, first: int, fragment: bytes) -> bytes | None:
        """Add a fragment; return the whole message if it was the last one, otherwise None.

        Raises FrameError if there are more than MAX_FRAGMENTS.
        """
        if self._fragments is None:
            self._fragments = []
        self._fragments.append(fragment)
        self._fragment_bytes += len(fragment)
        if not first & FINAL:
            if len(self._fragments) >= MAX_FRAGMENTS:
                text = f"A message may have at most {MAX_FRAGMENTS} fragments."
                raise FrameError(CloseCode.POLICY_VIOLATION, text)
            return None
        message = b"".join(self._fragments)
        self._fragments, self._fragment_bytes = None, 0
        return message


def _ignore_control(opcode: int, payload: bytes) -> None:
    """Do nothing with a control frame."""


def _check_control(first: int, opcode: int, length: int) -> None:
    """Raise FrameError unless this is the header of a close, ping or pong frame."""
    if opcode not in (CLOSE, PING, PONG):
        _fail("A frame has an unknown opcode.")
    if not first & FINAL or length > MAX_CONTROL_BYTES:
        _fail(f"A control frame must be final and have at most {MAX_CONTROL_BYTES} bytes.")


def _fail(text: str) -> NoReturn:
    """Raise FrameError for a violation of the WebSocket protocol."""
    raise FrameError(CloseCode.PROTOCOL_ERROR, text)


def unmask(data: bytes, mask: bytes) -> bytes:
    """Return the payload of a frame of a client: each byte is combined with one of the mask."""
    size = len(data)
    key = (mask * (size // MASK_BYTES + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


def check_text(payload: bytes) -> None:
    """Raise FrameError if the payload of a text message is not UTF-8."""
    if payload.isascii():
        return
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise FrameError(CloseCode.INVALID_TEXT, "A text frame must be valid UTF-8.") from None


def text_frame(payload: bytes) -> bytes:
    """Return a text frame of the server."""
    return _frame_head(FINAL_TEXT, len(payload)) + payload


def control_frame(opcode: int, payload: bytes) -> bytes:
    """Return a control frame of the server; the payload has at most MAX_CONTROL_BYTES."""
    return bytes((FINAL | opcode, len(payload))) + payload


def close_frame(code: CloseCode, reason: str = "") -> bytes:
    """Return a close frame; a reason above MAX_REASON_BYTES is cut."""
    return control_frame(CLOSE, code.to_bytes(2, "big") + reason.encode()[:MAX_REASON_BYTES])


def _frame_head(first: int, size: int) -> bytes:
    """Return the first bytes of a frame of the server, up to its payload."""
    if size < LENGTH_16:
        return bytes((first, size))
    if size < 1 << 16:
        return bytes((first, LENGTH_16)) + size.to_bytes(2, "big")
    return bytes((first, LENGTH_64)) + size.to_bytes(8, "big")
