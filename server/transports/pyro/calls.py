"""What each remote call does: the peers behind the keys, and the way from a call to the hub.

Errors are answered as plain data, never as exceptions.
"""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from messages.codec import encode
from messages.errors import ErrorCode, ProtocolError
from messages.play import ActionValid, Error
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.pyro import methods
from server.transports.pyro.methods import METHODS, Method, read_message
from server.transports.pyro.peer import SESSION_ENDED, PendingCall, PyroPeer
from server.transports.pyro.wire import Call, read_arguments

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


class Calls:
    """Every key there is, and what can be done with one."""

    def __init__(self, hub: Hub, limits: Limits, loop: asyncio.AbstractEventLoop) -> None:
        self._hub = hub
        self._limits = limits
        self._loop = loop
        self._log = structlog.get_logger()
        self._peers: dict[str, PyroPeer] = {}
        self._ready: set[PyroPeer] = set()
        """Peers with something to do in the next turn of the loop."""
        self._own = {methods.OPEN: self._open, methods.POLL: self._poll, methods.CLOSE: self._close}

    def invoke(self, call: Call, pending: PendingCall) -> None:
        """Do a call of one of the EXPOSED methods; it is answered now or later.

        Raises CallFailed if the arguments cannot be read.
        """
        method = METHODS.get(call.method)
        if method is not None:
            self._receive(method, call, pending)
        else:
            self._own[call.method](read_arguments(call), call.kwargs or {}, pending)

    def sweep(self, now: float) -> None:
        """Forget keys that nobody uses any more."""
        over = [key for key, peer in self._peers.items() if peer.is_over(now)]
        for key in over:
            self._end(self._peers.pop(key))

    def stop(self) -> None:
        """End every peer; polls that wait are answered."""
        while self._peers:
            self._end(self._peers.popitem()[1])

    # One function for each kind of call.

    def _receive(self, method: Method, call: Call, pending: PendingCall) -> None:
        key, message = read_message(method, call)
        peer = self._maybe_peer(key, pending)
        if peer is None:
            return
        peer.waiting.append(pending)
        try:
            if isinstance(message, ProtocolError):
                self._hub.malformed(peer.id, message)
            else:
                self._hub.receive(peer.id, message)
        except Exception:
            self._log.exception("a remote call failed", method=method.record.__name__)
            peer.end(CRASHED)  # whose answer is whose is no longer certain

    def _open(self, args: Sequence[Any], kwargs: Mapping[str, Any], pending: PendingCall) -> None:
        if args or kwargs:
            pending.reply(Error(ErrorCode.MALFORMEDMESSAGE, "open() takes no arguments."))
        elif len(self._peers) >= self._limits.connections:
            pending.reply(FULL)
        else:
            peer = PyroPeer(self._limits, self._loop, self._soon)
            peer.id = self._hub.connect(peer, pending.caller.address)
            pending.caller.using.add(peer)
            pending.caller.reply(pending.seq, self._key_or_reason(peer))

    def _key_or_reason(self, peer: PyroPeer) -> bytes:
        if peer.ended is not None:  # the hub refused the connection
            return peer.maybe_first() or encode(peer.ended)
        key = secrets.token_urlsafe(KEY_BYTES)
        self._peers[key] = peer
        return encode(key)

    def _poll(self, args: Sequence[Any], kwargs: Mapping[str, Any], pending: PendingCall) -> None:
        try:
            asked = methods.read_poll(args, kwargs)
        except ProtocolError as error:
            pending.reply(Error(error.code, error.text))
            return
        peer = self._peers.get(asked.key)
        if peer is None:
            pending.reply(SESSION_ENDED)
        else:
            pending.caller.using.add(peer)
            peer.poll(asked.cursor, min(asked.wait, self._limits.poll_seconds), pending)

    def _close(self, args: Sequence[Any], kwargs: Mapping[str, Any], pending: PendingCall) -> None:
        given = [*args, *kwargs.values()]
        if len(given) != 1 or (kwargs and "key" not in kwargs):
            pending.reply(NO_KEY)
        elif (peer := self._maybe_peer(given[0], pending)) is not None:
            del self._peers[given[0]]
            self._end(peer)
            pending.caller.reply(pending.seq, CLOSED)

    def _maybe_peer(self, key: object, pending: PendingCall) -> PyroPeer | None:
        """Return the peer of this key; without one that lives the call is answered here."""
        try:
            peer = self._peers[key]  # type: ignore[index]
        except (KeyError, TypeError):
            pending.reply(SESSION_ENDED if isinstance(key, str) else NO_KEY)
            return None
        if peer.ended is not None:
            pending.reply(peer.ended)
            return None
        peer.last_used_at = self._loop.time()
        pending.caller.using.add(peer)
        return peer

    # The next turn of the loop.

    def _soon(self, peer: PyroPeer) -> None:
        if not self._ready:
            self._loop.call_soon(self._flush)
        self._ready.add(peer)

    def _flush(self) -> None:
        ready, self._ready = self._ready, set()
        for peer in ready:
            if peer.ended is not None:
                self._end(peer)
            else:
                peer.answer_poll()

    def _end(self, peer: PyroPeer) -> None:
        """Tell everybody who waits on this peer that it has ended, and the hub."""
        peer.end(SESSION_ENDED)
        peer.settle()
        self._hub.disconnect(peer.id)
