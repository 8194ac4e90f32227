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
from tests.harness.dialects.base import (
    DialectConnection,
    DialectServer,
    open_dialect_server,
    run_with_server,
)
from tests.harness.timeouts import within


class ShelfieConnection(DialectConnection):
    """One guest: messages in, messages out, in either framing."""

    def __init__(
        self,
        server: "ShelfieServer",
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        framed: bool,
    ) -> None:
        super().__init__(server, reader, writer)
        self.framed = framed

    def send(self, *messages: str) -> None:
        for message in messages:
            data = message.encode()
            self.send_bytes(
                len(data).to_bytes(2, "big") + data if self.framed else data + b"\n",
            )

    async def read_message(self) -> str:
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

    async def read_until(self, start: str) -> list[str]:
        """All messages up to the first that starts like this."""
        found: list[str] = []
        while not found or not found[-1].startswith(start):
            found.append(await self.read_message())
            assert found[-1], f"the end came before {start}: {found}"
        return found

    async def request(self, request: str) -> list[str]:
        """Say this; all that came up to its outcome."""
        name = request.partition("|")[0]
        self.send(request)
        return await self.read_until(f"return|{'insertInColumn' if 'insert' in name else name}|")

    async def assert_accepted(self, *requests: str) -> None:
        """Say these; each is done."""
        for request in requests:
            *_, outcome = await self.request(request)
            assert outcome.endswith("|true"), (request, outcome)

    async def assert_refused(self, request: str) -> str:
        """Say this; it is refused, and the answer is the reason that is shown."""
        *before, outcome = await self.request(request)
        assert outcome.endswith("|false"), (request, outcome)
        texts = [text for text in before if text.startswith("message|")]
        return texts[-1].removeprefix("message|") if texts else ""

    async def sync(self) -> list[str]:
        """All that came until now."""
        await self._server.wait_until_idle()
        return (await self.request("sync"))[:-2]

    async def read_to_end(self) -> list[str]:
        """All messages until the server ends the connection."""
        found: list[str] = []
        while text := await self.read_message():
            found.append(text)
        return found


class ShelfieServer(DialectServer[LegacyTransport[ShelfieShared], ShelfieConnection]):
    """The server and everybody who came."""

    async def connect(self, *, framed: bool = True) -> ShelfieConnection:
        streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**17)
        self.connections.append(ShelfieConnection(self, *streams, framed))
        return self.connections[-1]

    async def connect_named(self, name: str, *, framed: bool = True) -> ShelfieConnection:
        """Somebody who has logged in; all of that is read."""
        connection = await self.connect(framed=framed)
        await connection.assert_accepted(f"login|{name}")
        return connection

    async def start_match(self, *names: str) -> list[ShelfieConnection]:
        """Guests whose match has begun, in the order of the seats; everything is read."""
        connections = [await self.connect_named(name, framed=len(name) % 2 == 1) for name in names]
        await connections[0].assert_accepted(f"createMatch|{len(names)}")
        number = max(self.server_state.rooms)
        for connection in connections[1:]:
            await connection.assert_accepted(f"join|{number}")
        for connection in connections:
            await connection.sync()
        return connections

    async def start_at(self, state: State, *names: str) -> list[ShelfieConnection]:
        """Guests in a match that stands like this."""
        connections = await self.start_match(*names)
        self.set_position(state)
        for connection in connections:
            await connection.sync()
        return connections

    @property
    def state(self) -> State:
        assert self.active_room.match is not None
        state: State = self.active_room.match.state
        return state


def payload(messages: list[str], name: str) -> Any:
    """The JSON of the last message of this name."""
    found = [text for text in messages if text.startswith(f"{name}|")]
    assert found, (name, messages)
    return json.loads(found[-1].split("|")[1])


def names_of(messages: list[str]) -> list[str]:
    return [text.partition("|")[0] for text in messages]


Scenario = Callable[[ShelfieServer], Awaitable[None]]


@asynccontextmanager
async def serving(*, written: bool) -> AsyncIterator[ShelfieServer]:
    strategies = ("random", "greedy")
    async with open_dialect_server(
        ShelfieServer, SHELFIE, DEFAULT_LIMITS, strategies, written=written
    ) as server:
        yield server


both_journal_modes = pytest.mark.parametrize(
    "written", [False, True], ids=["at once", "written first"]
)
"""Every conversation is held twice: answered at once, and with everything written down first."""


def run_scenario(scenario: Scenario, written: bool) -> None:
    """One such conversation."""
    run_with_server(serving(written=written), scenario)


async def start_two_players(
    server: ShelfieServer, shelf: str = NONE, **position: Any
) -> list[ShelfieConnection]:
    """Ada, who is on turn, and Bert in a match that stands like this."""
    return await server.start_at(table(shelf, NONE, **position), "ada", "bert")
