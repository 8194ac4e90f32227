"""Helpers for tests of the Pyro5 transport: a fake hub, a server thread, and raw connections.

The transport runs on an event loop in its own thread, because stock proxies block. Tests access it
through ``PyroServer.run_on_loop``, and wait for conditions with ``wait_until``.
"""

import asyncio
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from Pyro5 import protocol
from Pyro5.api import Proxy
from Pyro5.serializers import serializers

from messages import (
    ActionValid,
    Error,
    GenericMessage,
    Heartbeat,
    ProtocolError,
    Quit,
    RequestNickname,
    SendChat,
    ServerMessage,
)
from messages.errors import Refusal
from messages.registry import AnyClientMessage
from server.delivery.hub import Outbox
from server.effects import PeerId, Send
from server.limits import Limits
from server.transports.pyro import wire as wire
from server.transports.pyro.connection import PyroTransport
from server.transports.pyro.peer import PyroPeer
from tests.harness.timeouts import GIVE_UP_SECONDS

T = TypeVar("T")
MSGPACK = serializers["msgpack"]

LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {"asyncio": asyncio.new_event_loop}
with suppress(ImportError):  # there is no uvloop for Windows
    import uvloop

    LOOPS["uvloop"] = uvloop.new_event_loop


class FakeHub:
    """Answers every message with ActionValid(name of its class); pushes the text of a SendChat.

    With ``defer``, answers are queued until ``release``.
    """

    def __init__(self) -> None:
        self.outboxes: dict[PeerId, Outbox] = {}
        self.received: list[tuple[PeerId, AnyClientMessage]] = []
        self.protocol_errors: list[ProtocolError] = []
        self.disconnected: list[PeerId] = []
        self.refused: list[Refusal] = []
        self.defer = False
        self.crash = False
        self._deferred: deque[tuple[PeerId, ServerMessage]] = deque()
        self._peers = 0

    def connect(self, outbox: Outbox, address: str) -> PeerId:
        self._peers += 1
        self.outboxes[self._peers] = outbox
        self.push(self._peers, RequestNickname())
        return self._peers

    def check_open_files(self) -> None:
        """Allow every connection."""

    def refuse_connection(self, refusal: Refusal, address: str) -> None:
        self.refused.append(refusal)

    def receive(self, peer: PeerId, message: AnyClientMessage) -> None:
        if self.crash:
            raise RuntimeError("a planted fault")
        self.received.append((peer, message))
        if isinstance(message, SendChat):
            self.push(peer, GenericMessage(message.text))
        self._answer(peer, _answer_to(message))
        if isinstance(message, Quit):
            self.outboxes[peer].close()

    def malformed(self, peer: PeerId, error: ProtocolError) -> None:
        self.protocol_errors.append(error)
        self._answer(peer, Error(error.code, error.text))

    def disconnect(self, peer: PeerId) -> None:
        if self.outboxes.pop(peer, None) is not None:
            self.disconnected.append(peer)

    def push(self, peer: PeerId, message: ServerMessage) -> None:
        """Push a message to a peer."""
        self.outboxes[peer].push(Send((peer,), (message,)))

    def release(self) -> None:
        """Send all deferred answers in order."""
        while self._deferred:
            peer, message = self._deferred.popleft()
            self.outboxes[peer].answer(message)

    def _answer(self, peer: PeerId, message: ServerMessage | Heartbeat) -> None:
        if self.defer:
            self._deferred.append((peer, message))  # type: ignore[arg-type]
        else:
            self.outboxes[peer].answer(message)


def _answer_to(message: AnyClientMessage) -> ServerMessage | Heartbeat:
    if isinstance(message, Heartbeat):
        return Heartbeat(reply_to=message.id)
    return ActionValid(type(message).__name__, reply_to=message.id)


class PyroServer:
    """The Pyro5 transport on an event loop in its own thread."""

    def __init__(self, hub: Any, limits: Limits, loop: str) -> None:
        self.hub = hub
        self.limits = limits
        self._ready: Future[str] = Future()
        self._thread = threading.Thread(target=self._run, args=(LOOPS[loop],))
        self._thread.start()
        self.uri = self._ready.result(GIVE_UP_SECONDS)
        host, _, port = self.uri.partition("@")[2].rpartition(":")
        self.address = (host, int(port))

    def run_on_loop(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function on the loop's thread and return its result."""

        async def run() -> T:
            return function(*args)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(GIVE_UP_SECONDS)

    def is_polled(self) -> bool:
        """Return whether a poll is pending."""
        return self.run_on_loop(
            lambda: any(
                peer.is_polled_by(c) for c in self.transport.connections for peer in c.peers
            )
        )

    def proxy(self, uri: str = "") -> Any:
        """Return a stock proxy with the msgpack serializer."""
        proxy = Proxy(uri or self.uri)
        proxy._pyroSerializer = "msgpack"
        proxy._pyroTimeout = GIVE_UP_SECONDS
        return proxy

    def connect(self) -> "RawPyroConnection":
        """Open a raw connection, without a handshake."""
        return RawPyroConnection(socket.create_connection(self.address, timeout=GIVE_UP_SECONDS))

    def stop(self) -> None:
        """Stop the server and wait for its thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(GIVE_UP_SECONDS)
        assert not self._thread.is_alive()

    def _run(self, new_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(self._main())

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self.transport = PyroTransport(self.hub, self.limits, "127.0.0.1")
        self._ready.set_result(await self.transport.start(0))
        self._sweep()
        await self._stop.wait()
        await self.transport.stop()

    def _sweep(self) -> None:
        self.transport.sweep(self._loop.time())
        self._loop.call_later(0.02, self._sweep)


@contextmanager
def running(
    hub: Any = None, limits: Limits | None = None, loop: str = "asyncio"
) -> Iterator[PyroServer]:
    """Run a server during the block."""
    server = PyroServer(hub or FakeHub(), limits or Limits(), loop)
    try:
        yield server
    finally:
        server.stop()


class RawPyroConnection:
    """A raw TCP connection that can also send the messages of a proxy."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock

    def __enter__(self) -> "RawPyroConnection":
        return self

    def __exit__(self, *_: object) -> None:
        self.sock.close()

    def send(self, data: bytes) -> None:
        self.sock.sendall(data)

    def handshake(self) -> "RawPyroConnection":
        """Do the handshake."""
        self.send(connect_bytes())
        assert self.read().type == protocol.MSG_CONNECTOK
        return self

    def call(self, method: str, *args: Any, seq: int = 1) -> Any:
        """Call a method and return the decoded answer."""
        self.send(call_bytes(method, *args, seq=seq))
        return MSGPACK.loads(self.read().data)

    def read(self) -> Any:
        """Read one complete message; raise EOFError at the end of the connection."""
        header = protocol.ReceivingMessage(self._exactly(40))
        header.add_payload(self._exactly(header.annotations_size + header.data_size))
        return header

    def read_to_end(self) -> bytes:
        """Read everything until the server closes the connection."""
        parts = []
        try:
            while part := self.sock.recv(65536):
                parts.append(part)
        except ConnectionResetError:
            pass
        return b"".join(parts)

    def reset(self) -> None:
        """Close the connection with a TCP reset."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.sock.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data


def message_bytes(
    kind: int,
    payload: bytes,
    *,
    flags: int = 0,
    seq: int = 1,
    serializer: int = 4,
    **annotations: bytes,
) -> bytes:
    """Return a message as a proxy sends it."""
    return bytes(protocol.SendingMessage(kind, flags, seq, serializer, payload, annotations).data)


def connect_bytes(target: str = "tavolata", **fields: Any) -> bytes:
    """Return the handshake of a proxy."""
    payload = MSGPACK.dumps({"handshake": "hello", "object": target})
    return message_bytes(protocol.MSG_CONNECT, payload, **fields)


def call_bytes(method: str, *args: Any, target: str = "tavolata", **fields: Any) -> bytes:
    """Return a method call of a proxy."""
    payload = MSGPACK.dumpsCall(target, method, args, {})
    return message_bytes(protocol.MSG_INVOKE, payload, **fields)


def wait_until(condition: Callable[[], object], what: str = "the condition") -> None:
    """Wait for a condition; fail after GIVE_UP_SECONDS."""
    pause = threading.Event()
    end = time.monotonic() + GIVE_UP_SECONDS
    while not condition():
        assert time.monotonic() < end, f"{what} did not come true"
        pause.wait(0.005)


class FakeCaller:
    """A connection that records its answers by call number."""

    def __init__(self) -> None:
        self.address = "192.0.2.1"
        self.peers: set[PyroPeer] = set()
        self.answers: dict[int, Any] = {}
        self.pushed: dict[int, int] = {}

    def reply(self, seq: int, payload: bytes, pushed: int = 0) -> None:
        assert seq not in self.answers
        self.answers[seq] = MSGPACK.loads(payload)
        self.pushed[seq] = pushed


LIMIT = 64 * 1024


FLAGS = {
    "exception": protocol.FLAGS_EXCEPTION,
    "compressed": protocol.FLAGS_COMPRESSED,
    "one-way": protocol.FLAGS_ONEWAY,
    "batch": protocol.FLAGS_BATCH,
    "stream": protocol.FLAGS_ITEMSTREAMRESULT,
    "blob": protocol.FLAGS_KEEPSERIALIZED,
    "unknown": 1 << 15,
}


def with_flags(data: bytes, flags: int) -> bytes:
    """Return the message with other flags; Pyro5's own class would clear or use some of them."""
    return data[:8] + flags.to_bytes(2, "big") + data[10:]


BOMBS = {
    "nested arrays": b"\x91" * LIMIT,
    "nested maps": b"\x81\xa1a" * (LIMIT // 3),
    "nested wide arrays": b"\xdd\x00\x00\xff\xff" * (LIMIT // 5),
    "an array of 2**32": b"\xdd\xff\xff\xff\xff",
    "a map of 2**32": b"\xdf\xff\xff\xff\xff",
    "a text of 2**32": b"\xdb\xff\xff\xff\xff",
    "bytes of 2**32": b"\xc6\xff\xff\xff\xff",
    "an extension of 2**32": b"\xc9\xff\xff\xff\xff\x30",
}
