"""The Pyro5 connection: remote calls through proxies.

A proxy blocks and belongs to one thread, so there are two proxies, each with its own thread: one
makes the calls, the other polls continuously. Both pass their results to the event loop, where
``AnswerOrdering`` restores the order of the server. The polls are the heartbeat: the server keeps
the session while they continue, and the connection is lost when they fail.

The session survives a lost TCP connection: a poll is repeated, and so is a call whose message has
an ``id``, because the server answers a repeated id without a second effect. Queries are called
without their id, so that a repeated one gets a new answer instead of the stored one.
"""

import asyncio
import contextlib
import re
import ssl
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from msgspec import UNSET, ValidationError, structs
from Pyro5 import errors
from Pyro5.api import current_context

from client.connections.base import (
    QUERIES,
    BufferedConnection,
    CannotConnect,
    ConnectionLost,
    RateLimited,
    UntrustedServer,
)
from client.connections.pyro_ordering import AnswerOrdering
from client.connections.pyro_proxies import ProxyWorker
from client.connections.text import (
    CANNOT_CONNECT,
    CLOSED_HERE,
    CLOSED_WITHOUT_GREETING,
    NO_PYRO_PORT,
    NOT_ANSWERING,
    UNKNOWN_METHOD,
    WRONG_PROTOCOL,
    cannot_connect_text,
)
from client.connections.tls import Identity
from messages.base import ClientMessage, ServerMessage
from messages.codec import server_from_plain, to_plain
from messages.errors import ErrorCode
from messages.play import Error, Heartbeat

CALL_SECONDS = 10.0
"""Time limit for the answer to a call."""
POLL_SECONDS = 20.0
"""Time that a poll waits for messages; well below the server's time-out for idle sessions."""
RATE_LIMIT_PAUSE_SECONDS = 2.0
"""Pause before the next poll after the rate limit has refused one."""
CLOSE_SECONDS = 2.0
"""Time limit for closing the session; then the pending call is interrupted."""


async def connect_pyro(uri: str, identity: Identity | None = None) -> "PyroConnection":
    """Open a session at ``PYRO:tavolata@HOST:PORT`` and start to poll it.

    With ``identity`` TLS is used, and the server must have it. Raises CannotConnect, RateLimited
    or UntrustedServer with the reason.
    """
    connection = PyroConnection(uri, identity)
    try:
        await connection.open()
    except BaseException:
        await connection.close()
        raise
    return connection


class PyroConnection(BufferedConnection):
    """A connection over Pyro5, created by ``connect_pyro``."""

    def __init__(self, uri: str, identity: Identity | None = None) -> None:
        super().__init__()
        self._uri = uri
        self._loop = asyncio.get_running_loop()
        self._caller = ProxyWorker(uri, CALL_SECONDS, identity)
        self._poller = ProxyWorker(uri, POLL_SECONDS + CALL_SECONDS, identity)
        self._call_executor = ThreadPoolExecutor(1, "pyro-calls")
        self._poll_executor = ThreadPoolExecutor(1, "pyro-polls")
        self._poll_future: Future[None] | None = None
        self._key = ""
        self._stopped = threading.Event()
        """Set when the connection ends; interrupts the pause between polls."""
        self._close_called = False
        self._ordering: AnswerOrdering[ServerMessage] = AnswerOrdering(self._inbox.append)

    async def open(self) -> None:
        """Open a session and start to poll it in a thread.

        Raises CannotConnect, RateLimited or UntrustedServer.
        """
        self._key = await self._loop.run_in_executor(self._call_executor, self._open_session)
        self._poll_future = self._poll_executor.submit(self._poll)

    async def send(self, message: ClientMessage) -> None:
        """Call the method of a message and return when the server has answered.

        ``receive`` returns the answer. Raises ConnectionLost if the connection or the session has
        ended. A cancelled call is completed anyway.
        """
        self._check_open()
        self._ordering.call_started()
        end_reason = await asyncio.shield(
            self._loop.run_in_executor(self._call_executor, self._call, message)
        )
        if end_reason:
            raise ConnectionLost(end_reason)

    async def close(self) -> None:
        """Close the session after pending calls, then end both threads; a second call does nothing.

        A call or poll that takes too long is interrupted.
        """
        if self._close_called:
            return
        self._close_called = True
        is_open = not self._end_reason
        self._end(CLOSED_HERE)
        await self._finish_calls(is_open)
        if self._poll_future is not None:
            self._poller.interrupt()
            await asyncio.wrap_future(self._poll_future)
        self._call_executor.shutdown()
        self._poll_executor.shutdown()

    async def _finish_calls(self, close_session: bool) -> None:
        """Wait for pending calls, then disconnect; with ``close_session`` close the session before.

        After CLOSE_SECONDS the pending call is interrupted.
        """
        ending = self._loop.run_in_executor(self._call_executor, self._release, close_session)
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await asyncio.shield(ending)
        except TimeoutError:
            self._caller.interrupt()
            await ending

    # In the thread of the calls.

    def _open_session(self) -> str:
        """Return the key of a new session.

        Raises RateLimited if the rate limit of the server refuses it, UntrustedServer if it could
        not be verified, otherwise CannotConnect.
        """
        try:
            key = self._caller.call("open")
        except errors.PyroError as error:
            raise _connection_error(self._uri, error) from None
        except AttributeError:
            raise CannotConnect(WRONG_PROTOCOL) from None
        if isinstance(key, dict):
            kind = RateLimited if key.get("error") == ErrorCode.RATELIMITED else CannotConnect
            raise kind(str(key.get("message", WRONG_PROTOCOL)))
        return str(key)

    def _call(self, message: ClientMessage) -> str:
        """Call the method of a message; pass its answer and number of pushes to the event loop.

        Return why the connection or session ended, or an empty text. The call is retried only if
        the message has an id or is a query. Other errors of the call become an Error answer.
        """
        is_query = isinstance(message, QUERIES)
        fields = _arguments(structs.replace(message, id=UNSET) if is_query else message)
        retry = is_query or message.id is not UNSET
        try:
            answer = self._caller.call(_method_name(message), self._key, retry=retry, **fields)
        except errors.CommunicationError:
            self._run_on_loop(self._on_call_failed, NOT_ANSWERING)
            return NOT_ANSWERING
        except (errors.PyroError, AttributeError):
            answer = to_plain(Error(ErrorCode.MALFORMEDMESSAGE, UNKNOWN_METHOD))
        if message.id is not UNSET:  # a query was sent without it, or it was not decoded
            answer.setdefault("replyTo", message.id)
        pushed = int.from_bytes(current_context.response_annotations.get("PUSH", b""), "big")
        end_reason = "" if pushed else _session_end_reason(answer)
        self._run_on_loop(self._on_answer, None if end_reason else answer, pushed)
        return end_reason

    def _release(self, close_session: bool) -> None:
        """Disconnect the calling proxy; with ``close_session`` first close the session, if any.

        A failure to close the session is ignored.
        """
        if self._key and close_session:
            with contextlib.suppress(errors.PyroError):
                self._caller.call("close", self._key)
        self._caller.release()

    # In the thread of the polls.

    def _poll(self) -> None:
        """Poll until the server or this client ends the connection, or a poll fails.

        Then close the TCP connection of the polls and schedule ``_end`` on the event loop. The
        reason is NOT_ANSWERING if a poll has failed, and WRONG_PROTOCOL if the server has no such
        method or its answer is not that of a poll.
        """
        try:
            reason = self._poll_until_end()
        except errors.PyroError:
            reason = NOT_ANSWERING
        except (AttributeError, KeyError, TypeError):
            reason = WRONG_PROTOCOL
        self._poller.release()
        self._run_on_loop(self._end, reason)

    def _poll_until_end(self) -> str:
        """Pass pushed messages to the event loop until the connection ends; return the reason.

        The reason is the text of an answer without messages. Pauses after the rate limit has
        refused a poll. A poll whose connection broke or whose time was over is repeated once.
        Raises PyroError if it fails again, and at once for other errors.
        """
        cursor = 0
        while not self._end_reason:
            answer = self._poller.call("poll", self._key, cursor, POLL_SECONDS, retry=True)
            if answer.get("error") == ErrorCode.RATELIMITED:
                self._stopped.wait(RATE_LIMIT_PAUSE_SECONDS)
                continue
            if "messages" not in answer:
                return str(answer.get("message", WRONG_PROTOCOL))
            cursor = answer["cursor"]
            self._run_on_loop(self._on_pushes, answer["messages"])
        return self._end_reason

    # On the event loop.

    def _run_on_loop(self, function: Any, *args: Any) -> None:
        """Schedule a function on the event loop, from any thread; do nothing if it is closed."""
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(function, *args)

    def _on_answer(self, plain: dict[str, Any] | None, pushed: int) -> None:
        """Record the answer to the oldest call, which follows ``pushed`` pushes.

        None, a heartbeat and an unknown message end the call without a message. A malformed answer
        also ends the connection.
        """
        self._ordering.call_answered(self._decode(plain) if plain else None, pushed)
        self._wake_receiver()

    def _on_pushes(self, messages: list[dict[str, Any]]) -> None:
        """Decode pushed messages, record them in the ordering and wake the receiver."""
        for plain in messages:
            self._ordering.push_received(self._decode(plain))
        self._wake_receiver()

    def _on_call_failed(self, reason: str) -> None:
        """End the oldest call without an answer, and the connection with this reason."""
        self._ordering.call_answered(None, 0)
        self._end(reason)

    def _decode(self, plain: dict[str, Any]) -> ServerMessage | None:
        """Return the message; None for a heartbeat or a message of unknown type.

        If the message is malformed, end the connection and return None.
        """
        try:
            message = server_from_plain(plain)
        except ValidationError:
            self._end(WRONG_PROTOCOL)
            return None
        return None if isinstance(message, Heartbeat) else message

    def _end(self, reason: str) -> None:
        """End the connection as in the base class, stop polling and deliver waiting messages."""
        super()._end(reason)
        self._stopped.set()
        self._ordering.finish()


def _method_name(message: ClientMessage) -> str:
    """Return the remote method of a message: ``move_student`` for MoveStudent."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(message).__name__).lower()


def _arguments(message: ClientMessage) -> dict[str, Any]:
    """Return the fields of a message as the arguments of its remote method.

    Fields that are omitted on the wire, because they have their default, are omitted here too.
    """
    plain = to_plain(message)
    names = zip(message.__struct_fields__, message.__struct_encode_fields__, strict=True)
    return {name: plain[field] for name, field in names if field in plain}


def _connection_error(uri: str, error: errors.PyroError) -> CannotConnect:
    """Return the error for a failed attempt to connect: CannotConnect or one of its subclasses.

    A failed verification becomes UntrustedServer, and a rate limit RateLimited.
    """
    cause = error.__cause__ or error
    if isinstance(cause, UntrustedServer):
        return cause
    if isinstance(cause, errors.ConnectionClosedError):
        return CannotConnect(CLOSED_WITHOUT_GREETING)
    if isinstance(cause, errors.ProtocolError):
        return CannotConnect(CANNOT_CONNECT.format(address=uri, reason=NO_PYRO_PORT))
    reason = cannot_connect_text(uri, cause)
    if isinstance(cause, ssl.SSLCertVerificationError):
        return UntrustedServer(reason)
    return RateLimited(reason) if ErrorCode.RATELIMITED in str(error) else CannotConnect(reason)


def _session_end_reason(plain: dict[str, Any]) -> str:
    """Return the text of a SESSIONUNKNOWN error; empty for any other answer."""
    return str(plain.get("message")) if plain.get("error") == ErrorCode.SESSIONUNKNOWN else ""
