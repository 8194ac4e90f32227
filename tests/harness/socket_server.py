"""A server that listens on a socket only, and raw connections to it."""

import asyncio
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

    async def connect(self, source: str = "") -> RawConnection:
        """Connect, from the address ``source`` if it is given."""
        host, port = self.address.split(":")
        local = (source, 0) if source else None
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=local)
        connection = RawConnection(reader, writer, FrameDecoder(2**22), [])
        self.connections.append(connection)
        return connection


@asynccontextmanager
async def serving(limits: Limits, clock: Callable[[], float] | None) -> AsyncIterator[SocketServer]:
    """Run a server during the block; without a clock its hub uses the loop's."""
    clock = clock or asyncio.get_running_loop().time
    hub = Hub(GameHandler(ServerState(GAMES, limits, numbered_secrets())), clock)
    transport = SocketTransport(hub, limits, "127.0.0.1")
    address = await transport.start(0)
    server = SocketServer(transport, hub, address, [])
    try:
        yield server
    finally:
        for connection in server.connections:
            connection.writer.close()
            with suppress(ConnectionError):
                await connection.writer.wait_closed()
        await transport.stop()


def run(
    scenario: Callable[[SocketServer], Awaitable[None]],
    limits: Limits | None = None,
    clock: Callable[[], float] | None = None,
    loop: str = "asyncio",
) -> None:
    """Run a scenario against a new server; its hub uses the loop's clock unless one is given."""

    async def play() -> None:
        async with serving(limits or Limits(), clock) as server:
            await scenario(server)

    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        runner.run(within(play()))
