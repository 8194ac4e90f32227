"""The web transport: the page for browsers and the WebSocket ``/play`` on one port."""

from collections.abc import Iterable
from ssl import SSLContext

from messages.errors import ErrorCode, Refusal
from server.admission.connection_limiter import ConnectionLimiter, LimitedConnection
from server.admission.costs import HTTP_COST
from server.admission.event_log import LimitExceeded
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.addresses import is_loopback
from server.transports.base import Transport
from server.transports.connection import Connection, Flusher
from server.transports.health import Endpoint
from server.transports.web.connection import HttpConnection
from server.transports.web.handshake import OriginPolicy
from server.transports.web.pages import Pages
from server.transports.web.replays import Replays

FULL = "The server is full; try again later."


class WebTransport(Transport[Connection]):
    """The listening side, with limits of its own for TCP connections.

    Of one address, HTTP requests count here, and a WebSocket only as a peer of the hub: pages can
    be loaded while players behind the same router are connected.
    """

    def __init__(
        self,
        hub: Hub,
        limits: Limits,
        host: str,
        tls: SSLContext | None = None,
        flusher: Flusher | None = None,
        *,
        pages: Pages,
        health: Endpoint,
        origins: Iterable[str] = (),
        replays: Replays | None = None,
    ) -> None:
        super().__init__(limits, host, tls, flusher)
        self.hub = hub
        self.limiter = ConnectionLimiter(limits)
        self.pages = pages
        self.health = health
        self.replays = replays
        """The replay files of finished matches; None if matches are not stored."""
        self._scheme = "https" if tls else "http"
        allowed = frozenset(origin.lower().rstrip("/") for origin in origins)
        self.origins = OriginPolicy(self._scheme, is_loopback(host), allowed)

    def apply_limits(self, limits: Limits) -> None:
        """Replace the limits, also those of TCP connections."""
        super().apply_limits(limits)
        self.limiter.apply_limits(limits)

    def create_protocol(self) -> HttpConnection:
        """Create the protocol object of a connection that asyncio has accepted."""
        return HttpConnection(self)

    async def start(self, port: int) -> str:
        """Start listening; return the address of the page. Raises OSError."""
        host, _, bound_port = (await super().start(port)).rpartition(":")
        return f"{self._scheme}://{host}:{bound_port}"

    def admit(self, limited: LimitedConnection, address: str) -> None:
        """Register a new connection with the limiter, which counts it even if it is refused.

        Raises Refusal if the address has too many connections or opens them too fast, or the server
        is full.
        """
        try:
            self.limiter.register(limited, address, self.now(), HTTP_COST)
            self.hub.check_open_files()
            if len(self.connections) > self.limits.connections:
                raise LimitExceeded("connections", ErrorCode.SERVERFULL, FULL)
        except Refusal as refusal:
            self.hub.refuse_connection(refusal, address)
            raise

    async def stop(self) -> None:
        """Stop building replay files, then stop as in the base class."""
        if self.replays is not None:
            await self.replays.close()
        await super().stop()

    def sweep(self, now: float) -> None:
        """Forget idle addresses, and abort connections that missed a deadline."""
        self.limiter.sweep(now)
        super().sweep(now)
