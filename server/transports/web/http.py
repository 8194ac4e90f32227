"""HTTP/1.1 as far as a page and a WebSocket handshake need it: parsing a request head; no sockets.

A head that could be read in two ways is refused with 400, so that a proxy in front of the server
cannot understand it differently. Requests with a body are refused: one connection is one request.
"""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

MAX_HEAD_BYTES: Final = 8192
"""Maximum size of a request head; browsers send about 1 KiB, with cookies of other programs on the
same host more."""
MAX_HEADERS: Final = 64
END_OF_HEAD: Final = b"\r\n\r\n"

_REQUEST_LINE = re.compile(rb"([A-Z]{1,16}) (/[\x21-\x7e]*) HTTP/1\.([01])")
_HEADER = re.compile(
    rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*((?:[\x21-\x7e\x80-\xff]"
    rb"(?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)[ \t]*"
)
_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
_LISTS: Final = frozenset({"accept", "accept-encoding", "connection", "if-none-match", "upgrade"})
"""Headers that may be repeated; their values are joined with commas."""


class HttpError(Exception):
    """Raised for a request that is refused; the text is the body of the response."""

    def __init__(self, status: HTTPStatus, text: str, **headers: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


@dataclass(frozen=True, slots=True)
class Request:
    """A request without a body; the names of headers are in lower case."""

    method: str
    path: str
    """The path without its query."""
    headers: dict[str, str]

    @property
    def host(self) -> str:
        """The value of the Host header in lower case; it has a port unless it is the default one.

        ``parse_head`` refuses a request without this header.
        """
        return self.headers["host"].lower()

    def words(self, header: str) -> list[str]:
        """Return the comma-separated values of a header in lower case; none if it is missing."""
        values = self.headers.get(header, "").lower().split(",")
        return [word for value in values if (word := value.strip())]


def parse_head(head: bytes) -> Request:
    """Parse a request head, without the empty line at its end. Raises HttpError with status 400.

    A request with a body is an error. HTTP/1.0 loses its Upgrade header.
    """
    lines = head.split(b"\r\n")
    request_line = _REQUEST_LINE.fullmatch(lines[0])
    if request_line is None:
        raise _bad_request("the first line must be a method, a path and HTTP/1.1")
    if len(lines) - 1 > MAX_HEADERS:
        raise _bad_request(f"there are more than {MAX_HEADERS} headers")
    method, target, minor_version = request_line.groups()
    headers = _parse_headers(lines[1:])
    if _HOST.fullmatch(headers.get("host", "")) is None:
        raise _bad_request("there must be one valid Host header")
    if "transfer-encoding" in headers or headers.get("content-length", "0") != "0":
        raise _bad_request("a request must not have a body")
    if minor_version == b"0":
        headers.pop("upgrade", None)  # RFC 9110, section 7.8
    return Request(method.decode(), target.decode().partition("?")[0], headers)


def _parse_headers(lines: list[bytes]) -> dict[str, str]:
    """Return the values of headers by their names in lower case.

    The values of a repeated header are joined with commas if it is one of _LISTS. Raises HttpError
    for any other repeated header, and for an invalid one.
    """
    headers: dict[str, str] = {}
    for line in lines:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise _bad_request("a header is invalid")
        name, value = match[1].decode().lower(), match[2].decode("latin-1")
        if name not in headers:
            headers[name] = value
        elif name in _LISTS:
            headers[name] += f", {value}"
        else:
            raise _bad_request("a header is repeated")
    return headers


def _bad_request(text: str) -> HttpError:
    """Return the error for a head that is not understood."""
    return HttpError(HTTPStatus.BAD_REQUEST, f"Bad request: {text}.")


def response_head(status: HTTPStatus, headers: dict[str, str], body_bytes: int) -> bytes:
    """Return the head of a response after which the connection is closed.

    It contains the length of the body, except with the status 304.
    """
    lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if status is not HTTPStatus.NOT_MODIFIED:
        lines.append(f"Content-Length: {body_bytes}")
    return "\r\n".join((*lines, "Connection: close", "", "")).encode("latin-1")
