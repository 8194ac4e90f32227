"""A server that listens on the web port only, and raw connections to it.

Frames are made here, byte by byte, because tests also send invalid ones. The conversation tests use
a client of another project instead (``tests/harness/web_connection.py``).
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.registry import GAMES
from messages import Message
from messages.codec import encode_json, server_from_plain
from server.delivery.hub import Hub
from server.handler import GameHandler
from server.journal.records import Entry
from server.limits import Limits
from server.state import ServerState
from server.transports.web.pages import Pages
from server.transports.web.replays import Replays
from server.transports.web.transport import WebTransport
from tests.harness.handler import numbered_secrets
from tests.harness.processes import CERTIFICATE
from tests.harness.pyro import LOOPS
from tests.harness.timeouts import within

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
MASK = b"\x1f\x2e\x3d\x4c"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
"""The key of the example in RFC 6455."""
UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": KEY,
    "Sec-WebSocket-Version": "13",
}


class Frame(NamedTuple):
    """A frame of the server."""

    opcode: int
    payload: bytes

    @property
    def close_code(self) -> int:
        """The code of a close frame."""
        assert self.opcode == CLOSE
        return int.from_bytes(self.payload[:2], "big")


class Response(NamedTuple):
    """A response of the server; the names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def masked(data: bytes, mask: bytes = MASK) -> bytes:
    """Return data combined with the mask."""
    return bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))


def client_frame(
    payload: bytes, opcode: int = TEXT, *, final: bool = True, reserved: int = 0, mask: bool = True
) -> bytes:
    """Return a frame of a client; by default a valid text frame."""
    first, bit, size = (0x80 if final else 0) | reserved | opcode, 0x80 if mask else 0, len(payload)
    if size < 126:
        head = bytes((first, bit | size))
    elif size < 1 << 16:
        head = bytes((first, bit | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, bit | 127)) + size.to_bytes(8, "big")
    return head + (MASK + masked(payload) if mask else payload)


def message_frame(message: Message) -> bytes:
    """Return the frame of a message of a client."""
    return client_frame(encode_json(message))


def request_bytes(path: str, headers: Mapping[str, str] = {}, method: str = "GET") -> bytes:
    """Return a request head; without a Host it is for localhost."""
    lines = [f"{method} {path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in {"Host": "localhost", **headers}.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def parse_response(data: bytes) -> Response:
    """Parse a complete response."""
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return Response(int(first.split()[1]), headers, body)


@dataclass
class RawWebConnection:
    """A connection to the web port."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def request(self, data: bytes) -> Response:
        """Send bytes and return the response, after which the server closes the connection."""
        self.writer.write(data)
        return parse_response(await within(self.reader.read()))

    async def upgrade(self, headers: Mapping[str, str] = {}) -> "RawWebConnection":
        """Open the WebSocket and read the first message."""
        self.writer.write(request_bytes("/play", {**UPGRADE, **headers}))
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        assert type(await self.read()).__name__ == "RequestNickname"
        return self

    async def read_frame(self) -> Frame | None:
        """Return the next frame, or None at the end of the stream."""
        try:
            first, size = await self.reader.readexactly(2)
            assert first & 0x80, "the server does not fragment"
            if size >= 126:
                more = await self.reader.readexactly(2 if size == 126 else 8)
                size = int.from_bytes(more, "big")
            return Frame(first & 0x0F, await self.reader.readexactly(size))
        except (asyncio.IncompleteReadError, ConnectionResetError):
            return None

    async def read(self) -> Message | None:
        """Return the next message, or None at the end; pongs are skipped."""
        while (frame := await self.read_frame()) is not None:
            if frame.opcode == TEXT:
                return server_from_plain(msgspec.json.decode(frame.payload))
            if frame.opcode == CLOSE:
                return None
        return None

    async def read_to_end(self) -> tuple[list[Message], int]:
        """Return all messages until the end, and the code of the close frame; 0 without one."""
        messages, code = list[Message](), 0
        while (frame := await self.read_frame()) is not None:
            if frame.opcode == CLOSE:
                code = frame.close_code
            elif frame.opcode == TEXT:
                message = server_from_plain(msgspec.json.decode(frame.payload))
                assert message is not None
                messages.append(message)
        return messages, code

    def send(self, *messages: Message) -> None:
        """Send messages, each as one text frame."""
        self.writer.write(b"".join(map(message_frame, messages)))


@dataclass
class WebServer:
    """A server with the web transport only."""

    transport: WebTransport
    hub: Hub
    port: int
    connections: list[RawWebConnection] = field(default_factory=list)
    tls: bool = False

    async def connect(self, source: str = "", buffer: int | None = None) -> RawWebConnection:
        """Connect, from the address ``source`` if given; ``buffer`` is the size of the buffers."""
        client = socket.socket()
        if buffer is not None:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        if source:
            client.bind((source, 0))
        client.setblocking(False)
        await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(
            sock=client,
            ssl=ssl.create_default_context(cafile=CERTIFICATE) if self.tls else None,
            server_hostname="127.0.0.1" if self.tls else None,
            limit=buffer or 1 << 20,
        )
        connection = RawWebConnection(reader, writer)
        self.connections.append(connection)
        return connection

    async def open(self, headers: Mapping[str, str] = {}) -> RawWebConnection:
        """Connect and open the WebSocket."""
        return await (await self.connect()).upgrade(headers)

    async def get(
        self,
        path: str,
        headers: Mapping[str, str] = {},
        method: str = "GET",
    ) -> Response:
        """Send a request on a new connection and return the response."""
        return await (await self.connect()).request(request_bytes(path, headers, method))


@dataclass(frozen=True, kw_only=True)
class WebSetup:
    """The differences of a server from the usual one."""

    limits: Limits = field(default_factory=Limits)
    clock: Callable[[], float] | None = None
    """The clock of the hub; None: that of the event loop."""
    loop: str = "asyncio"
    tls: bool = False
    folder: Path | None = None
    generated: Mapping[str, bytes] = field(default_factory=dict)
    origins: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    health: tuple[int, bytes] = (200, b"ok\n")
    entries: Mapping[int, list[Entry]] | None = None
    """The entries of finished matches by number; None: matches are not stored."""


@asynccontextmanager
async def serving(setup: WebSetup) -> AsyncIterator[WebServer]:
    """Run a server during the block."""
    clock = setup.clock or asyncio.get_running_loop().time
    state = ServerState(games=GAMES, limits=setup.limits, secrets=numbered_secrets())
    hub = Hub(GameHandler(state), clock)
    context = None
    if setup.tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE, CERTIFICATE.with_suffix(".key"))
    transport = WebTransport(
        *(hub, setup.limits, setup.host, context),
        pages=Pages(setup.folder, setup.generated),
        health=lambda: setup.health,
        origins=setup.origins,
        replays=_replays(setup.entries) if setup.entries is not None else None,
    )
    address = await transport.start(0)
    server = WebServer(transport, hub, int(address.rpartition(":")[2]), tls=setup.tls)
    try:
        yield server
    finally:
        for connection in server.connections:
            connection.writer.close()
            with suppress(ConnectionError, ssl.SSLError):
                await connection.writer.wait_closed()
        await transport.stop()


def _replays(entries: Mapping[int, list[Entry]]) -> Replays:
    """Return the replay files of these matches."""
    return Replays(lambda number: entries.get(number, []), GAMES)


def run(
    scenario: Callable[[WebServer], Awaitable[None]],
    setup: WebSetup = WebSetup(),  # noqa: B008
) -> None:
    """Run a scenario against a new server."""

    async def play() -> None:
        async with serving(setup) as server:
            await scenario(server)

    with asyncio.Runner(loop_factory=LOOPS[setup.loop]) as runner:
        runner.run(within(play()))
