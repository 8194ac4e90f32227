"""The Pyro5 route: remote method calls from stock proxies, spoken on the event loop.

No Pyro5 thread runs here and nothing of a Pyro5 daemon: one object, plain data, msgpack. A
connection says hello first, then calls; ``poll`` is simply an answer that comes later. A silent
connection, one without a living session, a message that does not get finished and an answer that
is not read are cut by ``sweep``, which the server calls about once a second: one look at a number
per connection is cheaper than a timer per message.
"""

import asyncio
import socket
from math import inf
from ssl import SSLContext
from typing import cast

from Pyro5 import errors
from Pyro5.core import DAEMON_NAME

from messages.codec import encode
from messages.errors import ErrorCode, Refusal
from messages.play import Error
from server.admission.connection_limiter import Door, Visitor
from server.admission.costs import USUAL
from server.limits import Limits
from server.transports.buffers import bound_unsent
from server.transports.cutting import cut_late
from server.transports.pyro import wire as wire
from server.transports.pyro.calls import Calls, HubLike
from server.transports.pyro.methods import EXPOSED, METADATA, OBJECT
from server.transports.pyro.peer import Session, Ticket

STOP_SECONDS = 1.0
"""How long the last answers may take when the server stops."""

UNKNOWN_OBJECT = "unknown object"
UNKNOWN_METHOD = "the object has no such remote method"
BUSY = encode(
    Error(ErrorCode.RATELIMITED, "Too many calls wait on this connection; wait for answers first.")
)
FULL = "the server is full; try again later"
_METADATA = encode(METADATA)


class PyroConnection(asyncio.Protocol):
    """One TCP connection; any number of sessions may be used through it."""

    _transport: asyncio.Transport

    def __init__(self, route: "PyroRoute") -> None:
        self.polling: set[Session] = set()
        self.using: set[Session] = set()
        self._route = route
        self._limits = route.limits
        self._requests = wire.Requests(route.limits.frame_bytes)
        self._address = ""
        self._visitor = Visitor()
        self._unsent: list[bytes] = []
        self._invoked = route.calls.invoke
        self._calls = 0
        self._most = route.limits.calls_waiting
        self._failed = 0
        self._deaf = False
        self._discarded = 0
        self._input_due = route.now() + route.limits.message_seconds
        self._output_due = inf
        self._session_due = route.now() + route.limits.hello_seconds

    # What the event loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=self._limits.queue_bytes)
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        address = transport.get_extra_info("peername")
        self._address = str(address[0]) if address else ""
        try:
            self._route.admit(self, self._visitor, self._address)
        except Refusal as refusal:
            self._transport.write(wire.rejected(0, f"{refusal.code}: {refusal.text}"))
            self._transport.close()
            self._deaf = True

    def data_received(self, data: bytes) -> None:
        if self._deaf:
            self._discard(data)
            return
        try:
            whole = self._requests.feed(data, self._handle)
        except wire.Refused as refused:
            self._refuse(refused)
            return
        if not self._requests.pending:
            self._input_due = inf
        elif whole or self._input_due == inf:
            self._input_due = self._route.now() + self._limits.message_seconds

    def connection_lost(self, exc: Exception | None) -> None:
        self._deaf = True
        self._route.leave(self, self._visitor)
        for session in list(self.polling):
            session.drop_poll()

    def pause_writing(self) -> None:
        """More than the bound is unsent: the client has a little time to read it."""
        self._output_due = self._route.now() + self._limits.message_seconds

    def resume_writing(self) -> None:
        """The client has read most of it."""
        self._output_due = inf

    # What sessions and the route call.

    def reply(self, seq: int, payload: bytes, pushed: int = 0) -> None:
        """The answer to call number ``seq``."""
        self._calls -= 1
        self._write(wire.result(seq, payload, pushed))

    def is_late(self, now: float) -> bool:
        """Whether a hello, the rest of a message, the reading of answers or a session is late."""
        self.using = {session for session in self.using if session.ended is None}
        if self.using:
            self._session_due = now + self._limits.hello_seconds
        return now > min(self._input_due, self._output_due, self._session_due)

    def flush(self) -> None:
        """Send what was written in this tick; one system call, and the readers wake together."""
        if self._unsent and not self._transport.is_closing():
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def close(self) -> None:
        """Send what was written, then end."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """End at once."""
        self._transport.abort()

    # Requests.

    def _handle(self, request: wire.Request) -> None:
        visitor = self._visitor
        if visitor.credit < USUAL and self._is_hasty(request):
            return
        visitor.credit -= USUAL
        if request.type == wire.INVOKE:
            self._invoke(request)
        elif request.type == wire.PING:
            self._write(wire.pong(request))
        else:
            self._connect(request)

    def _is_hasty(self, request: wire.Request) -> bool:
        """Whether too much is asked for here; then the caller is told, in the end by Refused."""
        try:
            self._route.door.check(self._visitor, USUAL, self._route.now())
        except Refusal as refusal:
            if self._visitor.sent_away or request.type != wire.INVOKE:
                raise wire.Refused(refusal.text, request) from None
            error = Error(refusal.code, refusal.text)
            self._write(wire.result(request.seq, encode(error)))
            return True
        return False

    def _connect(self, request: wire.Request) -> None:
        if wire.read_connect(request) != OBJECT:
            raise wire.Refused(UNKNOWN_OBJECT, request)
        self._requests.accepted = wire.LATER
        self._write(wire.connected(request.seq, METADATA))

    def _invoke(self, request: wire.Request) -> None:
        try:
            call = wire.read_call(request.payload)
            if call.object != OBJECT or call.method not in EXPOSED:
                self._write(wire.result(request.seq, _daemon_call(call)))
            elif self._calls >= self._most:
                self._write(wire.result(request.seq, BUSY))
            else:
                self._invoked(call, Ticket(self, request.seq), self._address)
                self._calls += 1  # unless it failed; an answer at once has counted before
            self._failed = 0
        except wire.Failed as failed:
            self._failed += 1
            if self._failed >= self._limits.malformed_messages:
                raise wire.Refused("too many calls in a row made no sense", request) from None
            self._write(wire.failure(request.seq, failed.error))

    # Endings.

    def _write(self, data: bytes) -> None:
        if self._deaf:
            return
        if self._output_due != inf:  # answers are asked for and not read
            self.abort()
        else:
            if not self._unsent:
                self._route.flush_soon(self)
            self._unsent.append(data)

    def _refuse(self, refused: wire.Refused) -> None:
        """Say why, then wait a little for the client to hang up: a reset could outrun the text."""
        self._write(wire.refusal(refused))
        self.flush()
        self._deaf = True
        if refused.request is None or not self._transport.can_write_eof():
            self._transport.close()
        elif not self._transport.is_closing():
            self._transport.write_eof()
            self._input_due = self._route.now() + self._limits.message_seconds

    def _discard(self, data: bytes) -> None:
        self._discarded += len(data)
        if self._discarded > self._limits.frame_bytes:
            self.abort()


def _daemon_call(call: wire.Call) -> bytes:
    """The one thing a stock proxy asks the daemon itself."""
    if call.object not in (OBJECT, DAEMON_NAME):
        raise wire.Failed(errors.DaemonError(UNKNOWN_OBJECT))
    if call.object == OBJECT or call.method != "get_metadata":
        raise wire.Failed(AttributeError(UNKNOWN_METHOD))
    if wire.read_arguments(call) != [OBJECT]:
        raise wire.Failed(errors.DaemonError(UNKNOWN_OBJECT))
    return _METADATA


class PyroRoute:
    """The listening side."""

    calls: Calls

    def __init__(
        self, hub: HubLike, limits: Limits, host: str, tls: SSLContext | None = None
    ) -> None:
        self.limits = limits
        self.door = Door(limits)
        self._hub = hub
        self._host = host
        self._tls = tls
        self._open: set[PyroConnection] = set()
        self._empty = asyncio.Event()
        self._unsent: list[PyroConnection] = []

    async def start(self, port: int) -> str:
        """Listen; the answer is the URI for proxies, with the real port."""
        loop = asyncio.get_running_loop()
        self.now, self._soon = loop.time, loop.call_soon
        self.calls = Calls(self._hub, self.limits, loop)
        self._server = await loop.create_server(
            lambda: PyroConnection(self),
            self._host,
            port,
            backlog=1024,
            ssl=self._tls,
            ssl_handshake_timeout=self.limits.message_seconds if self._tls else None,
        )
        bound_unsent(self._server, self.limits)
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"PYRO:{OBJECT}@{host}:{self._server.sockets[0].getsockname()[1]}"

    def sweep(self, now: float) -> None:
        """Part with keys nobody uses and connections that are late. About once a second."""
        self.calls.sweep(now)
        self.door.sweep(now)
        cut_late(self._open, now, self._soon)

    async def stop(self) -> None:
        """Answer the polls that wait, end every session and connection."""
        self._server.close()
        self.calls.stop()
        for connection in self._open:
            connection.close()
        if self._open:
            await self._wait_until_empty()
        await self._server.wait_closed()

    def admit(self, connection: PyroConnection, visitor: Visitor, address: str) -> None:
        """Count a new connection. Raises Refusal if there are too many."""
        self.door.enter(visitor, address, self.now())
        if len(self._open) >= self.limits.connections:
            raise Refusal(ErrorCode.SERVERFULL, FULL)
        self._open.add(connection)

    def leave(self, connection: PyroConnection, visitor: Visitor) -> None:
        """A connection is gone."""
        self.door.leave(visitor)
        self._open.discard(connection)
        if not self._open:
            self._empty.set()

    def flush_soon(self, connection: PyroConnection) -> None:
        """This connection has something to send at the end of the tick."""
        if not self._unsent:
            self._soon(self.flush)
        self._unsent.append(connection)

    def flush(self) -> None:
        """Send what was written on all connections."""
        connections, self._unsent = self._unsent, []
        for connection in connections:
            connection.flush()

    async def _wait_until_empty(self) -> None:
        self._empty.clear()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._empty.wait()
        except TimeoutError:
            for connection in list(self._open):
                connection.abort()
