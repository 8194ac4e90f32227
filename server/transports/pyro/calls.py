"""What each remote call does: the sessions behind the keys, and the way from a call to the hub.

Errors of the conversation are answered as plain data, never as exceptions.
"""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import structlog

from messages.codec import encode
from messages.errors import ErrorCode, ProtocolError
from messages.play import ActionValid, Error
from messages.registry import AnyClientMessage
from server.delivery.hub import Outbox
from server.effects import PeerId
from server.limits import Limits
from server.transports.pyro.methods import (
    CLOSE,
    METHODS,
    OPEN,
    POLL,
    Method,
    read_message,
    read_poll,
)
from server.transports.pyro.peer import SESSION_ENDED, PendingCall, PyroPeer
from server.transports.pyro.wire import Call, read_arguments

_NO_KEYWORDS: Mapping[str, Any] = {}
KEY_BYTES = 32
"""256 bits from the operating system: a key is all it takes to speak for a session."""

CLOSED = encode(ActionValid("The session is closed."))
FULL = Error(ErrorCode.SERVERFULL, "The server is full; try again later.")
NO_KEY = Error(
    ErrorCode.MALFORMEDMESSAGE, "The first argument is the session's key, the text open() gave you."
)
CRASHED = Error(
    ErrorCode.INTERNALERROR, "The server made a mistake; open() a new session. Please report it."
)


class HubLike(Protocol):
    """As much of the hub as a route needs."""

    def connect(self, outbox: Outbox, address: str) -> PeerId: ...

    def receive(self, peer: PeerId, message: AnyClientMessage) -> object: ...

    def malformed(self, peer: PeerId, error: ProtocolError) -> object: ...

    def disconnect(self, peer: PeerId) -> None: ...


class Calls:
    """Every key there is, and what can be done with one."""

    def __init__(self, hub: HubLike, limits: Limits, loop: asyncio.AbstractEventLoop) -> None:
        self._hub = hub
        self._limits = limits
        self._loop = loop
        self._log = structlog.get_logger()
        self._sessions: dict[str, PyroPeer] = {}
        self._busy: set[PyroPeer] = set()

    def invoke(self, call: Call, ticket: PendingCall, address: str) -> None:
        """Do a call of one of the EXPOSED methods; the ticket is answered now or later.

        Raises CallFailed if the arguments are nothing that can be read.
        """
        method = METHODS.get(call.method)
        if method is not None:
            self._say(method, call, ticket)
            return
        args, kwargs = read_arguments(call), call.kwargs or _NO_KEYWORDS
        if call.method == POLL:
            self._poll(args, kwargs, ticket)
        elif call.method == OPEN:
            self._open(args, kwargs, ticket, address)
        else:
            assert call.method == CLOSE
            self._close(args, kwargs, ticket)

    def sweep(self, now: float) -> None:
        """Forget keys that nobody uses any more. About once a second."""
        over = [key for key, session in self._sessions.items() if session.is_over(now)]
        for key in over:
            self._finish(self._sessions.pop(key))

    def stop(self) -> None:
        """End every session; polls that wait are answered."""
        while self._sessions:
            self._finish(self._sessions.popitem()[1])

    # One function for each kind of call.

    def _say(self, method: Method, call: Call, ticket: PendingCall) -> None:
        key, message = read_message(method, call)
        session = self._maybe_session(key, ticket)
        if session is None:
            return
        session.waiting.append(ticket)
        try:
            if isinstance(message, ProtocolError):
                self._hub.malformed(session.peer, message)
            else:
                self._hub.receive(session.peer, message)
        except Exception:
            self._log.exception("a remote call failed", method=method.record.__name__)
            session.end(CRASHED)  # whose answer is whose is no longer certain

    def _poll(self, args: Sequence[Any], kwargs: Mapping[str, Any], ticket: PendingCall) -> None:
        try:
            asked = read_poll(args, kwargs)
        except ProtocolError as error:
            ticket.reply(Error(error.code, error.text))
            return
        session = self._sessions.get(asked.key)
        if session is None:
            ticket.reply(SESSION_ENDED)
        else:
            ticket.caller.using.add(session)
            session.poll(asked.cursor, min(asked.wait, self._limits.poll_seconds), ticket)

    def _open(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], ticket: PendingCall, address: str
    ) -> None:
        if args or kwargs:
            ticket.reply(Error(ErrorCode.MALFORMEDMESSAGE, "open() takes no arguments."))
        elif len(self._sessions) >= self._limits.connections:
            ticket.reply(FULL)
        else:
            session = PyroPeer(self._limits, self._loop, self._soon)
            session.peer = self._hub.connect(session, address)
            ticket.caller.using.add(session)
            ticket.caller.reply(ticket.seq, self._key_or_reason(session))

    def _key_or_reason(self, session: PyroPeer) -> bytes:
        if session.ended is not None:  # turned away at the door
            return session.maybe_first() or encode(session.ended)
        key = secrets.token_urlsafe(KEY_BYTES)
        self._sessions[key] = session
        return encode(key)

    def _close(self, args: Sequence[Any], kwargs: Mapping[str, Any], ticket: PendingCall) -> None:
        given = [*args, *kwargs.values()]
        if len(given) != 1 or (kwargs and "key" not in kwargs):
            ticket.reply(NO_KEY)
        elif (session := self._maybe_session(given[0], ticket)) is not None:
            del self._sessions[given[0]]
            self._finish(session)
            ticket.caller.reply(ticket.seq, CLOSED)

    def _maybe_session(self, key: object, ticket: PendingCall) -> PyroPeer | None:
        """The living session of this key; without one the call is answered here."""
        try:
            session = self._sessions[key]  # type: ignore[index]
        except (KeyError, TypeError):
            ticket.reply(SESSION_ENDED if isinstance(key, str) else NO_KEY)
            return None
        if session.ended is not None:
            ticket.reply(session.ended)
            return None
        session.seen = self._loop.time()
        ticket.caller.using.add(session)
        return session

    # The next tick.

    def _soon(self, session: PyroPeer) -> None:
        if not self._busy:
            self._loop.call_soon(self._flush)
        self._busy.add(session)

    def _flush(self) -> None:
        busy, self._busy = self._busy, set()
        for session in busy:
            if session.ended is not None:
                self._finish(session)
            else:
                session.answer_poll()

    def _finish(self, session: PyroPeer) -> None:
        """Tell everybody who waits on this session that it has ended, and the hub."""
        session.end(SESSION_ENDED)
        session.settle()
        self._hub.disconnect(session.peer)
