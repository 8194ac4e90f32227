"""`tavolata wire`: a proxy between a client and a server that prints every message.

The bytes are forwarded unchanged and not before they are printed. Each direction is read only as
fast as the other side takes it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from client.cli.text import CANNOT_LISTEN, LISTENING, NO_CONNECTION, TOO_MANY_CONNECTIONS
from client.cli.wire_messages import WireReader
from client.errors import ExitWithMessage

MAX_CONNECTIONS = 64
"""More connections at the same time are closed."""
CHUNK = 64 * 1024
LISTEN_HOST = "127.0.0.1"
TO_SERVER, TO_CLIENT = ">", "<"

Print = Callable[[str], None]


@dataclass
class Direction:
    """One direction of a connection; ``sign`` is > to the server and < to the client."""

    sign: str
    source: asyncio.StreamReader
    target: asyncio.StreamWriter
    wire: WireReader = field(default_factory=WireReader)
    messages: int = 0
    size: int = 0

    @property
    def summary(self) -> str:
        """Number of messages and bytes in this direction, and bytes of an incomplete message."""
        rest = f", {self.wire.rest()} B incomplete" if self.wire.rest() else ""
        return f"{self.sign} {self.messages} messages, {self.size} B{rest}"


class WireProxy:
    """Forwards connections to ``host`` and ``port``, and prints their messages."""

    def __init__(self, host: str, port: int, print_line: Print) -> None:
        self._host = host
        self._port = port
        self._print_line = print_line
        self._connections = 0
        self._open: set[asyncio.Task[None]] = set()
        self.output_closed = asyncio.Event()
        """Set when nobody reads the output any more."""

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection until both sides have ended it; errors are printed."""
        self._connections += 1
        number, task = self._connections, asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            with suppress(asyncio.CancelledError):  # only ``stop`` cancels
                await self._forward(number, reader, writer)
        finally:
            self._open.discard(task)
            writer.close()

    async def stop(self) -> None:
        """End all connections and wait for their end."""
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _forward(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Connect to the server and forward both directions; then print what was forwarded.

        If there are too many connections, or the server cannot be reached, only a line that says so
        is printed.
        """
        if len(self._open) > MAX_CONNECTIONS:
            self._print(TOO_MANY_CONNECTIONS.format(number=number, maximum=MAX_CONNECTIONS))
            return
        try:
            server = await asyncio.open_connection(self._host, self._port)
        except OSError as error:
            address, reason = f"{self._host}:{self._port}", error.strerror or error
            self._print(NO_CONNECTION.format(number=number, address=address, reason=reason))
            return
        self._print(f"#{number} connected")
        began = asyncio.get_running_loop().time()
        directions = (
            Direction(TO_SERVER, reader, server[1]),
            Direction(TO_CLIENT, server[0], writer),
        )
        end = "closed"
        try:
            async with asyncio.TaskGroup() as group:
                for direction in directions:
                    group.create_task(self._pump(number, direction, began))
        except* OSError:
            end = "broken"
        finally:
            server[1].close()
            self._print(f"#{number} {end}: {'; '.join(d.summary for d in directions)}")

    async def _pump(self, number: int, direction: Direction, began: float) -> None:
        """Print and forward one direction until its source ends it. Raises OSError.

        Printed times count from ``began``, a time of the event loop.
        """
        clock = asyncio.get_running_loop().time
        while data := await direction.source.read(CHUNK):
            direction.size += len(data)
            for message in direction.wire.feed(data):
                direction.messages += message.is_message
                start = f"#{number} {clock() - began:8.3f} s {direction.sign} {message.size:6} B"
                self._print(f"{start}  {message.text}")
                for push in message.pushes:
                    self._print(f"#{number}     {push}")
            direction.target.write(data)
            await direction.target.drain()
        with suppress(OSError):  # the other side may have closed the connection completely
            direction.target.write_eof()

    def _print(self, line: str) -> None:
        """Print a line; nothing after the output was closed."""
        if self.output_closed.is_set():
            return
        try:
            self._print_line(line)
        except BrokenPipeError:
            self.output_closed.set()


async def forward_and_print(listen: int, host: str, port: int, print_line: Print) -> None:
    """Forward connections to a port of this machine and print their messages, until cancelled.

    The first line has the address. Returns if nobody reads the output any more. Raises
    ExitWithMessage if the port is not free.
    """
    proxy = WireProxy(host, port, print_line)
    try:
        server = await asyncio.start_server(proxy.accept, LISTEN_HOST, listen)
    except OSError as error:
        address, reason = f"{LISTEN_HOST}:{listen}", error.strerror or error
        raise ExitWithMessage(CANNOT_LISTEN.format(address=address, reason=reason)) from None
    try:
        listening = server.sockets[0].getsockname()[1]
        address = f"{LISTEN_HOST}:{listening}"
        print_line(LISTENING.format(address=address, server=f"{host}:{port}"))
        await proxy.output_closed.wait()
    finally:
        server.close()
        await proxy.stop()
