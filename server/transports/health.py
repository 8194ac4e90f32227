"""Metrics and health over HTTP on the loopback interface: GET and HEAD, a query is ignored.

Implements a minimum of HTTP: one request per connection, with a head of at most 4 KiB that must
arrive within ``message_seconds``.
"""

from collections.abc import Callable

from server.limits import Limits
from server.transports.base import Transport
from server.transports.connection import Connection

MAX_HEAD_BYTES = 4096
HOST = "127.0.0.1"

Endpoint = Callable[[], tuple[int, bytes]]
"""Returns the status and the body of a response."""
_REASONS = {200: "OK", 400: "Bad Request", 404: "Not Found", 503: "Service Unavailable"}


class HealthConnection(Connection):
    """One connection; it is closed after one response."""

    transport: "HealthTransport"

    def __init__(self, transport: "HealthTransport") -> None:
        super().__init__(transport)
        self._head = b""
        self._start_message_deadline()  # for the request head

    def data_received(self, data: bytes) -> None:
        """Respond once the request head is complete, or with 400 if it is too long.

        A body of the request is ignored.
        """
        self._head += data
        if b"\r\n\r\n" in self._head:
            self._respond(*self._handle_request())
        elif len(self._head) > MAX_HEAD_BYTES:
            self._respond(400, b"request head too long\n")

    def _handle_request(self) -> tuple[int, bytes]:
        """Return status and body of an endpoint: 400 for a wrong method, 404 if unknown."""
        words = self._head.split(b"\r\n")[0].decode("latin-1").split(" ")
        if len(words) != 3 or words[0] not in ("GET", "HEAD"):
            return 400, b"only GET and HEAD are supported\n"
        endpoint = self.transport.endpoints.get(words[1].partition("?")[0])
        return endpoint() if endpoint else (404, b"not found; try /metrics or /health\n")

    def _respond(self, status: int, body: bytes) -> None:
        """Queue a plain text response, without its body after HEAD, then close the connection."""
        head = (
            f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        is_head = self._head.startswith(b"HEAD ")
        self.queue(head.encode() + (b"" if is_head else body))
        self.close()


class HealthTransport(Transport[HealthConnection]):
    """Serves ``endpoints``, by path, on the loopback interface."""

    def __init__(self, endpoints: dict[str, Endpoint], limits: Limits) -> None:
        super().__init__(limits, HOST)
        self.endpoints = endpoints

    def create_protocol(self) -> HealthConnection:
        """Create the protocol object of a connection that asyncio has accepted."""
        return HealthConnection(self)
