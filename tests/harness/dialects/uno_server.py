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
from tests.harness.dialects.connections import Guest, Hostel, open_hostel, spend
from tests.harness.timeouts import within

STRATEGIES = ("basic", "advanced", "random")


USUAL = UnoSettings()


class Talker(Guest):
    """One guest: lines in, lines out."""

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    async def line(self) -> str:
        """The next line; empty at the end of the stream."""
        data = await within(self._reader.readline())
        assert not data or data.endswith(b"\n"), data
        text = data.decode().removesuffix("\n")
        assert "\r" not in text
        assert "| " not in text
        assert " |" not in text
        assert not text.endswith(";")
        return text

    async def lines(self, number: int) -> list[str]:
        return [await self.line() for _ in range(number)]

    async def heard(self, *said: str) -> list[str]:
        """Say these lines; all that came until they were obeyed."""
        await self._inn.quiet()
        self.send(*said, "LOL")
        return (await self.until("LOL|"))[:-1]

    async def hello(self, name: str, kind: str = "human_player") -> list[str]:
        """Shake hands; all that came of it."""
        self.send(f"MH|{name}|{kind}", "LOL")
        return [*await self.until("LOL|"), *(await self.until("LOL|"))[:-1]]

    async def until(self, start: str) -> list[str]:
        """All lines up to the first that starts like this."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            lines.append(await self.line())
            assert lines[-1], f"the end came before {start}: {lines}"
        return lines

    async def rest(self) -> list[str]:
        """All lines until the server ends the connection."""
        lines: list[str] = []
        while line := await self.line():
            lines.append(line)
        return lines


class Inn(Hostel[LegacyTransport[UnoShared], Talker]):
    """The server and everybody who came."""

    async def connect(self, buffer: int = 0) -> Talker:
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
        talker = Talker(self, *streams)
        self.talkers.append(talker)
        return talker

    async def guest(self, name: str) -> Talker:
        """Somebody who has shaken hands; all lines of that are read."""
        talker = await self.connect()
        first, *_ = await talker.hello(name)
        assert first == "AH"
        return talker

    async def table(self, *names: str, mode: str = "normal") -> list[Talker]:
        """Guests in ``main`` whose game has begun; the first is the admin."""
        talkers = [await self.guest(name) for name in names]
        await talkers[0].heard(f"SG|{mode}")
        for talker in talkers[1:]:
            await talker.heard()
        return talkers

    async def position(self, state: State, *names: str) -> list[Talker]:
        """Guests in a game that stands like this; everything before is read."""
        talkers = await self.table(*names[: len(state.hands)], mode=state.options.mode)
        self.stage(state)
        return talkers


@asynccontextmanager
async def serving(settings: UnoSettings, limits: Limits, *, written: bool) -> AsyncIterator[Inn]:
    async with open_hostel(Inn, UNO, limits, STRATEGIES, settings, written=written) as inn:
        yield inn


Scene = Callable[[Inn], Awaitable[None]]


class Play(Protocol):
    """Plays a scene at a fresh inn."""

    def __call__(
        self,
        scene: Scene,
        settings: UnoSettings = USUAL,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None: ...


def player(*, written: bool) -> Play:
    """How scenes are played: at once, or with everything written down first."""

    def play(scene: Scene, settings: UnoSettings = USUAL, limits: Limits = DEFAULT_LIMITS) -> None:
        spend(serving(settings, limits, written=written), scene)

    return play
