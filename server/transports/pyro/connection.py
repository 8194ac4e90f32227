"""The Pyro5 transport: remote method calls from stock proxies, on the event loop.

There is no Pyro5 daemon and no thread: one object, plain data, msgpack. A connection starts with a
handshake, then calls follow; the answer to ``poll`` may come later. ``sweep`` aborts a connection
that sends nothing, has no session, does not complete a message or does not read its answers. It
compares deadlines, because that is cheaper than a timer per message.
"""

import asyncio
from math import inf
from ssl import SSLContext

from Pyro5 import errors
from Pyro5.core import DAEMON_NAME

from messages.codec import encode
from messages.errors import ErrorCode, Refusal
from messages.framing_mistakes import wrong_port_text
from messages.play import Error
from server.admission.connection_limiter import ConnectionLimiter, LimitedConnection
from server.admission.costs import DEFAULT_COST
from server.admission.event_log import LimitExceeded
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.base import Transport
from server.transports.connection import Flusher
from server.transports.input import InputConnection
from server.transports.pyro import wire
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


class PyroConnection(InputConnection[wire.Request]):
    """One TCP connection, used by the peers of any number of keys.

    Besides completing its messages, the client must open a session and read its answers in time.
    """

    transport: "PyroTransport"

    def __init__(self, transport: "PyroTransport") -> None:
        self._requests = wire.RequestParser(transport.limits.frame_bytes)
        super().__init__(transport, self._requests)
        self.peers: set[PyroPeer] = set()
        """Peers whose keys were used through this connection."""
        self._limits = transport.limits
        self._limited = LimitedConnection()
        self._invoke_method = transport.calls.invoke
        self._unanswered = 0
        self._failed_in_a_row = 0
        self._discarded_bytes = 0
        self._session_deadline = self._input_deadline
        self._start_message_deadline()  # for the handshake

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register with the transport and the limiter, or send the refusal and close.

        A refused connection is not among the connections of the transport, but the limiter counts
        it until it is lost.
        """
        super().connection_made(transport)
        try:
            self.transport.admit(self._limited, self.address)
        except Refusal as refusal:
            self.transport.remove(self)
            self.queue(wire.encode_rejected(0, f"{refusal.code}: {refusal.text}"))
            self.close()

    def data_received(self, data: bytes) -> None:
        """Handle the first complete request, hold others, and update the input deadline.

        ConnectionRefused sends the reason and ends the connection. While closing, input is
        discarded, and the connection is aborted after ``frame_bytes`` of it.
        """
        if self.closing:
            self._drain_after_refusal(data)
            return
        requests = self._requests.feed(data)
        if self._held is not None:
            self.hold(None, requests)
            return
        completed = False
        try:
            for request in requests:
                if completed:
                    self.hold(request, requests)
                    return
                completed = True
                self.handle(request)
        except wire.ConnectionRefused as refused:
            self.on_input_error(refused)
            return
        pending = bool(self._requests.pending)
        if pending or self._input_deadline != inf:
            self.update_deadline(completed=completed, pending=pending)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the transport and the limiter, and drop its pending polls.

        Its sessions stay open and may be used through other connections.
        """
        super().connection_lost(exc)
        self.transport.limiter.unregister(self._limited)
        for peer in self.peers:
            peer.drop_poll_of(self)

    # Called by peers and by the transport.

    def reply(self, seq: int, payload: bytes, pushed: int = 0) -> None:
        """Queue the answer to the call with this sequence number; count it as answered.

        ``pushed`` is the number of earlier pushes, sent as the PUSH annotation; 0: no annotation.
        """
        self._unanswered -= 1
        self.queue(wire.encode_result(seq, payload, pushed))

    def is_late(self, now: float) -> bool:
        """Return whether a message, a session or the reading of answers is overdue.

        Also forgets peers that have ended. While one remains, the deadline for a session is moved
        on.
        """
        self.peers = {peer for peer in self.peers if peer.end_reason is None}
        if self.peers:
            self._session_deadline = now + self._limits.handshake_seconds
        return now > self._session_deadline or super().is_late(now)

    def on_late(self) -> None:
        """End the connection; one that has sent nothing is told that this port is for Pyro5.

        A client of the socket waits for the first message of the server.
        """
        parser = self._requests
        is_silent = parser.accepted is wire.HANDSHAKE_TYPES and not parser.pending
        if is_silent and not self.closing:
            self.on_input_error(wire.ConnectionRefused(wrong_port_text(b"")))
        else:
            super().on_late()

    def extend_deadlines(self, seconds: float, now: float) -> None:
        """Postpone all deadlines, also that for a session, by the time of the suspension."""
        super().extend_deadlines(seconds, now)
        self._session_deadline = self._extended_deadline(self._session_deadline, seconds, now)

    # Requests.

    def handle(self, request: wire.Request) -> bool:
        """Execute a call, or answer a ping or a handshake; return True. Raises ConnectionRefused.

        A call above the rate limit is answered with RATELIMITED and not executed. Any other request
        above it, and a call after too many such answers, raises ConnectionRefused.
        """
        limited = self._limited
        if limited.prepaid < DEFAULT_COST and self._is_rate_limited(request):
            return True
        limited.prepaid -= DEFAULT_COST
        if request.type == wire.INVOKE:
            self._invoke(request)
        elif request.type == wire.PING:
            self.queue(wire.encode_pong(request))
        else:
            self._connect(request)
        return True

    def _is_rate_limited(self, request: wire.Request) -> bool:
        """Return whether a call exceeds the rate limit; if so, it is answered with RATELIMITED.

        Raises ConnectionRefused if the request is not a call or the warnings are used up.
        """
        try:
            self.transport.limiter.check(self._limited, DEFAULT_COST, self.transport.now())
        except Refusal as refusal:
            if self._limited.is_cut_off or request.type != wire.INVOKE:
                raise wire.ConnectionRefused(refusal.text, request) from None
            error = Error(refusal.code, refusal.text)
            self.queue(wire.encode_result(request.seq, encode(error)))
            return True
        return False

    def _connect(self, request: wire.Request) -> None:
        """Answer the handshake and accept calls from now on.

        Raises ConnectionRefused for an unknown object or an unreadable handshake.
        """
        if wire.read_connect(request) != OBJECT:
            raise wire.ConnectionRefused(UNKNOWN_OBJECT, request)
        self._requests.accepted = wire.CALL_TYPES
        self.queue(wire.encode_connected(request.seq, METADATA))

    def _invoke(self, request: wire.Request) -> None:
        """Execute a call; the call is answered now or later.

        Calls to the daemon, failed calls and calls beyond ``pending_calls`` are answered here.
        Raises ConnectionRefused after ``malformed_messages`` failed calls in a row.
        """
        try:
            call = wire.read_call(request.payload)
            if call.object != OBJECT or call.method not in EXPOSED:
                self.queue(wire.encode_result(request.seq, _handle_daemon_call(call)))
            elif self._unanswered >= self._limits.pending_calls:
                self.queue(wire.encode_result(request.seq, BUSY))
            else:
                self._invoke_method(call, PendingCall(self, request.seq))
                self._unanswered += 1  # an immediate answer has already subtracted 1
            self._failed_in_a_row = 0
        except wire.CallFailed as failed:
            self._failed_in_a_row += 1
            if self._failed_in_a_row >= self._limits.malformed_messages:
                raise wire.ConnectionRefused(TOO_MANY_FAILED, request) from None
            self.queue(wire.encode_failure(request.seq, failed.error))

    # Refusals.

    input_errors = (wire.ConnectionRefused,)

    def on_input_error(self, refused: Exception) -> None:
        """Send the reason and half-close; the client closes, or ``sweep`` aborts the connection.

        An immediate close could reset the connection before the client has read the reason. With
        TLS, or if the client does not use Pyro5, the connection is closed instead.
        """
        assert isinstance(refused, wire.ConnectionRefused)
        self.queue(wire.encode_refusal(refused))
        if refused.request is None or not self._stream.can_write_eof():
            self.close()
            return
        self._is_congested = False
        self.flush()
        self.closing = True
        self.drop_held()
        if not self._stream.is_closing():
            self._stream.write_eof()
            self._start_message_deadline()

    def _drain_after_refusal(self, data: bytes) -> None:
        """Discard input after a refusal; abort after ``frame_bytes`` of it."""
        self._discarded_bytes += len(data)
        if self._discarded_bytes > self._limits.frame_bytes:
            self.abort()


def _handle_daemon_call(call: wire.Call) -> bytes:
    """Answer a call that is not a known method of the game object.

    Return the encoded metadata of the object for ``get_metadata`` of the daemon. Raises CallFailed
    for every other call.
    """
    if call.object not in (OBJECT, DAEMON_NAME):
        raise wire.CallFailed(errors.DaemonError(UNKNOWN_OBJECT))
    if call.object == OBJECT or call.method != "get_metadata":
        raise wire.CallFailed(AttributeError(UNKNOWN_METHOD))
    if wire.read_arguments(call) != [OBJECT]:
        raise wire.CallFailed(errors.DaemonError(UNKNOWN_OBJECT))
    return _METADATA


class PyroTransport(Transport[PyroConnection]):
    """The listening side, with limits of its own for TCP connections and their calls."""

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

    def apply_limits(self, limits: Limits) -> None:
        """Replace the limits, also those of TCP connections."""
        super().apply_limits(limits)
        self.limiter.apply_limits(limits)
        self.calls.apply_limits(limits)

    def create_protocol(self) -> PyroConnection:
        """Create the protocol object of a connection that asyncio has accepted."""
        return PyroConnection(self)

    async def start(self, port: int) -> str:
        """Start listening; return the URI for proxies, with the port in use. Raises OSError."""
        self.calls = Calls(self._hub, self.limits, asyncio.get_running_loop())
        host, _, bound_port = (await super().start(port)).rpartition(":")
        return f"PYRO:{OBJECT}@{host}:{bound_port}"

    def admit(self, limited: LimitedConnection, address: str) -> None:
        """Register a new connection with the limiter, which counts it even if it is refused.

        Raises Refusal if the address has too many connections or opens them too fast, or the server
        is full.
        """
        try:
            self.limiter.register(limited, address, self.now())
            self._hub.check_open_files()
            if len(self.connections) > self.limits.connections:
                raise LimitExceeded("connections", ErrorCode.SERVERFULL, FULL)
        except Refusal as refusal:
            self._hub.refuse_connection(refusal, address)
            raise

    def sweep(self, now: float) -> None:
        """Remove idle peers and idle addresses, and abort connections that missed a deadline."""
        self.calls.sweep(now)
        self.limiter.sweep(now)
        super().sweep(now)

    def on_suspended(self, seconds: float, now: float) -> None:
        """Postpone the deadlines of connections and keys by the time of the suspension."""
        super().on_suspended(seconds, now)
        self.calls.on_suspended(seconds, now)

    async def stop(self) -> None:
        """End all sessions, which answers pending calls and polls, then close all connections."""
        self.calls.stop()
        await super().stop()
