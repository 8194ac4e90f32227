"""The Pyro5 connection: remote calls through stock proxies.

A proxy blocks and belongs to one thread, so there are two proxies, each with its own thread: one
makes the calls, the other polls continuously. Both pass their results to the event loop, where
``AnswerOrdering`` restores the order of the server. The polls are the heartbeat: the server keeps
the session while they continue, and the connection is lost when they fail.

The session survives a lost TCP connection: a poll is repeated, and so is a call whose message has
an ``id``, because the server answers a repeated id without a second effect.
"""

import asyncio
import contextlib
import re
import socket
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import Pyro5
from msgspec import UNSET, ValidationError
from Pyro5 import errors
from Pyro5.api import Proxy, current_context

from client.connections.base import BufferedConnection, CannotConnect, ConnectionLost, RateLimited
from client.connections.pyro_ordering import AnswerOrdering
from client.connections.text import (
    CLOSED_HERE,
    NOT_ANSWERING,
    UNKNOWN_METHOD,
    WRONG_PROTOCOL,
    cannot_connect_text,
)
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


async def connect_pyro(uri: str) -> "PyroConnection":
    """Open a session at ``PYRO:tavolata@HOST:PORT`` and start to poll it.

    Raises CannotConnect or RateLimited with the reason.
    """
    connection = PyroConnection(uri)
    try:
        await connection.open()
    except BaseException:
        await connection.close()
        raise
    return connection


def use_tls(ca: Path | None) -> None:
    """Make all proxies of this process use TLS and verify their servers.

    ``ca`` is a file of trusted certificates; None: those of the system. The setting of Pyro5 is
    global.
    """
    Pyro5.config.SSL = True
    Pyro5.config.SSL_CACERTS = str(ca or "")


class ProxyWorker:
    """A stock proxy that connects on its first call.

    All methods but ``interrupt`` belong to the thread of the first call.
    """

    def __init__(self, uri: str, timeout_seconds: float) -> None:
        self._uri = uri
        self._timeout_seconds = timeout_seconds
        self._proxy: Any = None
        self._interrupted = False

    def call(self, method: str, *args: Any, retry: bool = False, **kwargs: Any) -> Any:
        """Call a remote method and return its answer as plain data; connect first if necessary.

        With ``retry`` the call is repeated once if the connection breaks or the time limit passes.
        Raises PyroError, or AttributeError for an unknown method.
        """
        try:
            return self._call(method, args, kwargs)
        except (errors.ConnectionClosedError, errors.TimeoutError):
            if not retry:
                raise
            return self._call(method, args, kwargs)

    def release(self) -> None:
        """Close the TCP connection, if there is one; a later call connects again."""
        if self._proxy is not None:
            self._proxy._pyroRelease()

    def interrupt(self) -> None:
        """End a call that is pending in another thread, and make all later calls fail.

        The calls raise ConnectionClosedError.
        """
        self._interrupted = True
        connection = self._proxy and self._proxy._pyroConnection
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _call(self, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Create the proxy on the first call, connect if necessary, and call a method once.

        Raises ConnectionClosedError if interrupted.
        """
        if self._interrupted:
            raise errors.ConnectionClosedError(CLOSED_HERE)
        if self._proxy is None:
            self._proxy = Proxy(self._uri)
            self._proxy._pyroSerializer = "msgpack"
            self._proxy._pyroTimeout = self._timeout_seconds
            self._proxy._pyroMaxRetries = 0
        if self._proxy._pyroConnection is None:
            self._proxy._pyroBind()
        if self._interrupted:  # interrupted before there was a connection to shut down
            raise errors.ConnectionClosedError(CLOSED_HERE)
        return getattr(self._proxy, method)(*args, **kwargs)


class PyroConnection(BufferedConnection):
    """A connection over Pyro5, created by ``connect_pyro``."""

    def __init__(self, uri: str) -> None:
        super().__init__()
        self._uri = uri
        self._loop = asyncio.get_running_loop()
        self._caller = ProxyWorker(uri, CALL_SECONDS)
        self._poller = ProxyWorker(uri, POLL_SECONDS + CALL_SECONDS)
        self._call_executor = ThreadPoolExecutor(1, "pyro-calls")
        self._poll_executor = ThreadPoolExecutor(1, "pyro-polls")
        self._poll_future: Future[None] | None = None
        self._key = ""
        self._stopped = threading.Event()
        """Set when the connection ends; interrupts the pause between polls."""
        self._close_called = False
        self._ordering: AnswerOrdering[ServerMessage] = AnswerOrdering(self._inbox.append)

    async def open(self) -> None:
        """Open a session and start to poll it. Raises CannotConnect or RateLimited."""
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

        Raises RateLimited if the rate limit of the server refuses it, otherwise CannotConnect.
        """
        try:
            key = self._caller.call("open")
        except errors.PyroError as error:
            kind = RateLimited if ErrorCode.RATELIMITED in str(error) else CannotConnect
            raise kind(cannot_connect_text(self._uri, error.__cause__ or error)) from None
        except AttributeError:
            raise CannotConnect(WRONG_PROTOCOL) from None
        if isinstance(key, dict):
            kind = RateLimited if key.get("error") == ErrorCode.RATELIMITED else CannotConnect
            raise kind(str(key.get("message", WRONG_PROTOCOL)))
        return str(key)

    def _call(self, message: ClientMessage) -> str:
        """Call the method of a message; pass its answer and number of pushes to the event loop.

        Return why the connection or session ended, or an empty text. The call is retried only if
        the message has an id. Other errors of the call become an Error answer.
        """
        plain = to_plain(message)
        names = zip(message.__struct_fields__, message.__struct_encode_fields__, strict=True)
        fields = {name: plain[field] for name, field in names if field in plain}
        retry = message.id is not UNSET
        try:
            answer = self._caller.call(_method_name(message), self._key, retry=retry, **fields)
        except errors.CommunicationError:
            self._run_on_loop(self._on_call_failed, NOT_ANSWERING)
            return NOT_ANSWERING
        except (errors.PyroError, AttributeError):
            answer = to_plain(
                Error(ErrorCode.MALFORMEDMESSAGE, UNKNOWN_METHOD, reply_to=message.id)
            )
        if message.id is not UNSET and answer.get("error") == ErrorCode.RATELIMITED:
            answer.setdefault("replyTo", message.id)  # refused before the id was decoded
        pushed = int.from_bytes(current_context.response_annotations.get("PUSH", b""), "big")
        end_reason = "" if pushed else _session_end_reason(answer)
        self._run_on_loop(self._on_answer, None if end_reason else answer, pushed)
        return end_reason

    def _release(self, close_session: bool) -> None:
        """Disconnect the calling proxy; with ``close_session`` first close the session, if any."""
        if self._key and close_session:
            with contextlib.suppress(errors.PyroError):
                self._caller.call("close", self._key)
        self._caller.release()

    # In the thread of the polls.

    def _poll(self) -> None:
        """Poll until the connection ends, then disconnect and end it on the event loop.

        The reason is NOT_ANSWERING if polls fail.
        """
        reason = NOT_ANSWERING
        with contextlib.suppress(errors.PyroError):
            reason = self._poll_until_end()
        self._poller.release()
        self._run_on_loop(self._end, reason)

    def _poll_until_end(self) -> str:
        """Pass pushed messages to the event loop until the connection ends; return the reason.

        Pauses after the rate limit has refused a poll. Raises PyroError if a poll fails twice.
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

        None ends the call without a message.
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


def _session_end_reason(plain: dict[str, Any]) -> str:
    """Return the text of a SESSIONUNKNOWN error; empty for any other answer."""
    return str(plain.get("message")) if plain.get("error") == ErrorCode.SESSIONUNKNOWN else ""
