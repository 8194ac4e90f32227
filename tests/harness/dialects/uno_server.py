"""A server with the UNO dialect on a real socket, and connections that use it.

Time advances only when a test advances it. ``sync`` requests the list of lobbies and returns all
lines before the answer, so a test never waits for a line that does not arrive.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Protocol

from games.uno.state import State
from server.dialects.transport import LegacyTransport
from server.dialects.uno import UNO
from server.dialects.uno.peer import UnoSettings, UnoShared
from server.limits import DEFAULT_LIMITS, Limits
from tests.harness.dialects.base import (
    DialectConnection,
    DialectServer,
    open_dialect_server,
    run_with_server,
)
from tests.harness.timeouts import within

STRATEGIES = ("basic", "advanced", "random")


DEFAULT_SETTINGS = UnoSettings()


class UnoConnection(DialectConnection):
    """A connection of the UNO dialect: sends and reads lines."""

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    async def read_line(self) -> str:
        """Return the next line; empty at the end of the stream."""
        data = await within(self._reader.readline())
        assert not data or data.endswith(b"\n"), data
        text = data.decode().removesuffix("\n")
        assert "\r" not in text
        assert "| " not in text
        assert " |" not in text
        assert not text.endswith(";")
        return text

    async def read_lines(self, number: int) -> list[str]:
        return [await self.read_line() for _ in range(number)]

    async def sync(self, *requests: str) -> list[str]:
        """Send these lines; return all lines received until they were processed."""
        await self._server.wait_until_idle()
        self.send(*requests, "LOL")
        return (await self.read_until("LOL|"))[:-1]

    async def handshake(self, name: str, kind: str = "human_player") -> list[str]:
        """Do the handshake; return all lines received for it."""
        self.send(f"MH|{name}|{kind}", "LOL")
        return [*await self.read_until("LOL|"), *(await self.read_until("LOL|"))[:-1]]

    async def read_until(self, start: str) -> list[str]:
        """Return all lines up to the first that starts with this text."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            lines.append(await self.read_line())
            assert lines[-1], f"the end came before {start}: {lines}"
        return lines

    async def read_to_end(self) -> list[str]:
        """Return all lines until the server closes the connection."""
        lines: list[str] = []
        while line := await self.read_line():
            lines.append(line)
        return lines


class UnoServer(DialectServer[LegacyTransport[UnoShared], UnoConnection]):
    """A server with the UNO dialect and its connections."""

    async def connect(self, buffer: int = 0) -> UnoConnection:
        """Open a connection; ``buffer`` is the size of its receive buffer, 0 for the default."""
        sock = socket.socket()
        sock.setblocking(False)
        if buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        try:
            await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        except OSError:
            sock.close()
            raise
        streams = await asyncio.open_connection(sock=sock, limit=buffer or 2**16)
        connection = UnoConnection(self, *streams)
        self.connections.append(connection)
        return connection

    async def connect_named(self, name: str) -> UnoConnection:
        """Open a connection, do the handshake and read all its lines."""
        connection = await self.connect()
        first, *_ = await connection.handshake(name)
        assert first == "AH"
        return connection

    async def start_match(self, *names: str, mode: str = "normal") -> list[UnoConnection]:
        """Start a game of named players in lobby ``main``; the first is the admin."""
        connections = [await self.connect_named(name) for name in names]
        await connections[0].sync(f"SG|{mode}")
        for connection in connections[1:]:
            await connection.sync()
        return connections

    async def start_at(self, state: State, *names: str) -> list[UnoConnection]:
        """Start a game of named players and set its state; all earlier lines are read."""
        connections = await self.start_match(*names[: len(state.hands)], mode=state.options.mode)
        self.set_position(state)
        return connections


@asynccontextmanager
async def serving(
    settings: UnoSettings, limits: Limits, *, written: bool
) -> AsyncIterator[UnoServer]:
    """Run a server with the UNO dialect."""
    async with open_dialect_server(
        UnoServer, UNO, limits, STRATEGIES, settings, written=written
    ) as server:
        yield server


Scenario = Callable[[UnoServer], Awaitable[None]]


class RunScenario(Protocol):
    """Runs a scenario against a new server."""

    def __call__(
        self,
        scenario: Scenario,
        settings: UnoSettings = DEFAULT_SETTINGS,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None: ...


def scenario_runner(*, written: bool) -> RunScenario:
    """Return a function that runs scenarios, without a journal or (``written``) with one."""

    def play(
        scenario: Scenario,
        settings: UnoSettings = DEFAULT_SETTINGS,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        run_with_server(serving(settings, limits, written=written), scenario)

    return play
