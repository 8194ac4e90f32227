"""A server with the Rummy dialect on a real socket, and connections that use it.

Time advances only when a test advances it. ``sync`` sends an invalid TURN and returns all messages
before its refusal, so a test never waits for a message that does not arrive.
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
    """A message of the host, which is the server."""

    type: str
    body: tuple[str, ...]

    def field(self, key: str) -> str:
        """Return the value of the only body line with this key."""
        (value,) = [line.split(": ", 1)[1] for line in self.body if line.startswith(f"{key}: ")]
        return value


class RummyConnection(DialectConnection):
    """A connection of the Rummy dialect; ``later`` selects the later profile."""

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
        """Send a message in the specified format; the later profile adds a newline."""
        key, end = ("Type", "\n\n\n") if self.later else ("Message Type", "\n\n")
        name = self.alias if sender is None else sender
        text = "\n".join((f"{key}: {kind}", f"Sender: {name}", "", *body)) + end
        self.send_bytes(text.encode())

    def acknowledge(self, kind: str) -> None:
        """Send the OK for a message of this type."""
        self.send("OK", kind if self.later else OK_WORDS[kind])

    async def read_message(self) -> HostMessage | None:
        """Return the next message, or None at the end; assert its format (invariant 12)."""
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
        """Assert that the next message, except pings, is this one, and return it."""
        message = await self.read_message()
        while message == PING:
            message = await self.read_message()
        assert message is not None, f"the connection ended instead of {kind}"
        assert message.type == kind, message
        if body:
            assert message.body == body
        return message

    async def expect_and_acknowledge(self, kind: str, *body: str) -> HostMessage:
        """Assert that the next message is this one, and acknowledge it."""
        message = await self.expect(kind, *body)
        self.acknowledge(kind)
        return message

    async def read_to_end(self) -> list[HostMessage]:
        """Return all messages until the server closes the connection."""
        messages: list[HostMessage] = []
        while (message := await self.read_message()) is not None:
            messages.append(message)
        return messages

    async def sync(self) -> list[HostMessage]:
        """Return all messages received until now, with a request that is refused (seed profile)."""
        await self._server.wait_until_idle()
        self.send("TURN", "new turn: nothing at all")
        messages: list[HostMessage] = []
        while not messages or messages[-1][:1] != ("ERR",):
            message = await self.read_message()
            assert message is not None
            messages.append(message)
        return messages[:-1]

    async def log_in(self, alias: str, ip: str = "127.0.0.1") -> HostMessage:
        """Send CONNECT and return the answer."""
        self.alias = alias
        body = (f"IP Address: {ip}", "Port Num: 55000")
        self.send("CONNECT", *body, *(() if self.later else (f"Player: {alias}",)))
        message = await self.read_message()
        assert message is not None
        return message

    def send_turn(self, text: str) -> None:
        """Send a TURN of the seed profile."""
        self.send("TURN", f"player: {self.alias}", f"new turn: {text}", "cards remaining: 8")


PING = HostMessage("OK", ("ping",))


class RummyServer(DialectServer[LegacyTransport[RummyShared], RummyConnection]):
    """A server with the Rummy dialect and its connections."""

    SWEEPS = True

    async def connect(self, *, later: bool = False) -> RummyConnection:
        """Open a connection."""
        streams = await asyncio.open_connection("127.0.0.1", self.port)
        connection = RummyConnection(self, *streams, later=later)
        self.connections.append(connection)
        return connection

    async def connect_named(self, alias: str, *, later: bool = False) -> RummyConnection:
        """Open a connection and log in; the other connections acknowledge the new player."""
        before = [t for t in self.connections if t.alias]
        connection = await self.connect(later=later)
        message = await connection.log_in(alias)
        assert message == HostMessage("OK", ("CONNECT" if later else "connected",))
        for other in before:
            await other.expect_and_acknowledge("CONNECT", f"New player: {alias}")
        await self.wait_for_acknowledgements()
        return connection

    async def wait_for_acknowledgements(self, *except_aliases: str) -> None:
        """Wait until all players but these have acknowledged all messages."""
        while any(
            p.acks.kind and p.name not in except_aliases
            for p in self.transport.shared.peers.values()
        ):
            await asyncio.sleep(0)
        await self.wait_until_idle()

    async def start_match(
        self, *aliases: str, later: tuple[str, ...] = ()
    ) -> list[RummyConnection]:
        """Start a match of named players, all acknowledged; the first is the hosting player."""
        connections = [await self.connect_named(alias, later=alias in later) for alias in aliases]
        connections[0].send("BEGIN", "Start")
        for connection in connections:
            await connection.expect_and_acknowledge("BEGIN")
        await self.wait_for_acknowledgements()
        return connections

    async def start_at(
        self, state: State, *aliases: str, later: tuple[str, ...] = ()
    ) -> list[RummyConnection]:
        """Start a match of named players and set its state; all earlier messages are read."""
        connections = await self.start_match(*aliases, later=later)
        self.set_position(state)
        return connections


@asynccontextmanager
async def serving(
    settings: RummySettings, limits: Limits, *, written: bool
) -> AsyncIterator[RummyServer]:
    """Run a server with the Rummy dialect, which uses the manual time."""
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
    """Run a scenario twice: without a journal and with a deferred one."""
    for written in (False, True):
        run_with_server(serving(settings, limits, written=written), scenario)
