"""A server with UNO's old dialect on a real socket, and guests who speak it line by line.

Time stands still unless a test lets it pass. ``heard`` asks for the list of lobbies and returns all
that came before the answer, so a test never waits for something that does not come.
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
    """One guest: lines in, lines out."""

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    async def read_line(self) -> str:
        """The next line; empty at the end of the stream."""
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

    async def sync(self, *said: str) -> list[str]:
        """Say these lines; all that came until they were obeyed."""
        await self._server.wait_until_idle()
        self.send(*said, "LOL")
        return (await self.read_until("LOL|"))[:-1]

    async def handshake(self, name: str, kind: str = "human_player") -> list[str]:
        """Shake hands; all that came of it."""
        self.send(f"MH|{name}|{kind}", "LOL")
        return [*await self.read_until("LOL|"), *(await self.read_until("LOL|"))[:-1]]

    async def read_until(self, start: str) -> list[str]:
        """All lines up to the first that starts like this."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            lines.append(await self.read_line())
            assert lines[-1], f"the end came before {start}: {lines}"
        return lines

    async def read_to_end(self) -> list[str]:
        """All lines until the server ends the connection."""
        lines: list[str] = []
        while line := await self.read_line():
            lines.append(line)
        return lines


class UnoServer(DialectServer[LegacyTransport[UnoShared], UnoConnection]):
    """The server and everybody who came."""

    async def connect(self, buffer: int = 0) -> UnoConnection:
        """A new connection; ``buffer`` is what its side takes without reading, 0 for plenty."""
        line = socket.socket()
        line.setblocking(False)
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        try:
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self.port))
        except OSError:
            line.close()
            raise
        streams = await asyncio.open_connection(sock=line, limit=buffer or 2**16)
        connection = UnoConnection(self, *streams)
        self.connections.append(connection)
        return connection

    async def connect_named(self, name: str) -> UnoConnection:
        """Somebody who has shaken hands; all lines of that are read."""
        connection = await self.connect()
        first, *_ = await connection.handshake(name)
        assert first == "AH"
        return connection

    async def start_match(self, *names: str, mode: str = "normal") -> list[UnoConnection]:
        """Guests in ``main`` whose game has begun; the first is the admin."""
        connections = [await self.connect_named(name) for name in names]
        await connections[0].sync(f"SG|{mode}")
        for connection in connections[1:]:
            await connection.sync()
        return connections

    async def start_at(self, state: State, *names: str) -> list[UnoConnection]:
        """Guests in a game that stands like this; everything before is read."""
        connections = await self.start_match(*names[: len(state.hands)], mode=state.options.mode)
        self.set_position(state)
        return connections


@asynccontextmanager
async def serving(
    settings: UnoSettings, limits: Limits, *, written: bool
) -> AsyncIterator[UnoServer]:
    async with open_dialect_server(
        UnoServer, UNO, limits, STRATEGIES, settings, written=written
    ) as server:
        yield server


Scenario = Callable[[UnoServer], Awaitable[None]]


class RunScenario(Protocol):
    """Plays a scene at a fresh inn."""

    def __call__(
        self,
        scenario: Scenario,
        settings: UnoSettings = DEFAULT_SETTINGS,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None: ...


def scenario_runner(*, written: bool) -> RunScenario:
    """How scenes are played: at once, or with everything written down first."""

    def play(
        scenario: Scenario,
        settings: UnoSettings = DEFAULT_SETTINGS,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        run_with_server(serving(settings, limits, written=written), scenario)

    return play
