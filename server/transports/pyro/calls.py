"""Executes remote calls: maps keys to peers, and passes messages to the hub.

Errors are returned as plain data, never raised at the client.
"""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from messages.codec import encode
from messages.errors import ErrorCode, ProtocolError
from messages.play import ActionValid, Error
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.pyro import methods
from server.transports.pyro.methods import METHODS, read_message
from server.transports.pyro.peer import SESSION_ENDED, PendingCall, PyroPeer
from server.transports.pyro.wire import Call, read_arguments

KEY_BYTES = 32
"""256 random bits, because the key alone authenticates a session."""

CLOSED = encode(ActionValid("The session is closed."))
FULL = Error(ErrorCode.SERVERFULL, "The server is full; try again later.")
TOO_MANY_SESSIONS = Error(
    ErrorCode.SERVERFULL, "This connection has too many sessions; close() one, or connect again."
)
NO_KEY = Error(
    ErrorCode.MALFORMEDMESSAGE, "The first argument is the session's key, the text open() gave you."
)
CRASHED = Error(
    ErrorCode.INTERNALERROR, "The server made a mistake; open() a new session. Please report it."
)
CALL_FAILED = "the session of this client was ended"


class Calls:
    """All keys with their peers, and the methods that use them."""

    def __init__(self, hub: Hub, limits: Limits, loop: asyncio.AbstractEventLoop) -> None:
        self._hub = hub
        self._limits = limits
        self._loop = loop
        self._log = structlog.get_logger()
        self._peers: dict[str, PyroPeer] = {}
        self._ready: set[PyroPeer] = set()
        """Peers with a poll to answer, or to end, in the next loop iteration."""
        self._key_methods = {
            methods.OPEN: self._open,
            methods.POLL: self._poll,
            methods.CLOSE: self._close,
        }

    def apply_limits(self, limits: Limits) -> None:
        """Replace the limits for new peers."""
        self._limits = limits

    def invoke(self, call: Call, pending: PendingCall) -> None:
        """Execute a call of one of the EXPOSED methods; the call is answered now or later.

        Raises CallFailed if the arguments are not msgpack.
        """
        method = METHODS.get(call.method)
        if method is not None:
            self._receive(*read_message(method, call), pending)
        elif call.method == methods.DO:
            self._receive(*methods.read_action(call), pending)
        else:
            self._key_methods[call.method](read_arguments(call), call.kwargs or {}, pending)

    def sweep(self, now: float) -> None:
        """Remove keys that have not been used for too long, and end their peers."""
        expired = [key for key, peer in self._peers.items() if peer.is_expired(now)]
        for key in expired:
            self._end(self._peers.pop(key))

    def on_suspended(self, seconds: float, now: float) -> None:
        """Move ``last_used_at`` of all peers on by the time in which the process was suspended."""
        for peer in self._peers.values():
            peer.last_used_at = min(now, peer.last_used_at + seconds)

    def stop(self) -> None:
        """End every peer, which answers its pending calls, and remove all keys."""
        while self._peers:
            self._end(self._peers.popitem()[1])

    # One function per kind of call.

    def _receive(
        self, key: object, message: AnyClientMessage | ProtocolError, pending: PendingCall
    ) -> None:
        """Pass the message of a call, or the error in it, to the hub, which answers it.

        The call is answered here if its key has no open session. If the hub raises, the
        exception is logged and the peer ends.
        """
        peer = self._maybe_peer(key, pending)
        if peer is None:
            return
        peer.pending_calls.append(pending)
        try:
            if isinstance(message, ProtocolError):
                self._hub.malformed(peer.id, message)
            else:
                self._hub.receive(peer.id, message)
        except Exception:
            kind = type(message).__name__
            self._log.exception("pyro_call_failed", message_type=kind, effect=CALL_FAILED)
            peer.end(CRASHED)  # answers may no longer match their calls

    def _open(self, args: Sequence[Any], kwargs: Mapping[str, Any], pending: PendingCall) -> None:
        """Answer with the key of a new peer.

        Answer with an error if there is any argument, if there are too many sessions on the server
        or on the connection, or if the hub refuses the connection.
        """
        if args or kwargs:
            pending.reply(Error(ErrorCode.MALFORMEDMESSAGE, "open() takes no arguments."))
        elif len(self._peers) >= self._limits.connections:
            pending.reply(FULL)
        elif len(pending.caller.peers) >= self._limits.sessions_per_connection:
            pending.reply(TOO_MANY_SESSIONS)
        else:
            peer = PyroPeer(self._limits, self._loop, self._schedule)
            peer.id = self._hub.connect(peer, pending.caller.address)
            pending.caller.peers.add(peer)
            pending.caller.reply(pending.seq, self._key_or_reason(peer))

    def _key_or_reason(self, peer: PyroPeer) -> bytes:
        """Return a new key for the peer, encoded; if the hub refused the peer, the reason.

        The reason is the first message that the hub pushed, otherwise the end reason.
        """
        if peer.end_reason is not None:
            return peer.maybe_first_push() or encode(peer.end_reason)
        key = secrets.token_urlsafe(KEY_BYTES)
        self._peers[key] = peer
        return encode(key)

    def _poll(self, args: Sequence[Any], kwargs: Mapping[str, Any], pending: PendingCall) -> None:
        """Answer with the pushes of a session, or wait for the next one; see ``PyroPeer.poll``.

        The wait is at most ``poll_seconds``. Bad arguments and unknown keys are answered with an
        error.
        """
        try:
            poll = methods.read_poll(args, kwargs)
        except ProtocolError as error:
            pending.reply(Error(error.code, error.text))
            return
        peer = self._peers.get(poll.key)
        if peer is None:
            pending.reply(SESSION_ENDED)
        else:
            pending.caller.peers.add(peer)
            peer.poll(poll.cursor, min(poll.wait, self._limits.poll_seconds), pending)

    def _close(self, args: Sequence[Any], kwargs: Mapping[str, Any], pending: PendingCall) -> None:
        """End the session of a key, remove the key and confirm.

        Any other argument, and the key of an ended or unknown session, is answered with an error.
        """
        values = [*args, *kwargs.values()]
        if len(values) != 1 or (kwargs and "key" not in kwargs):
            pending.reply(NO_KEY)
        elif (peer := self._maybe_peer(values[0], pending)) is not None:
            del self._peers[values[0]]
            pending.caller.peers.discard(peer)
            self._end(peer)
            pending.caller.reply(pending.seq, CLOSED)

    def _maybe_peer(self, key: object, pending: PendingCall) -> PyroPeer | None:
        """Return the peer of a key, set its ``last_used_at`` and note that the caller uses it.

        If there is none or it has ended, answer the call with an error and return None.
        """
        try:
            peer = self._peers[key]  # type: ignore[index]
        except (KeyError, TypeError):
            pending.reply(SESSION_ENDED if isinstance(key, str) else NO_KEY)
            return None
        if peer.end_reason is not None:
            pending.reply(peer.end_reason)
            return None
        peer.last_used_at = self._loop.time()
        pending.caller.peers.add(peer)
        return peer

    # The next loop iteration.

    def _schedule(self, peer: PyroPeer) -> None:
        """Call ``_run_scheduled`` for this peer in the next loop iteration, once."""
        if not self._ready:
            self._loop.call_soon(self._run_scheduled)
        self._ready.add(peer)

    def _run_scheduled(self) -> None:
        """Disconnect the scheduled peers that have ended; answer the polls of the others."""
        ready, self._ready = self._ready, set()
        for peer in ready:
            if peer.end_reason is not None:
                self._end(peer)
            else:
                peer.answer_poll()

    def _end(self, peer: PyroPeer) -> None:
        """End a peer, answer all its pending calls, then disconnect it from the hub."""
        peer.end(SESSION_ENDED)
        peer.answer_all_pending()
        self._hub.disconnect(peer.id)
