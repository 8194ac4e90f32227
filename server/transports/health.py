"""Metrics and health over HTTP, for this machine only: GET /metrics and GET /health.

As little HTTP as that needs: one request per connection, its head at most 4 KiB, within
``message_seconds``.
"""

from collections.abc import Callable

from server.limits import Limits
from server.transports.base import Connection, Transport

HEAD_BYTES = 4096
HOST = "127.0.0.1"

Endpoint = Callable[[], tuple[int, bytes]]
"""Returns the status and the body of an answer."""
_REASONS = {200: "OK", 400: "Bad Request", 404: "Not Found", 503: "Service Unavailable"}


class HealthConnection(Connection):
    """One connection, which is closed after its answer."""

    transport: "HealthTransport"

    def __init__(self, transport: "HealthTransport") -> None:
        super().__init__(transport)
        self._head = b""
        self._expect_rest()  # of the request, although it has not begun

    def data_received(self, data: bytes) -> None:
        self._head += data
        if b"\r\n\r\n" in self._head:
            self._answer(*self._find())
        elif len(self._head) > HEAD_BYTES:
            self._answer(400, b"too long\n")

    def _find(self) -> tuple[int, bytes]:
        words = self._head.split(b"\r\n")[0].decode("latin-1").split(" ")
        if len(words) != 3 or words[0] != "GET":
            return 400, b"only GET is answered here\n"
        endpoint = self.transport.endpoints.get(words[1])
        return endpoint() if endpoint else (404, b"there are /metrics and /health\n")

    def _answer(self, status: int, body: bytes) -> None:
        head = (
            f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.queue(head.encode() + body)
        self.close()


class HealthTransport(Transport[HealthConnection]):
    """The listening side."""

    def __init__(self, endpoints: dict[str, Endpoint], limits: Limits) -> None:
        super().__init__(limits, HOST)
        self.endpoints = endpoints

    def accept(self) -> HealthConnection:
        """Return the protocol object of a new connection."""
        return HealthConnection(self)
