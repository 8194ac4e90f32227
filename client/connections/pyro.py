"""The Pyro5 connection: remote calls through stock proxies.

A proxy blocks and belongs to one thread, so there are two, each with its own thread: one makes the
calls, one polls all the time. Both hand what they received to the event loop, where
``AnswerOrdering`` restores the order the server meant. The polls are the heartbeat: while they
continue, the server keeps the session, and when they fail the connection is lost.

A lost TCP connection is not the end: a poll is made again, and so is a call whose message has an
``id``, because the server answers a repeated id without a second effect.
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
    cannot_connect,
)
from messages.base import ClientMessage, ServerMessage
from messages.codec import server_from_plain, to_plain
from messages.errors import ErrorCode
from messages.play import Error, Heartbeat

CALL_SECONDS = 10.0
"""How long the server may take to answer a call."""
POLL_SECONDS = 20.0
"""How long one poll waits: well below the time after which the server ends a silent session."""
RATE_LIMIT_PAUSE_SECONDS = 2.0
"""The pause between polls after the server has refused one because of its rate limit."""
CLOSE_SECONDS = 2.0
"""How long closing the session may take."""


async def connect_pyro(uri: str) -> "PyroConnection":
    """Open a session at ``PYRO:tavolata@HOST:PORT``, or raise CannotConnect with the reason."""
    connection = PyroConnection(uri)
    try:
        await connection.open()
    except BaseException:
        await connection.close()
        raise
    return connection


def use_tls(ca: Path | None) -> None:
    """Let every proxy of this process verify its server: Pyro5 has one setting for all."""
    Pyro5.config.SSL = True
    Pyro5.config.SSL_CACERTS = str(ca or "")


class ProxyWorker:
    """A stock proxy. All but ``interrupt`` belongs to the thread that makes the first call."""

    def __init__(self, uri: str, seconds: float) -> None:
        self._uri = uri
        self._seconds = seconds
        self._proxy: Any = None
        self._interrupted = False

    def call(self, method: str, *args: Any, again: bool = False, **kwargs: Any) -> Any:
        """The plain answer of the server; with ``again`` a call that was lost is repeated once."""
        try:
            return self._call(method, args, kwargs)
        except (errors.ConnectionClosedError, errors.TimeoutError):
            if not again:
                raise
            return self._call(method, args, kwargs)

    def release(self) -> None:
        """Close the TCP connection."""
        if self._proxy is not None:
            self._proxy._pyroRelease()

    def interrupt(self) -> None:
        """End the call that waits in the other thread, and every later one."""
        self._interrupted = True
        connection = self._proxy and self._proxy._pyroConnection
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _call(self, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._interrupted:
            raise errors.ConnectionClosedError(CLOSED_HERE)
        if self._proxy is None:
            self._proxy = Proxy(self._uri)
            self._proxy._pyroSerializer = "msgpack"
            self._proxy._pyroTimeout = self._seconds
            self._proxy._pyroMaxRetries = 0
        if self._proxy._pyroConnection is None:
            self._proxy._pyroBind()
        if self._interrupted:  # while there was no connection yet that could be shut down
            raise errors.ConnectionClosedError(CLOSED_HERE)
        return getattr(self._proxy, method)(*args, **kwargs)


class PyroConnection(BufferedConnection):
    """Made by ``connect_pyro``."""

    def __init__(self, uri: str) -> None:
        super().__init__()
        self._uri = uri
        self._loop = asyncio.get_running_loop()
        self._caller = ProxyWorker(uri, CALL_SECONDS)
        self._poller = ProxyWorker(uri, POLL_SECONDS + CALL_SECONDS)
        self._calls = ThreadPoolExecutor(1, "pyro-calls")
        self._polls = ThreadPoolExecutor(1, "pyro-polls")
        self._polling: Future[None] | None = None
        self._key = ""
        self._stop = threading.Event()
        """Set at the end: the pause between polls is over at once."""
        self._closed = False
        self._ordering: AnswerOrdering[ServerMessage] = AnswerOrdering(self._inbox.append)

    async def open(self) -> None:
        """Get a session and start to poll it."""
        self._key = await self._loop.run_in_executor(self._calls, self._open)
        self._polling = self._polls.submit(self._poll)

    async def send(self, message: ClientMessage) -> None:
        """See Connection. Returns when the server has answered; the answer is to be received."""
        self._check_open()
        self._ordering.call_started()
        lost = await asyncio.shield(self._loop.run_in_executor(self._calls, self._call, message))
        if lost:
            raise ConnectionLost(lost)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        is_open = not self._ended
        self._end(CLOSED_HERE)
        await self._end_calls(is_open)
        if self._polling is not None:
            self._poller.interrupt()
            await asyncio.wrap_future(self._polling)
        self._calls.shutdown()
        self._polls.shutdown()

    async def _end_calls(self, close_session: bool) -> None:
        ending = self._loop.run_in_executor(self._calls, self._close, close_session)
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await asyncio.shield(ending)
        except TimeoutError:
            self._caller.interrupt()
            await ending

    # In the thread of the calls.

    def _open(self) -> str:
        try:
            key = self._caller.call("open")
        except errors.PyroError as error:
            kind = RateLimited if ErrorCode.RATELIMITED in str(error) else CannotConnect
            raise kind(cannot_connect(self._uri, error.__cause__ or error)) from None
        except AttributeError:
            raise CannotConnect(WRONG_PROTOCOL) from None
        if isinstance(key, dict):
            kind = RateLimited if key.get("error") == ErrorCode.RATELIMITED else CannotConnect
            raise kind(str(key.get("message", WRONG_PROTOCOL)))
        return str(key)

    def _call(self, message: ClientMessage) -> str:
        """Make the call; the result is empty, or the reason why there is no answer."""
        plain = to_plain(message)
        names = zip(message.__struct_fields__, message.__struct_encode_fields__, strict=True)
        fields = {name: plain[field] for name, field in names if field in plain}
        again = message.id is not UNSET
        try:
            answer = self._caller.call(_method(message), self._key, again=again, **fields)
        except errors.CommunicationError:
            self._on_loop(self._failed, NOT_ANSWERING)
            return NOT_ANSWERING
        except (errors.PyroError, AttributeError):
            answer = to_plain(
                Error(ErrorCode.MALFORMEDMESSAGE, UNKNOWN_METHOD, reply_to=message.id)
            )
        if message.id is not UNSET and answer.get("error") == ErrorCode.RATELIMITED:
            answer.setdefault("replyTo", message.id)  # refused before it was decoded
        pushed = int.from_bytes(current_context.response_annotations.get("PUSH", b""), "big")
        lost = "" if pushed else _end_of_session(answer)
        self._on_loop(self._answered, None if lost else answer, pushed)
        return lost

    def _close(self, close_session: bool) -> None:
        if self._key and close_session:
            with contextlib.suppress(errors.PyroError):
                self._caller.call("close", self._key)
        self._caller.release()

    # In the thread of the polls.

    def _poll(self) -> None:
        reason = NOT_ANSWERING
        with contextlib.suppress(errors.PyroError):
            reason = self._poll_until_the_end()
        self._poller.release()
        self._on_loop(self._end, reason)

    def _poll_until_the_end(self) -> str:
        cursor = 0
        while not self._ended:
            answer = self._poller.call("poll", self._key, cursor, POLL_SECONDS, again=True)
            if answer.get("error") == ErrorCode.RATELIMITED:
                self._stop.wait(RATE_LIMIT_PAUSE_SECONDS)
                continue
            if "messages" not in answer:
                return str(answer.get("message", WRONG_PROTOCOL))
            cursor = answer["cursor"]
            self._on_loop(self._pushed, answer["messages"])
        return self._ended

    # On the event loop.

    def _on_loop(self, function: Any, *args: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody receives
            self._loop.call_soon_threadsafe(function, *args)

    def _answered(self, plain: dict[str, Any] | None, pushed: int) -> None:
        self._ordering.call_answered(self._read(plain) if plain else None, pushed)
        self._wake()

    def _pushed(self, messages: list[dict[str, Any]]) -> None:
        for plain in messages:
            self._ordering.push_received(self._read(plain))
        self._wake()

    def _failed(self, reason: str) -> None:
        self._ordering.call_answered(None, 0)
        self._end(reason)

    def _read(self, plain: dict[str, Any]) -> ServerMessage | None:
        try:
            message = server_from_plain(plain)
        except ValidationError:
            self._end(WRONG_PROTOCOL)
            return None
        return None if isinstance(message, Heartbeat) else message

    def _end(self, reason: str) -> None:
        super()._end(reason)
        self._stop.set()
        self._ordering.finish()


def _method(message: ClientMessage) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(message).__name__).lower()


def _end_of_session(plain: dict[str, Any]) -> str:
    """Why there is no session any more, if the answer says that; otherwise empty."""
    return str(plain.get("message")) if plain.get("error") == ErrorCode.SESSIONUNKNOWN else ""
