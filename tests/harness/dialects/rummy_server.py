"""A server with Rummy's old dialect on a real socket, and guests who speak it message by message.

Time stands still unless a test lets it pass. ``heard`` says something that is answered without fail
(a TURN nobody may make is refused) and returns all that came before, so a test never waits for
something that does not come.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from games.rummy.state import State
from server.dialects.rummy import RUMMY
from server.dialects.rummy.peer import RummySettings, RummyShared
from server.dialects.transport import LegacyTransport
from server.limits import DEFAULT_LIMITS, Limits
from tests.harness.dialects.connections import Guest, Hostel, open_hostel, spend
from tests.harness.timeouts import within

OK_WORDS = {"CONNECT": "connected", "BEGIN": "begun", "MOVE": "move received", "END": "ending"}


class Said(NamedTuple):
    """One message of the host."""

    type: str
    body: tuple[str, ...]

    def field(self, key: str) -> str:
        (value,) = [line.split(": ", 1)[1] for line in self.body if line.startswith(f"{key}: ")]
        return value


class Talker(Guest):
    """One guest: messages in, messages out. ``later`` is the profile."""

    def __init__(
        self,
        inn: "Inn",
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        later: bool,
    ) -> None:
        super().__init__(inn, reader, writer)
        self.later = later
        self.alias = ""

    def send(self, kind: str, *body: str, sender: str | None = None) -> None:
        """A message as the digest lays it out; the later profile ends it with more newlines."""
        key, end = ("Type", "\n\n\n") if self.later else ("Message Type", "\n\n")
        name = self.alias if sender is None else sender
        text = "\n".join((f"{key}: {kind}", f"Sender: {name}", "", *body)) + end
        self.send_bytes(text.encode())

    def ok(self, kind: str) -> None:
        self.send("OK", kind if self.later else OK_WORDS[kind])

    async def next(self) -> Said | None:
        """The next message, exactly as it must be laid out (invariant 12); None at the end."""
        lines: list[str] = []
        while lines.count("") < 2:
            data = await within(self._reader.readline())
            if not data:
                assert not lines, lines
                return None
            lines.append(data.decode().removesuffix("\n"))
        kind, sender, empty, *body, last = lines
        assert kind.startswith("Type: " if self.later else "Message Type: "), lines
        assert (sender, empty, last) == ("Sender: host", "", "")
        assert body
        assert all(line == line.strip() for line in body)
        return Said(kind.split(": ")[1], tuple(body))

    async def expect(self, kind: str, *body: str) -> Said:
        """The next message is this one; pings are passed over."""
        said = await self.next()
        while said == PING:
            said = await self.next()
        assert said is not None, f"the end came instead of {kind}"
        assert said.type == kind, said
        if body:
            assert said.body == body
        return said

    async def answered(self, kind: str, *body: str) -> Said:
        """The next message is this one, and is acknowledged."""
        said = await self.expect(kind, *body)
        self.ok(kind)
        return said

    async def rest(self) -> list[Said]:
        """All messages until the server ends the connection."""
        found: list[Said] = []
        while (said := await self.next()) is not None:
            found.append(said)
        return found

    async def heard(self) -> list[Said]:
        """All that came until now, by way of a signal that is refused (seed profile)."""
        await self._inn.quiet()
        self.send("TURN", "new turn: nothing at all")
        found: list[Said] = []
        while not found or found[-1][:1] != ("ERR",):
            said = await self.next()
            assert said is not None
            found.append(said)
        return found[:-1]

    async def connect(self, alias: str, ip: str = "127.0.0.1") -> Said:
        """CONNECT, and what the host says to it."""
        self.alias = alias
        body = (f"IP Address: {ip}", "Port Num: 55000")
        self.send("CONNECT", *body, *(() if self.later else (f"Player: {alias}",)))
        said = await self.next()
        assert said is not None
        return said

    def turn(self, text: str) -> None:
        """TURN of the seed profile."""
        self.send("TURN", f"player: {self.alias}", f"new turn: {text}", "cards remaining: 8")


PING = Said("OK", ("ping",))


class Inn(Hostel[LegacyTransport[RummyShared], Talker]):
    """The server and everybody who came."""

    SWEEPS = True

    async def outside(self, *, later: bool = False) -> Talker:
        """A new connection."""
        streams = await asyncio.open_connection("127.0.0.1", self.port)
        talker = Talker(self, *streams, later=later)
        self.talkers.append(talker)
        return talker

    async def guest(self, alias: str, *, later: bool = False) -> Talker:
        """Somebody who has entered; those of the dialect who were there have heard of it."""
        before = [t for t in self.talkers if t.alias]
        talker = await self.outside(later=later)
        said = await talker.connect(alias)
        assert said == Said("OK", ("CONNECT" if later else "connected",))
        for other in before:
            await other.answered("CONNECT", f"New player: {alias}")
        await self.acknowledged()
        return talker

    async def acknowledged(self, *but: str) -> None:
        """Wait until nothing is under way to anybody but these."""
        while any(p.acks.kind and p.name not in but for p in self.route.shared.peers.values()):
            await asyncio.sleep(0)
        await self.quiet()

    async def table(self, *aliases: str, later: tuple[str, ...] = ()) -> list[Talker]:
        """Guests whose match has begun and who know it; the first is the hosting player."""
        talkers = [await self.guest(alias, later=alias in later) for alias in aliases]
        talkers[0].send("BEGIN", "Start")
        for talker in talkers:
            await talker.answered("BEGIN")
        await self.acknowledged()
        return talkers

    async def position(
        self, state: State, *aliases: str, later: tuple[str, ...] = ()
    ) -> list[Talker]:
        """Guests in a match that stands like this; everything before is read."""
        talkers = await self.table(*aliases, later=later)
        self.stage(state)
        return talkers


@asynccontextmanager
async def serving(settings: RummySettings, limits: Limits, *, written: bool) -> AsyncIterator[Inn]:
    strategies = ("greedy", "random")
    async with open_hostel(Inn, RUMMY, limits, strategies, settings, written=written) as inn:
        inn.route.now = lambda: inn.now
        yield inn


Scene = Callable[[Inn], Awaitable[None]]
USUAL = RummySettings()


def play(scene: Scene, settings: RummySettings = USUAL, limits: Limits = DEFAULT_LIMITS) -> None:
    """Play a scene twice: answered at once, and with everything written down first."""
    for written in (False, True):
        spend(serving(settings, limits, written=written), scene)
