"""The opening handshake of a WebSocket (RFC 6455, section 4) and the check of its origin."""

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from dataclasses import dataclass
from hashlib import sha1
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final

from server.transports.web.http import HttpError, Request

_KEY_SUFFIX: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
VERSION: Final = "13"
KEY_BYTES: Final = 16


@dataclass(frozen=True)
class OriginPolicy:
    """Decides which pages may open a WebSocket: those of this server, and those of ``allowed``."""

    scheme: str
    """``http``, or ``https`` with TLS."""
    is_loopback: bool
    """Whether only this machine can reach the server. Then the page has a loopback address: a
    foreign name that resolves to it (DNS rebinding) is not the own origin."""
    allowed: frozenset[str] = frozenset()
    """Further origins, such as https://games.example behind a proxy."""

    def is_allowed(self, request: Request) -> bool:
        """Return whether the origin of a request, in any letter case, may connect.

        True for a request without an origin, because only browsers send one.
        """
        origin = request.headers.get("origin", "").lower()
        if not origin or origin in self.allowed:
            return True
        return origin == f"{self.scheme}://{request.host}" and (
            not self.is_loopback or _is_loopback_name(request.host)
        )


def _is_loopback_name(host: str) -> bool:
    """Return whether a value of Host is ``localhost`` or a loopback address, with any port."""
    name = host[1 : host.index("]")] if host.startswith("[") else host.partition(":")[0]
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def is_upgrade(request: Request) -> bool:
    """Return whether the request asks for a WebSocket."""
    return "websocket" in request.words("upgrade") and "upgrade" in request.words("connection")


def accept_response(request: Request, policy: OriginPolicy) -> bytes:
    """Return the response that opens the WebSocket, without extensions.

    Raises HttpError for an origin that is not allowed, another version and an invalid key.
    """
    if not policy.is_allowed(request):
        text = "This page may not connect: its origin is not allowed; see --web-origin."
        raise HttpError(HTTPStatus.FORBIDDEN, text)
    if request.headers.get("sec-websocket-version") != VERSION:
        text = "Only version 13 of the WebSocket protocol is supported."
        raise HttpError(HTTPStatus.UPGRADE_REQUIRED, text, Sec_WebSocket_Version=VERSION)
    key = request.headers.get("sec-websocket-key", "")
    if not _is_key(key):
        raise HttpError(HTTPStatus.BAD_REQUEST, "Bad request: Sec-WebSocket-Key is invalid.")
    accept = b64encode(sha1(key.encode() + _KEY_SUFFIX).digest()).decode()
    lines = ("HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade")
    return "\r\n".join((*lines, f"Sec-WebSocket-Accept: {accept}", "", "")).encode()


def _is_key(key: str) -> bool:
    """Return whether this is the key of a handshake: 16 bytes in base64."""
    try:
        return len(b64decode(key, validate=True)) == KEY_BYTES
    except (Base64Error, ValueError):
        return False
