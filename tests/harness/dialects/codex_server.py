"""A server with the Codex dialect on a real socket, and connections that use it.

Time advances only when a test advances it. ``sync`` ends with an invalid request and returns all
lines before its ERROR, so a test never waits for a line that does not arrive.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from games.codex.state import State
from messages.codex.cards import CODEX_CARDS
from server.dialects.codex import CODEX
from server.dialects.codex.peer import CodexShared
from server.dialects.transport import LegacyTransport
from server.limits import Limits
from server.operations.config import make_settings
from tests.harness.dialects.base import (
    DialectConnection,
    DialectServer,
    open_dialect_server,
    run_with_server,
)
from tests.harness.timeouts import within

Line = dict[str, Any]
_marks = count(1)


class CodexConnection(DialectConnection):
    """A connection of the Codex dialect: sends and reads JSON objects."""

    name = ""

    def send(self, kind: str, **fields: Any) -> None:
        request = {"networkType": kind, "sender": self.name, **fields}
        self.send_bytes(json.dumps(request).encode() + b"\n")

    async def read_line(self) -> Line:
        """Return the next line; empty at the end of the stream."""
        data = await within(self._reader.readline())
        found: Line = json.loads(data) if data else {}
        assert not data or (data.endswith(b"\n") and found["networkType"] and found["sender"])
        return found

    async def read_until(self, kind: str) -> list[Line]:
        """Return all lines up to the first of this type."""
        lines = [await self.read_line()]
        while lines[-1]["networkType"] != kind:
            lines.append(await self.read_line())
        return lines

    async def sync(self, kind: str = "", **fields: Any) -> list[Line]:
        """Send a request; return all lines until it was processed, without heartbeats."""
        if kind:
            self.send(kind, **fields)
        await self._server.wait_until_idle()
        mark = f"SYNC{next(_marks)}"
        self.send(mark)
        lines: list[Line] = []
        while not lines or mark not in lines[-1].get("details", ""):
            lines.append(await self.read_line())
            assert lines[-1], lines
        return [line for line in lines[:-1] if line["networkType"] != "HEARTBEAT"]

    async def assert_refused(self, kind: str, **fields: Any) -> str:
        """Send a request, assert that its only effect is an ERROR, and return the text."""
        (error,) = await self.sync(kind, **fields)
        assert error["networkType"] == "ERROR"
        text: str = error["details"]
        assert text
        return text

    async def read_to_end(self) -> list[Line]:
        """Return all lines until the server closes the connection."""
        lines: list[Line] = []
        while line := await self.read_line():
            lines.append(line)
        return lines


def kinds(lines: list[Line]) -> list[str]:
    """Return the types of lines."""
    return [line["networkType"] for line in lines]


class CodexServer(DialectServer[LegacyTransport[CodexShared], CodexConnection]):
    """A server with the Codex dialect and its connections."""

    SWEEPS = True

    async def wait_until_idle(self) -> None:
        """Also wait until requests that were just read are processed."""
        await self.run_ready_callbacks()
        await super().wait_until_idle()

    async def connect(self) -> CodexConnection:
        connection = CodexConnection(self, *await asyncio.open_connection("127.0.0.1", self.port))
        self.connections.append(connection)
        return connection

    async def connect_named(self, name: str) -> CodexConnection:
        """Open a connection, log in and read all lines of the login."""
        connection = await self.connect()
        connection.name = name
        first, *_ = await connection.sync("CONNECT")
        assert first["accepted"], first
        return connection

    async def start_match(self, *names: str) -> list[CodexConnection]:
        """Start a match, in its setup phase; all earlier lines are read."""
        connections = [await self.connect_named(name) for name in names]
        await connections[0].sync("SET_PLAYER_NUMBER", numPlayers=len(names))
        for connection in connections:
            await connection.sync()
        return connections

    async def start_first_turn(self, *names: str) -> list[CodexConnection]:
        """Start a match and finish its setup; return the connections in turn order."""
        connections = await self.start_match(*names)
        for number, connection in enumerate(connections):
            await connection.sync("PLACE_STARTER", side="BACK")
            await connection.sync("CHOOSE_COLOR", color=("RED", "BLUE", "GREEN", "YELLOW")[number])
            await connection.sync("PLACE_OBJECTIVE", chosenObjective=0)
        for connection in connections:
            await connection.sync()
        first = self.state.first
        return connections[first:] + connections[:first]

    @property
    def state(self) -> State:
        match = self.active_room.match
        assert match is not None
        assert isinstance(match.state, State)
        return match.state


@asynccontextmanager
async def serving(written: bool, **settings: Any) -> AsyncIterator[CodexServer]:
    """Run a server with the Codex dialect, whose clocks all use the manual time."""
    strategies = ("greedy", "random")
    chosen = make_settings({"codex": settings})["codex"]
    async with open_dialect_server(
        CodexServer, CODEX, Limits(), strategies, chosen, written=written
    ) as server:
        server.transport.now = server.server_state.unix_time = lambda: server.now
        yield server


Scenario = Callable[[CodexServer], Awaitable[None]]
RunCodexScenario = Callable[[Scenario], None]


def codex_scenario_runner(*, written: bool, **settings: Any) -> RunCodexScenario:
    """Return a function that runs scenarios, without a journal or (``written``) with one.

    ``settings`` are those of the dialect.
    """

    def play(scenario: Scenario) -> None:
        run_with_server(serving(written, **settings), scenario)

    return play


def placement(card: str, spot: Any, side: str = "BACK") -> Line:
    """Return the fields of a PLACE_CARD request."""
    printed = CODEX_CARDS[card]
    ids = {"frontId": printed.front.number, "backId": printed.back.number}
    return {**ids, "side": side, "position": {"x": spot.x, "y": spot.y}}


def first_placement(server: CodexServer) -> Line:
    """Return a placement of the active player's first card, back up, on the first open spot."""
    state = server.state
    return placement(state.hands[state.turn][0], state.areas[state.turn].spots[0])
