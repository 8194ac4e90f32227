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
from tests.harness.dialects.base import (
    DialectConnection,
    DialectServer,
    open_dialect_server,
    run_with_server,
)
from tests.harness.timeouts import within

OK_WORDS = {"CONNECT": "connected", "BEGIN": "begun", "MOVE": "move received", "END": "ending"}


class HostMessage(NamedTuple):
    """One message of the host."""

    type: str
    body: tuple[str, ...]

    def field(self, key: str) -> str:
        (value,) = [line.split(": ", 1)[1] for line in self.body if line.startswith(f"{key}: ")]
        return value


class RummyConnection(DialectConnection):
    """One guest: messages in, messages out. ``later`` is the profile."""

    def __init__(
        self,
        server: "RummyServer",
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        later: bool,
    ) -> None:
        super().__init__(server, reader, writer)
        self.later = later
        self.alias = ""

    def send(self, kind: str, *body: str, sender: str | None = None) -> None:
        """A message as the digest lays it out; the later profile ends it with more newlines."""
        key, end = ("Type", "\n\n\n") if self.later else ("Message Type", "\n\n")
        name = self.alias if sender is None else sender
        text = "\n".join((f"{key}: {kind}", f"Sender: {name}", "", *body)) + end
        self.send_bytes(text.encode())

    def acknowledge(self, kind: str) -> None:
        self.send("OK", kind if self.later else OK_WORDS[kind])

    async def read_message(self) -> HostMessage | None:
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
        return HostMessage(kind.split(": ")[1], tuple(body))

    async def expect(self, kind: str, *body: str) -> HostMessage:
        """The next message is this one; pings are passed over."""
        said = await self.read_message()
        while said == PING:
            said = await self.read_message()
        assert said is not None, f"the end came instead of {kind}"
        assert said.type == kind, said
        if body:
            assert said.body == body
        return said

    async def expect_and_acknowledge(self, kind: str, *body: str) -> HostMessage:
        """The next message is this one, and is acknowledged."""
        said = await self.expect(kind, *body)
        self.acknowledge(kind)
        return said

    async def read_to_end(self) -> list[HostMessage]:
        """All messages until the server ends the connection."""
        found: list[HostMessage] = []
        while (said := await self.read_message()) is not None:
            found.append(said)
        return found

    async def sync(self) -> list[HostMessage]:
        """All that came until now, by way of a signal that is refused (seed profile)."""
        await self._server.wait_until_idle()
        self.send("TURN", "new turn: nothing at all")
        found: list[HostMessage] = []
        while not found or found[-1][:1] != ("ERR",):
            said = await self.read_message()
            assert said is not None
            found.append(said)
        return found[:-1]

    async def log_in(self, alias: str, ip: str = "127.0.0.1") -> HostMessage:
        """CONNECT, and what the host says to it."""
        self.alias = alias
        body = (f"IP Address: {ip}", "Port Num: 55000")
        self.send("CONNECT", *body, *(() if self.later else (f"Player: {alias}",)))
        said = await self.read_message()
        assert said is not None
        return said

    def send_turn(self, text: str) -> None:
        """TURN of the seed profile."""
        self.send("TURN", f"player: {self.alias}", f"new turn: {text}", "cards remaining: 8")


PING = HostMessage("OK", ("ping",))


class RummyServer(DialectServer[LegacyTransport[RummyShared], RummyConnection]):
    """The server and everybody who came."""

    SWEEPS = True

    async def connect(self, *, later: bool = False) -> RummyConnection:
        """A new connection."""
        streams = await asyncio.open_connection("127.0.0.1", self.port)
        connection = RummyConnection(self, *streams, later=later)
        self.connections.append(connection)
        return connection

    async def connect_named(self, alias: str, *, later: bool = False) -> RummyConnection:
        """Somebody who has entered; those of the dialect who were there have heard of it."""
        before = [t for t in self.connections if t.alias]
        connection = await self.connect(later=later)
        said = await connection.log_in(alias)
        assert said == HostMessage("OK", ("CONNECT" if later else "connected",))
        for other in before:
            await other.expect_and_acknowledge("CONNECT", f"New player: {alias}")
        await self.wait_for_acknowledgements()
        return connection

    async def wait_for_acknowledgements(self, *but: str) -> None:
        """Wait until nothing is under way to anybody but these."""
        while any(p.acks.kind and p.name not in but for p in self.transport.shared.peers.values()):
            await asyncio.sleep(0)
        await self.wait_until_idle()

    async def start_match(
        self, *aliases: str, later: tuple[str, ...] = ()
    ) -> list[RummyConnection]:
        """Guests whose match has begun and who know it; the first is the hosting player."""
        connections = [await self.connect_named(alias, later=alias in later) for alias in aliases]
        connections[0].send("BEGIN", "Start")
        for connection in connections:
            await connection.expect_and_acknowledge("BEGIN")
        await self.wait_for_acknowledgements()
        return connections

    async def start_at(
        self, state: State, *aliases: str, later: tuple[str, ...] = ()
    ) -> list[RummyConnection]:
        """Guests in a match that stands like this; everything before is read."""
        connections = await self.start_match(*aliases, later=later)
        self.set_position(state)
        return connections


@asynccontextmanager
async def serving(
    settings: RummySettings, limits: Limits, *, written: bool
) -> AsyncIterator[RummyServer]:
    strategies = ("greedy", "random")
    async with open_dialect_server(
        RummyServer, RUMMY, limits, strategies, settings, written=written
    ) as server:
        server.transport.now = lambda: server.now
        yield server


Scenario = Callable[[RummyServer], Awaitable[None]]
DEFAULT_SETTINGS = RummySettings()


def run_scenario(
    scenario: Scenario, settings: RummySettings = DEFAULT_SETTINGS, limits: Limits = DEFAULT_LIMITS
) -> None:
    """Play a scene twice: answered at once, and with everything written down first."""
    for written in (False, True):
        run_with_server(serving(settings, limits, written=written), scenario)
