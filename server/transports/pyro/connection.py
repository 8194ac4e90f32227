"""The Pyro5 transport: remote method calls from stock proxies, on the event loop.

No Pyro5 thread runs here and nothing of a Pyro5 daemon: one object, plain data, msgpack. A
connection starts with a handshake, then calls; ``poll`` is an answer that comes later. ``sweep``
aborts a connection that is silent, has no session, does not finish a message or does not read its
answers: comparing a number per connection is cheaper than a timer per message.
"""

import asyncio
from math import inf
from ssl import SSLContext

from Pyro5 import errors
from Pyro5.core import DAEMON_NAME

from messages.codec import encode
from messages.errors import ErrorCode, Refusal
from messages.play import Error
from server.admission.connection_limiter import ConnectionLimiter, LimitedConnection
from server.admission.costs import DEFAULT_COST
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.base import Connection, Flusher, Transport
from server.transports.pyro import wire as wire
from server.transports.pyro.calls import Calls
from server.transports.pyro.methods import EXPOSED, METADATA, OBJECT
from server.transports.pyro.peer import PendingCall, PyroPeer

UNKNOWN_OBJECT = "unknown object"
UNKNOWN_METHOD = "the object has no such remote method"
BUSY = encode(
    Error(ErrorCode.RATELIMITED, "Too many calls wait on this connection; wait for answers first.")
)
TOO_MANY_FAILED = "too many calls in a row made no sense"
FULL = "the server is full; try again later"
_METADATA = encode(METADATA)


class PyroConnection(Connection):
    """One TCP connection; any number of sessions may be used through it.

    Besides its messages it has to open a session in time, and to read its answers in time.
    """

    transport: "PyroTransport"

    def __init__(self, transport: "PyroTransport") -> None:
        super().__init__(transport)
        self.using: set[PyroPeer] = set()
        self._limits = transport.limits
        self._requests = wire.Requests(transport.limits.frame_bytes)
        self._limited = LimitedConnection()
        self._invoke_method = transport.calls.invoke
        self._unanswered = 0
        self._failed = 0
        self._discarded = 0
        self._session_due = self._input_due
        self._output_due = inf
        self._expect_rest()  # of the handshake, although it has not begun

    # What the event loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        try:
            self.transport.admit(self._limited, self.address)
        except Refusal as refusal:
            self.transport.forget(self)
            self.queue(wire.rejected(0, f"{refusal.code}: {refusal.text}"))
            self.close()

    def data_received(self, data: bytes) -> None:
        if self.closing:
            self._discard(data)
            return
        whole = False
        try:
            for request in self._requests.cut(data):
                whole = True
                self._handle(request)
        except wire.ConnectionRefused as refused:
            self._refuse(refused)
            return
        pending = bool(self._requests.pending)
        if pending or self._input_due != inf:
            self.note_input(whole=whole, pending=pending)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.transport.limiter.unregister(self._limited)
        for peer in self.using:
            peer.drop_poll_of(self)

    def on_overflow(self) -> None:
        """Give the client a little time to read; it may not ask for more meanwhile."""
        if self._output_due == inf:
            self._output_due = self.transport.now() + self._limits.message_seconds
        else:
            self.abort()

    def resume_writing(self) -> None:
        """Note that the client has read most of it."""
        super().resume_writing()
        self._output_due = inf

    # What peers and the transport call.

    def reply(self, seq: int, payload: bytes, pushed: int = 0) -> None:
        """Answer call number ``seq``."""
        self._unanswered -= 1
        self.queue(wire.result(seq, payload, pushed))

    def is_late(self, now: float) -> bool:
        """Whether a message, a session or the reading of answers is late."""
        self.using = {peer for peer in self.using if peer.ended is None}
        if self.using:
            self._session_due = now + self._limits.handshake_seconds
        return now > min(self._input_due, self._output_due, self._session_due)

    # Requests.

    def _handle(self, request: wire.Request) -> None:
        limited = self._limited
        if limited.prepaid < DEFAULT_COST and self._is_rate_limited(request):
            return
        limited.prepaid -= DEFAULT_COST
        if request.type == wire.INVOKE:
            self._invoke(request)
        elif request.type == wire.PING:
            self.queue(wire.pong(request))
        else:
            self._connect(request)

    def _is_rate_limited(self, request: wire.Request) -> bool:
        """Whether this is too much; the caller is told, in the end by ConnectionRefused."""
        try:
            self.transport.limiter.check(self._limited, DEFAULT_COST, self.transport.now())
        except Refusal as refusal:
            if self._limited.is_cut_off or request.type != wire.INVOKE:
                raise wire.ConnectionRefused(refusal.text, request) from None
            error = Error(refusal.code, refusal.text)
            self.queue(wire.result(request.seq, encode(error)))
            return True
        return False

    def _connect(self, request: wire.Request) -> None:
        if wire.read_connect(request) != OBJECT:
            raise wire.ConnectionRefused(UNKNOWN_OBJECT, request)
        self._requests.accepted = wire.LATER
        self.queue(wire.connected(request.seq, METADATA))

    def _invoke(self, request: wire.Request) -> None:
        try:
            call = wire.read_call(request.payload)
            if call.object != OBJECT or call.method not in EXPOSED:
                self.queue(wire.result(request.seq, _daemon_call(call)))
            elif self._unanswered >= self._limits.pending_calls:
                self.queue(wire.result(request.seq, BUSY))
            else:
                self._invoke_method(call, PendingCall(self, request.seq))
                self._unanswered += 1  # unless it failed; an answer at once has counted before
            self._failed = 0
        except wire.CallFailed as failed:
            self._failed += 1
            if self._failed >= self._limits.malformed_messages:
                raise wire.ConnectionRefused(TOO_MANY_FAILED, request) from None
            self.queue(wire.failure(request.seq, failed.error))

    # Endings.

    def _refuse(self, refused: wire.ConnectionRefused) -> None:
        """Say why, then wait a little for the client to hang up: a reset could outrun the text."""
        self.queue(wire.refusal(refused))
        if refused.request is None or not self._stream.can_write_eof():
            self.close()
            return
        self.flush()
        self.closing = True
        if not self._stream.is_closing():
            self._stream.write_eof()
            self._expect_rest()

    def _discard(self, data: bytes) -> None:
        self._discarded += len(data)
        if self._discarded > self._limits.frame_bytes:
            self.abort()


def _daemon_call(call: wire.Call) -> bytes:
    """The one thing a stock proxy asks the daemon itself."""
    if call.object not in (OBJECT, DAEMON_NAME):
        raise wire.CallFailed(errors.DaemonError(UNKNOWN_OBJECT))
    if call.object == OBJECT or call.method != "get_metadata":
        raise wire.CallFailed(AttributeError(UNKNOWN_METHOD))
    if wire.read_arguments(call) != [OBJECT]:
        raise wire.CallFailed(errors.DaemonError(UNKNOWN_OBJECT))
    return _METADATA


class PyroTransport(Transport[PyroConnection]):
    """The listening side."""

    calls: Calls

    def __init__(
        self,
        hub: Hub,
        limits: Limits,
        host: str,
        tls: SSLContext | None = None,
        flusher: Flusher | None = None,
    ) -> None:
        super().__init__(limits, host, tls, flusher)
        self.limiter = ConnectionLimiter(limits)
        self._hub = hub

    def accept(self) -> PyroConnection:
        """Return the protocol object of a new connection."""
        return PyroConnection(self)

    async def start(self, port: int) -> str:
        """Listen; return the URI for proxies, with the real port."""
        self.calls = Calls(self._hub, self.limits, asyncio.get_running_loop())
        host, _, real_port = (await super().start(port)).rpartition(":")
        return f"PYRO:{OBJECT}@{f'[{host}]' if ':' in host else host}:{real_port}"

    def admit(self, limited: LimitedConnection, address: str) -> None:
        """Count a new connection. Raises Refusal if there are too many."""
        self.limiter.register(limited, address, self.now())
        if len(self.open) > self.limits.connections:
            raise Refusal(ErrorCode.SERVERFULL, FULL)

    def sweep(self, now: float) -> None:
        """Forget keys that nobody uses, and abort late connections."""
        self.calls.sweep(now)
        self.limiter.sweep(now)
        super().sweep(now)

    async def stop(self) -> None:
        """Answer the polls that wait, end every session and connection."""
        self.calls.stop()
        await super().stop()
