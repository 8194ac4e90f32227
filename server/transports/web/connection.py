"""HttpConnection: one HTTP request on the web port, which may open the WebSocket.

A connection serves one request and is closed, unless the request opens the WebSocket. Then a
``WebSocketConnection`` takes the stream over.
"""

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import structlog

from messages.errors import Refusal
from messages.framing_mistakes import PYRO
from server.admission.connection_limiter import LimitedConnection
from server.transports.connection import Connection
from server.transports.web import replays
from server.transports.web.handshake import accept_response, is_upgrade
from server.transports.web.http import (
    END_OF_HEAD,
    MAX_HEAD_BYTES,
    HttpError,
    Request,
    parse_head,
    response_head,
)
from server.transports.web.pages import Resource, page_response
from server.transports.web.websocket import WebSocketConnection

if TYPE_CHECKING:
    from server.transports.web.transport import WebTransport

PLAY_PATH: Final = "/play"
HEALTH_PATH: Final = "/health"
METHODS: Final = ("GET", "HEAD")
PLAIN_TEXT: Final = "text/plain; charset=utf-8"
WRONG_PORT: Final = (
    "Bad request: this is the web port, which is for HTTP and WebSockets; connect to the socket "
    "port instead, 7700 unless the operator chose another, or with Pyro5 to port 7701."
)
COMMON_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
CONTENT_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "connect-src 'self'"
)


class HttpConnection(Connection):
    """One connection; it is closed after one response or becomes a WebSocket."""

    transport: "WebTransport"

    def __init__(self, transport: "WebTransport") -> None:
        super().__init__(transport)
        self._head = b""
        self._limited = LimitedConnection()
        self._task: asyncio.Task[None] | None = None
        """Answers a request whose response must be built first."""
        self._start_message_deadline()  # for the request head

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register with the transport and the limiter, or respond with 503 and close."""
        super().connection_made(transport)
        try:
            self.transport.admit(self._limited, self.address)
        except Refusal as refusal:
            self.transport.remove(self)
            self._respond_error(HttpError(HTTPStatus.SERVICE_UNAVAILABLE, refusal.text))

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the transport and the limiter; stop building its response."""
        super().connection_lost(exc)
        self.transport.limiter.unregister(self._limited)
        if self._task is not None:
            self._task.cancel()

    def data_received(self, data: bytes) -> None:
        """Respond once the request head is complete, or with an error if it cannot become one.

        Input is ignored while the connection is closing.
        """
        if self.closing:
            return
        searched = max(0, len(self._head) - len(END_OF_HEAD))
        self._head += data
        try:
            end = self._head.find(END_OF_HEAD, searched)
            if end >= 0:
                self._handle_head(end)
            else:
                _check_incomplete(self._head)
        except HttpError as error:
            self._respond_error(error)

    def _handle_head(self, end: int) -> None:
        """Respond to the request whose head ends at this index, or open the WebSocket.

        Raises HttpError for a head that is too long or invalid, input after it, another method than
        GET and HEAD, and a path that is not served.
        """
        if end > MAX_HEAD_BYTES:
            raise _head_too_long()
        request = parse_head(self._head[:end])
        if len(self._head) > end + len(END_OF_HEAD):
            text = "Bad request: send one request per connection, without a body."
            raise HttpError(HTTPStatus.BAD_REQUEST, text)
        if request.method not in METHODS:
            text = "Only GET and HEAD are supported."
            raise HttpError(HTTPStatus.METHOD_NOT_ALLOWED, text, Allow=", ".join(METHODS))
        if request.path == PLAY_PATH:
            self._open_websocket(request)
        elif request.path == HEALTH_PATH:
            self._respond_health(request)
        elif request.path.startswith(replays.PREFIX):
            self._start_replay(request)
        else:
            self._respond_page(request)

    def _open_websocket(self, request: Request) -> None:
        """Accept the handshake and hand the stream over. Raises HttpError if it is refused."""
        if request.method != "GET" or not is_upgrade(request):
            text = "This is the address of the WebSocket; open it with a WebSocket client."
            raise HttpError(HTTPStatus.UPGRADE_REQUIRED, text, Upgrade="websocket")
        self._stream.write(accept_response(request, self.transport.origins))
        WebSocketConnection(self.transport).connection_made(self._stream)
        self.transport.connections.discard(self)
        self.transport.limiter.unregister(self._limited)

    def _respond_page(self, request: Request) -> None:
        """Send a file of the page. Raises HttpError if there is none with this path."""
        resource = self.transport.pages.find(request.path)
        if resource is None:
            raise HttpError(HTTPStatus.NOT_FOUND, "There is nothing at this address.")
        self._respond_resource(request, resource)

    def _start_replay(self, request: Request) -> None:
        """Start to answer with a replay file; nothing more is read meanwhile.

        Raises HttpError if the server does not store matches, or the rate limit is exceeded.
        """
        if self.transport.replays is None:
            raise HttpError(HTTPStatus.NOT_FOUND, "This server does not store matches.")
        try:
            if self._limited.prepaid < replays.COST:
                self.transport.limiter.check(self._limited, replays.COST, self.transport.now())
        except Refusal as refusal:
            raise HttpError(HTTPStatus.TOO_MANY_REQUESTS, refusal.text, Retry_After="2") from None
        self.update_deadline(completed=True, pending=False)
        self._stream.pause_reading()
        self._task = asyncio.create_task(self._respond_replay(self.transport.replays, request))

    async def _respond_replay(self, found: replays.Replays, request: Request) -> None:
        """Send a replay file when it is built, or the error.

        An unexpected exception is logged; nothing else would answer the request.
        """
        try:
            resource = await found.find(request.path, self._limited.rate_limit_key)
            self._respond_resource(request, resource)
        except HttpError as error:
            self._respond_error(error)
        except Exception:
            structlog.get_logger().exception("replay_crashed", match=replays.match_in(request.path))
            text = (
                "The server failed to build this replay; the operator finds the reason in the log."
            )
            self._respond_error(HttpError(HTTPStatus.INTERNAL_SERVER_ERROR, text))

    def _respond_resource(self, request: Request, resource: Resource) -> None:
        """Send a file of the page, or one that was built."""
        policy = f"{CONTENT_POLICY} ws://{request.host} wss://{request.host}"
        headers = {**COMMON_HEADERS, "Content-Security-Policy": policy}
        self._finish(page_response(request, resource, headers))

    def _respond_health(self, request: Request) -> None:
        """Send whether the server works: 200, or 503 with the reason."""
        status, body = self.transport.health()
        self._respond_text(HTTPStatus(status), body, {}, request.method)

    def _respond_error(self, error: HttpError) -> None:
        """Send the status and the text of an error."""
        method = "HEAD" if self._head.startswith(b"HEAD ") else "GET"
        self._respond_text(error.status, f"{error.text}\n".encode(), error.headers, method)

    def _respond_text(
        self, status: HTTPStatus, body: bytes, headers: Mapping[str, str], method: str
    ) -> None:
        """Send a response of plain text, without its body for HEAD."""
        all_headers = {**COMMON_HEADERS, **headers, "Content-Type": PLAIN_TEXT}
        head = response_head(status, {**all_headers, "Cache-Control": "no-store"}, len(body))
        self._finish(head if method == "HEAD" else head + body)

    def _finish(self, response: bytes) -> None:
        """Send the response and close; the client has ``unread_seconds`` to read it."""
        self.closing = True
        if not self._stream.is_closing():
            self._stream.write(response)
            self._stream.close()
            self.transport.call_later(self.transport.limits.unread_seconds, self._stream.abort)


def _check_incomplete(head: bytes) -> None:
    """Raise HttpError if these bytes are not the beginning of a request head, or too many."""
    if not head[:1].isupper() or head.startswith(PYRO):
        raise HttpError(HTTPStatus.BAD_REQUEST, WRONG_PORT)
    if len(head) > MAX_HEAD_BYTES:
        raise _head_too_long()


def _head_too_long() -> HttpError:
    """Return the error for a head above MAX_HEAD_BYTES."""
    status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    return HttpError(status, f"The request head may have at most {MAX_HEAD_BYTES} bytes.")
