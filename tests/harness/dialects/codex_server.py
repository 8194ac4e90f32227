"""A server with Codex Naturalis' old dialect on a real socket, and guests who speak it.

Time stands still unless a test lets it pass. ``heard`` says something senseless at the end and
returns all that came before the ERROR for it, so a test never waits for what does not come.
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
    """One guest: objects in, objects out."""

    name = ""

    def send(self, kind: str, **fields: Any) -> None:
        request = {"networkType": kind, "sender": self.name, **fields}
        self.send_bytes(json.dumps(request).encode() + b"\n")

    async def read_line(self) -> Line:
        """The next line; empty at the end of the stream."""
        data = await within(self._reader.readline())
        found: Line = json.loads(data) if data else {}
        assert not data or (data.endswith(b"\n") and found["networkType"] and found["sender"])
        return found

    async def read_until(self, kind: str) -> list[Line]:
        """All lines up to the first of this kind."""
        lines = [await self.read_line()]
        while lines[-1]["networkType"] != kind:
            lines.append(await self.read_line())
        return lines

    async def sync(self, kind: str = "", **fields: Any) -> list[Line]:
        """Say this; all that came until it was obeyed, without heartbeats."""
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
        """Say this; it must be refused, and nothing else may come of it."""
        (error,) = await self.sync(kind, **fields)
        assert error["networkType"] == "ERROR"
        text: str = error["details"]
        assert text
        return text

    async def read_to_end(self) -> list[Line]:
        """All lines until the server ends the connection."""
        lines: list[Line] = []
        while line := await self.read_line():
            lines.append(line)
        return lines


def kinds(lines: list[Line]) -> list[str]:
    return [line["networkType"] for line in lines]


class CodexServer(DialectServer[LegacyTransport[CodexShared], CodexConnection]):
    """The server and everybody who came."""

    SWEEPS = True

    async def wait_until_idle(self) -> None:
        """Also what has just been read."""
        await self.run_ready_callbacks()
        await super().wait_until_idle()

    async def connect(self) -> CodexConnection:
        connection = CodexConnection(self, *await asyncio.open_connection("127.0.0.1", self.port))
        self.connections.append(connection)
        return connection

    async def connect_named(self, name: str) -> CodexConnection:
        """Somebody who has logged in; all lines of that are read."""
        connection = await self.connect()
        connection.name = name
        first, *_ = await connection.sync("CONNECT")
        assert first["accepted"], first
        return connection

    async def start_match(self, *names: str) -> list[CodexConnection]:
        """A game that has begun, in the set-up; everything before is read."""
        connections = [await self.connect_named(name) for name in names]
        await connections[0].sync("SET_PLAYER_NUMBER", numPlayers=len(names))
        for connection in connections:
            await connection.sync()
        return connections

    async def start_first_turn(self, *names: str) -> list[CodexConnection]:
        """A game whose first turn has come; the guests in the order of turns."""
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
async def serving(written: bool) -> AsyncIterator[CodexServer]:
    strategies = ("greedy", "random")
    async with open_dialect_server(
        CodexServer, CODEX, Limits(), strategies, written=written
    ) as server:
        server.transport.now = server.server_state.unix_time = lambda: server.now
        yield server


Scenario = Callable[[CodexServer], Awaitable[None]]
RunCodexScenario = Callable[[Scenario], None]


def codex_scenario_runner(*, written: bool) -> RunCodexScenario:
    """How scenes are played: at once, or with everything written down first."""

    def play(scenario: Scenario) -> None:
        run_with_server(serving(written), scenario)

    return play


def placement(card: str, spot: Any, side: str = "BACK") -> Line:
    printed = CODEX_CARDS[card]
    ids = {"frontId": printed.front.number, "backId": printed.back.number}
    return {**ids, "side": side, "position": {"x": spot.x, "y": spot.y}}


def first_placement(server: CodexServer) -> Line:
    """A card of the player on turn, back up, on the first open spot."""
    state = server.state
    return placement(state.hands[state.turn][0], state.areas[state.turn].spots[0])
