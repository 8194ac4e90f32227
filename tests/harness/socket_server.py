"""A server that listens on a socket only, and raw connections to it."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from games.registry import GAMES
from messages import Error, Message
from messages.codec import decode_server, encode
from messages.framing import FrameDecoder, frame
from server.delivery.hub import Hub
from server.handler import GameHandler
from server.limits import Limits
from server.state import ServerState
from server.transports.socket import SocketTransport
from tests.harness.handler import numbered_secrets
from tests.harness.processes import CERTIFICATE
from tests.harness.pyro import LOOPS
from tests.harness.timeouts import within

M = TypeVar("M", bound=Message)


@dataclass
class RawConnection:
    """A raw client connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    frames: FrameDecoder
    payloads: list[bytes]

    async def read(self) -> Message | None:
        """Return the next message, or None at the end of the stream."""
        while not self.payloads:
            data = await self.reader.read(65536)
            if not data:
                return None
            self.payloads += self.frames.feed(data)
        return decode_server(self.payloads.pop(0))

    async def request(self, message: Message, kind: type[M]) -> M | Error:
        """Send a message and return the next message of this class, or the next Error."""
        self.writer.write(frame(encode(message)))
        while True:
            answer = await self.read()
            assert answer is not None
            if isinstance(answer, kind | Error):
                return answer

    async def read_to_end(self) -> list[Message]:
        """Return all messages until the server closes the connection."""
        messages = []
        while (message := await self.read()) is not None:
            messages.append(message)
        return messages


@dataclass
class SocketServer:
    """A server with the socket transport only."""

    transport: SocketTransport
    hub: Hub
    address: str
    connections: list[RawConnection]
    tls: bool = False

    async def connect(self, source: str = "", buffer: int | None = None) -> RawConnection:
        """Connect, from the address ``source`` if given; ``buffer`` is the size of the buffers."""
        host, port = self.address.split(":")
        client = socket.socket()
        if buffer is not None:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        if source:
            client.bind((source, 0))
        client.setblocking(False)
        await asyncio.get_running_loop().sock_connect(client, (host, int(port)))
        reader, writer = await asyncio.open_connection(
            sock=client,
            ssl=ssl.create_default_context(cafile=CERTIFICATE) if self.tls else None,
            server_hostname=host if self.tls else None,
            limit=buffer or 65536,
        )
        connection = RawConnection(reader, writer, FrameDecoder(2**22), [])
        self.connections.append(connection)
        return connection


@asynccontextmanager
async def serving(
    limits: Limits, clock: Callable[[], float] | None = None, *, tls: bool = False
) -> AsyncIterator[SocketServer]:
    """Run a server during the block; without a clock its hub uses the loop's."""
    clock = clock or asyncio.get_running_loop().time
    hub = Hub(
        GameHandler(ServerState(games=GAMES, limits=limits, secrets=numbered_secrets())), clock
    )
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE, CERTIFICATE.with_suffix(".key"))
    transport = SocketTransport(hub, limits, "127.0.0.1", context)
    address = await transport.start(0)
    server = SocketServer(transport, hub, address, [], tls)
    try:
        yield server
    finally:
        for connection in server.connections:
            connection.writer.close()
            with suppress(ConnectionError, ssl.SSLError):
                await connection.writer.wait_closed()
        await transport.stop()


def run(
    scenario: Callable[[SocketServer], Awaitable[None]],
    limits: Limits | None = None,
    clock: Callable[[], float] | None = None,
    loop: str = "asyncio",
    *,
    tls: bool = False,
) -> None:
    """Run a scenario against a new server; its hub uses the loop's clock unless one is given."""

    async def play() -> None:
        async with serving(limits or Limits(), clock, tls=tls) as server:
            await scenario(server)

    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        runner.run(within(play()))
