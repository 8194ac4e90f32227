"""A server with the My Shelfie dialect on a real socket, and connections that use it.

Time advances only when a test advances it. ``sync`` sends an unknown request and returns all
messages before its answer, so a test never waits for a message that does not arrive.
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
    """A connection of the My Shelfie dialect, with length-prefixed frames or with lines."""

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
        """Return the next message; empty at the end of the stream."""
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
        """Return all messages up to the first that starts with this text."""
        messages: list[str] = []
        while not messages or not messages[-1].startswith(start):
            messages.append(await self.read_message())
            assert messages[-1], f"the end came before {start}: {messages}"
        return messages

    async def request(self, request: str) -> list[str]:
        """Send a request; return all messages up to its outcome."""
        name = request.partition("|")[0]
        self.send(request)
        return await self.read_until(f"return|{'insertInColumn' if 'insert' in name else name}|")

    async def assert_accepted(self, *requests: str) -> None:
        """Send requests and assert that each is accepted."""
        for request in requests:
            *_, outcome = await self.request(request)
            assert outcome.endswith("|true"), (request, outcome)

    async def assert_refused(self, request: str) -> str:
        """Send a request, assert that it is refused, and return the reason."""
        *before, outcome = await self.request(request)
        assert outcome.endswith("|false"), (request, outcome)
        texts = [text for text in before if text.startswith("message|")]
        return texts[-1].removeprefix("message|") if texts else ""

    async def sync(self) -> list[str]:
        """Return all messages received until now."""
        await self._server.wait_until_idle()
        return (await self.request("sync"))[:-2]

    async def read_to_end(self) -> list[str]:
        """Return all messages until the server closes the connection."""
        messages: list[str] = []
        while text := await self.read_message():
            messages.append(text)
        return messages


class ShelfieServer(DialectServer[LegacyTransport[ShelfieShared], ShelfieConnection]):
    """A server with the My Shelfie dialect and its connections."""

    async def connect(self, *, framed: bool = True) -> ShelfieConnection:
        streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**17)
        self.connections.append(ShelfieConnection(self, *streams, framed))
        return self.connections[-1]

    async def connect_named(self, name: str, *, framed: bool = True) -> ShelfieConnection:
        """Open a connection and log in; all messages of the login are read."""
        connection = await self.connect(framed=framed)
        await connection.assert_accepted(f"login|{name}")
        return connection

    async def start_match(self, *names: str) -> list[ShelfieConnection]:
        """Start a match of named players; return them in seat order, with all messages read."""
        connections = [await self.connect_named(name, framed=len(name) % 2 == 1) for name in names]
        await connections[0].assert_accepted(f"createMatch|{len(names)}")
        number = max(self.server_state.rooms)
        for connection in connections[1:]:
            await connection.assert_accepted(f"join|{number}")
        for connection in connections:
            await connection.sync()
        return connections

    async def start_at(self, state: State, *names: str) -> list[ShelfieConnection]:
        """Start a match of named players and set its state."""
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
    """Return the decoded JSON of the last message of this name."""
    messages = [text for text in messages if text.startswith(f"{name}|")]
    assert messages, (name, messages)
    return json.loads(messages[-1].split("|")[1])


def names_of(messages: list[str]) -> list[str]:
    """Return the names of messages."""
    return [text.partition("|")[0] for text in messages]


Scenario = Callable[[ShelfieServer], Awaitable[None]]


@asynccontextmanager
async def serving(*, written: bool) -> AsyncIterator[ShelfieServer]:
    """Run a server with the My Shelfie dialect."""
    strategies = ("random", "greedy")
    async with open_dialect_server(
        ShelfieServer, SHELFIE, DEFAULT_LIMITS, strategies, written=written
    ) as server:
        yield server


both_journal_modes = pytest.mark.parametrize(
    "written", [False, True], ids=["at once", "written first"]
)
"""Run a test twice: without a journal and with a deferred one."""


def run_scenario(scenario: Scenario, written: bool) -> None:
    """Run a scenario, with a deferred journal if ``written``."""
    run_with_server(serving(written=written), scenario)


async def start_two_players(
    server: ShelfieServer, shelf: str = NONE, **position: Any
) -> list[ShelfieConnection]:
    """Start a match of ada, who has the turn, and bert, with this state."""
    return await server.start_at(table(shelf, NONE, **position), "ada", "bert")
