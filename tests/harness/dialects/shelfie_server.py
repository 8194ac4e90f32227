"""A server with My Shelfie's old dialect on a real socket, and guests who speak it.

Time stands still unless a test lets it pass. ``heard`` says something unknown and returns all that
came before the answer, so a test never waits for something that does not come.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from games.shelfie.state import State
from server.dialects.shelfie import SHELFIE
from server.dialects.shelfie.peer import ShelfieShared
from server.dialects.shelfie.wire import maybe_text
from server.dialects.transport import LegacyTransport
from server.limits import DEFAULT_LIMITS
from tests.games.shelfie.tables import NONE, table
from tests.harness.dialects.connections import Guest, Hostel, open_hostel, spend
from tests.harness.timeouts import within


class Talker(Guest):
    """One guest: messages in, messages out, in either framing."""

    def __init__(
        self,
        inn: "Inn",
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        framed: bool,
    ) -> None:
        super().__init__(inn, reader, writer)
        self.framed = framed

    def send(self, *messages: str) -> None:
        for message in messages:
            data = message.encode()
            self.send_bytes(
                len(data).to_bytes(2, "big") + data if self.framed else data + b"\n",
            )

    async def message(self) -> str:
        """The next message; empty at the end of the stream."""
        return await within(self._message())

    async def _message(self) -> str:
        if not self.framed:
            return (await self._reader.readline()).decode().removesuffix("\n")
        try:
            length = int.from_bytes(await self._reader.readexactly(2), "big")
        except asyncio.IncompleteReadError:
            return ""
        text = maybe_text(await self._reader.readexactly(length))
        assert text is not None
        return text

    async def until(self, start: str) -> list[str]:
        """All messages up to the first that starts like this."""
        found: list[str] = []
        while not found or not found[-1].startswith(start):
            found.append(await self.message())
            assert found[-1], f"the end came before {start}: {found}"
        return found

    async def ask(self, request: str) -> list[str]:
        """Say this; all that came up to its outcome."""
        name = request.partition("|")[0]
        self.send(request)
        return await self.until(f"return|{'insertInColumn' if 'insert' in name else name}|")

    async def does(self, *requests: str) -> None:
        """Say these; each is done."""
        for request in requests:
            *_, outcome = await self.ask(request)
            assert outcome.endswith("|true"), (request, outcome)

    async def fails(self, request: str) -> str:
        """Say this; it is refused, and the answer is the reason that is shown."""
        *before, outcome = await self.ask(request)
        assert outcome.endswith("|false"), (request, outcome)
        texts = [text for text in before if text.startswith("message|")]
        return texts[-1].removeprefix("message|") if texts else ""

    async def heard(self) -> list[str]:
        """All that came until now."""
        await self._inn.quiet()
        return (await self.ask("sync"))[:-2]

    async def rest(self) -> list[str]:
        """All messages until the server ends the connection."""
        found: list[str] = []
        while text := await self.message():
            found.append(text)
        return found


class Inn(Hostel[LegacyTransport[ShelfieShared], Talker]):
    """The server and everybody who came."""

    async def connect(self, *, framed: bool = True) -> Talker:
        streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**17)
        self.talkers.append(Talker(self, *streams, framed))
        return self.talkers[-1]

    async def guest(self, name: str, *, framed: bool = True) -> Talker:
        """Somebody who has logged in; all of that is read."""
        talker = await self.connect(framed=framed)
        await talker.does(f"login|{name}")
        return talker

    async def table(self, *names: str) -> list[Talker]:
        """Guests whose match has begun, in the order of the seats; everything is read."""
        talkers = [await self.guest(name, framed=len(name) % 2 == 1) for name in names]
        await talkers[0].does(f"createMatch|{len(names)}")
        number = max(self.lobby.rooms)
        for talker in talkers[1:]:
            await talker.does(f"join|{number}")
        for talker in talkers:
            await talker.heard()
        return talkers

    async def position(self, state: State, *names: str) -> list[Talker]:
        """Guests in a match that stands like this."""
        talkers = await self.table(*names)
        self.stage(state)
        for talker in talkers:
            await talker.heard()
        return talkers

    @property
    def state(self) -> State:
        assert self.playing.match is not None
        state: State = self.playing.match.state
        return state


def payload(messages: list[str], name: str) -> Any:
    """The JSON of the last message of this name."""
    found = [text for text in messages if text.startswith(f"{name}|")]
    assert found, (name, messages)
    return json.loads(found[-1].split("|")[1])


def names_of(messages: list[str]) -> list[str]:
    return [text.partition("|")[0] for text in messages]


Scene = Callable[[Inn], Awaitable[None]]


@asynccontextmanager
async def serving(*, written: bool) -> AsyncIterator[Inn]:
    strategies = ("random", "greedy")
    async with open_hostel(Inn, SHELFIE, DEFAULT_LIMITS, strategies, written=written) as inn:
        yield inn


both = pytest.mark.parametrize("written", [False, True], ids=["at once", "written first"])
"""Every conversation is held twice: answered at once, and with everything written down first."""


def evening(scene: Scene, written: bool) -> None:
    """One such conversation."""
    spend(serving(written=written), scene)


async def room_of(inn: Inn, shelf: str = NONE, **position: Any) -> list[Talker]:
    """Ada, who is on turn, and Bert in a match that stands like this."""
    return await inn.position(table(shelf, NONE, **position), "ada", "bert")
