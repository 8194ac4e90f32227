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
from tests.harness.dialects.connections import Guest, Hostel, open_hostel, spend
from tests.harness.timeouts import within

Line = dict[str, Any]
_marks = count(1)


class CodexTalker(Guest):
    """One guest: objects in, objects out."""

    name = ""

    def send(self, kind: str, **fields: Any) -> None:
        request = {"networkType": kind, "sender": self.name, **fields}
        self.send_bytes(json.dumps(request).encode() + b"\n")

    async def line(self) -> Line:
        """The next line; empty at the end of the stream."""
        data = await within(self._reader.readline())
        found: Line = json.loads(data) if data else {}
        assert not data or (data.endswith(b"\n") and found["networkType"] and found["sender"])
        return found

    async def until(self, kind: str) -> list[Line]:
        """All lines up to the first of this kind."""
        lines = [await self.line()]
        while lines[-1]["networkType"] != kind:
            lines.append(await self.line())
        return lines

    async def heard(self, kind: str = "", **fields: Any) -> list[Line]:
        """Say this; all that came until it was obeyed, without heartbeats."""
        if kind:
            self.send(kind, **fields)
        await self._inn.quiet()
        mark = f"SYNC{next(_marks)}"
        self.send(mark)
        lines: list[Line] = []
        while not lines or mark not in lines[-1].get("details", ""):
            lines.append(await self.line())
            assert lines[-1], lines
        return [line for line in lines[:-1] if line["networkType"] != "HEARTBEAT"]

    async def refused(self, kind: str, **fields: Any) -> str:
        """Say this; it must be refused, and nothing else may come of it."""
        (error,) = await self.heard(kind, **fields)
        assert error["networkType"] == "ERROR"
        text: str = error["details"]
        assert text
        return text

    async def rest(self) -> list[Line]:
        """All lines until the server ends the connection."""
        lines: list[Line] = []
        while line := await self.line():
            lines.append(line)
        return lines


def kinds(lines: list[Line]) -> list[str]:
    return [line["networkType"] for line in lines]


class CodexInn(Hostel[LegacyTransport[CodexShared], CodexTalker]):
    """The server and everybody who came."""

    SWEEPS = True

    async def quiet(self) -> None:
        """Also what has just been read."""
        await self.turn()
        await super().quiet()

    async def connect(self) -> CodexTalker:
        talker = CodexTalker(self, *await asyncio.open_connection("127.0.0.1", self.port))
        self.talkers.append(talker)
        return talker

    async def guest(self, name: str) -> CodexTalker:
        """Somebody who has logged in; all lines of that are read."""
        talker = await self.connect()
        talker.name = name
        first, *_ = await talker.heard("CONNECT")
        assert first["accepted"], first
        return talker

    async def game(self, *names: str) -> list[CodexTalker]:
        """A game that has begun, in the set-up; everything before is read."""
        talkers = [await self.guest(name) for name in names]
        await talkers[0].heard("SET_PLAYER_NUMBER", numPlayers=len(names))
        for talker in talkers:
            await talker.heard()
        return talkers

    async def turns(self, *names: str) -> list[CodexTalker]:
        """A game whose first turn has come; the guests in the order of turns."""
        talkers = await self.game(*names)
        for number, talker in enumerate(talkers):
            await talker.heard("PLACE_STARTER", side="BACK")
            await talker.heard("CHOOSE_COLOR", color=("RED", "BLUE", "GREEN", "YELLOW")[number])
            await talker.heard("PLACE_OBJECTIVE", chosenObjective=0)
        for talker in talkers:
            await talker.heard()
        first = self.state.first
        return talkers[first:] + talkers[:first]

    @property
    def state(self) -> State:
        match = self.playing.match
        assert match is not None
        assert isinstance(match.state, State)
        return match.state


@asynccontextmanager
async def serving(written: bool) -> AsyncIterator[CodexInn]:
    strategies = ("greedy", "random")
    async with open_hostel(CodexInn, CODEX, Limits(), strategies, written=written) as inn:
        inn.route.now = inn.lobby.unix_time = lambda: inn.now
        yield inn


Scene = Callable[[CodexInn], Awaitable[None]]
CodexPlay = Callable[[Scene], None]


def codex_player(*, written: bool) -> CodexPlay:
    """How scenes are played: at once, or with everything written down first."""

    def play(scene: Scene) -> None:
        spend(serving(written), scene)

    return play


def placement(card: str, spot: Any, side: str = "BACK") -> Line:
    printed = CODEX_CARDS[card]
    ids = {"frontId": printed.front.number, "backId": printed.back.number}
    return {**ids, "side": side, "position": {"x": spot.x, "y": spot.y}}


def first_placement(inn: CodexInn) -> Line:
    """A card of the player on turn, back up, on the first open spot."""
    state = inn.state
    return placement(state.hands[state.turn][0], state.areas[state.turn].spots[0])
