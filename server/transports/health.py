"""Metrics and health over HTTP, for this machine only: GET /metrics and GET /health.

As little HTTP as that needs: one request per connection, its head at most 4 KiB, within 5 seconds.
"""

import asyncio
from collections.abc import Callable
from typing import cast

HEAD_BYTES = 4096
HEAD_SECONDS = 5.0
HOST = "127.0.0.1"

Page = Callable[[], tuple[int, bytes]]
"""The status and the body of an answer."""
_REASONS = {200: "OK", 400: "Bad Request", 404: "Not Found", 503: "Service Unavailable"}


class HealthRequest(asyncio.Protocol):
    """One connection."""

    def __init__(self, pages: dict[str, Page]) -> None:
        self._pages = pages
        self._head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(HEAD_SECONDS, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()

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
        page = self._pages.get(words[1])
        return page() if page else (404, b"there are /metrics and /health\n")

    def _answer(self, status: int, body: bytes) -> None:
        head = (
            f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self._transport.write(head.encode() + body)
        self._transport.close()


class HealthRoute:
    """The listening side."""

    def __init__(self, pages: dict[str, Page]) -> None:
        self._pages = pages

    async def start(self, port: int) -> str:
        """Listen; the answer is HOST:PORT with the real port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: HealthRequest(self._pages), HOST, port)
        return f"{HOST}:{self._server.sockets[0].getsockname()[1]}"

    def sweep(self, now: float) -> None:
        """Every connection has its own timer."""

    async def stop(self) -> None:
        """Stop listening."""
        self._server.close()
        await self._server.wait_closed()
