"""Explains what the author of a client probably did wrong, from the first bytes of a bad frame.

Every text names the number that was read as the length. Pure functions; nothing here decodes.
"""

from typing import Final

HEADER: Final = 4
HTTP_METHODS: Final = (
    *(b"GET ", b"HEAD", b"POST", b"PUT ", b"DELE", b"OPTI", b"PATC", b"CONN", b"TRAC", b"PRI "),
)
"""The first four bytes of requests of HTTP."""
PYRO: Final = b"PYRO"
"""The first four bytes of every message of Pyro5."""
_TLS_HANDSHAKE: Final = b"\x16\x03"

HTTP: Final = "This is HTTP: the page for browsers has a port of its own."
PYRO_CLIENT: Final = "This is Pyro5: connect the proxy to the Pyro5 port, which is another one."
TLS: Final = "This is TLS: this port is not encrypted."
JSON: Final = (
    "This is JSON: send a 4-byte length and a msgpack map; only the WebSocket of the web port "
    "takes JSON."
)
TEXT: Final = "These bytes are text: send a 4-byte length and a msgpack map."
SHORT_LENGTH: Final = "The length seems to have 2 bytes; send it in 4."
EMPTY_PAYLOAD: Final = "This frame is empty: the length read is 0."
JSON_PAYLOAD: Final = "This frame has JSON; encode the map as msgpack."
NO_LENGTH: Final = (
    "These are the first bytes of a msgpack map: send its length before it, and do not count the "
    "4 bytes of the length."
)
COUNTS_ITSELF: Final = "The length counts its own 4 bytes; send {number}."
LITTLE_ENDIAN: Final = "The bytes of the length are in the wrong order: send {number} big-endian."


def oversized_text(head: bytes, limit: int) -> str:
    """Return the sentences about a length above the limit; ``head`` are its four bytes."""
    number = int.from_bytes(head, "big")
    text = f"A frame may have at most {limit} bytes; the length read is {number} ({head.hex(' ')})."
    return f"{text} {_order_text(head, limit) or _foreign_text(head)}".rstrip()


def incomplete_text(rest: bytes, seconds: float) -> str:
    """Return the sentences about a frame that was incomplete for too long.

    ``rest`` are the bytes that have arrived.
    """
    within = f"within {seconds:g} s of its first byte"
    if len(rest) < HEADER:
        return f"A frame begins with a 4-byte length; only {len(rest)} of them arrived {within}."
    number, body = int.from_bytes(rest[:HEADER], "big"), len(rest) - HEADER
    text = f"A frame must be complete {within}: the length read is {number}, {body} bytes followed."
    if body == number - HEADER:
        return f"{text} {COUNTS_ITSELF.format(number=body)}"
    if int.from_bytes(rest[:HEADER], "little") == body:
        return f"{text} {LITTLE_ENDIAN.format(number=body)}"
    return text


def payload_text(payload: bytes | memoryview) -> str:
    """Return a sentence if a payload is empty or looks like JSON; otherwise an empty text."""
    if not payload:
        return EMPTY_PAYLOAD
    return JSON_PAYLOAD if bytes(payload[:1]) in (b"{", b"[") else ""


def wrong_port_text(head: bytes) -> str:
    """Return the sentences about input on the Pyro5 port that does not begin as Pyro5 does.

    ``head`` are the first four bytes, or nothing if none arrived.
    """
    if not head:
        return f"{PYRO_PORT} Nothing arrived; a client of the socket gets no first message here."
    number = int.from_bytes(head, "big")
    seen = f"The first 4 bytes are {head.hex(' ')}, as a length {number}."
    known = _foreign_text(head)
    return f"{PYRO_PORT} {seen} {known}".rstrip()


PYRO_PORT: Final = (
    "This is the Pyro5 port, which is for Pyro5 proxies; connect to the socket port instead, 7700 "
    "unless the operator chose another."
)


def _foreign_text(head: bytes) -> str:
    """Return the sentence about another protocol that begins with these bytes; empty if none."""
    if head.startswith(HTTP_METHODS):
        return HTTP
    if head == PYRO:
        return PYRO_CLIENT
    if head.startswith(_TLS_HANDSHAKE):
        return TLS
    if head[:1] in (b"{", b"["):
        return JSON
    if _begins_map(head[0]):
        return NO_LENGTH
    if head[0] < 0x80 and _begins_map(head[2]) and 0xA0 <= head[3] < 0xC0:
        return SHORT_LENGTH
    return TEXT if all(byte in b"\r\n\t" or 0x20 <= byte < 0x7F for byte in head) else ""


def _begins_map(byte: int) -> bool:
    """Return whether a map of msgpack may begin with this byte."""
    return 0x80 <= byte <= 0x8F or byte in (0xDE, 0xDF)


def _order_text(head: bytes, limit: int) -> str:
    """Return the sentence about a little-endian length; empty if that is above the limit, too."""
    number = int.from_bytes(head, "little")
    return LITTLE_ENDIAN.format(number=number) if 0 < number <= limit else ""
