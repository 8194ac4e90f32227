"""What an operator sets of a dialect holds on a real server: its settings, and who is banned."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from server.admission.bans import FILE
from server.app import Settings, running
from server.cli import COMPUTERS
from server.operations.config import make_settings
from tests.harness.dialects.rummy_server import HostMessage, RummyConnection, RummyServer
from tests.harness.timeouts import within

OK = HostMessage("OK", ("connected",))
NOBODY = cast(RummyServer, None)


def refused(reason: str) -> HostMessage:
    return HostMessage("ERR", (f"Error Connecting {reason}",))


class Connector:
    """Those who come to the door of a server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.connections: list[RummyConnection] = []

    async def connect(self, *, later: bool = False) -> RummyConnection:
        streams = await asyncio.open_connection("127.0.0.1", self._port)
        self.connections.append(RummyConnection(NOBODY, *streams, later=later))
        return self.connections[-1]


@asynccontextmanager
async def hosting(folder: Path, **settings: Any) -> AsyncIterator[Connector]:
    """A server whose dialect of Rummy is set like this."""
    chosen = Settings(
        port=0,
        pyro_port=0,
        dialects={"rummy": 0},
        dialect_settings=make_settings({"rummy": settings}),
        data=folder,
    )
    async with running(chosen, COMPUTERS) as addresses:
        street = Connector(int(addresses.dialects["rummy"].rpartition(":")[2]))
        try:
            yield street
        finally:
            for connection in street.connections:
                await connection.close()


def test_the_five_refusals_on_a_server_as_an_operator_runs_it(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("address 10.6.6.0/24\n", encoding="utf-8")

    async def evening() -> None:
        async with hosting(tmp_path, max_players=2, autostart=3) as street:
            banned = await street.connect(later=True)
            assert await banned.log_in("zoe", "10.6.6.1") == refused("ip banned")
            assert await banned.read_to_end() == []
            alice = await street.connect()
            assert await alice.log_in("alice", "10.0.0.7") == OK
            twin = await street.connect()
            assert await twin.log_in("alice", "10.0.0.7") == refused("ip in use")
            bob = await street.connect()
            assert await bob.log_in("Alice", "10.0.0.8") == refused("need new alias")
            assert await bob.log_in("bob", "10.0.0.8") == OK
            late = await street.connect()
            assert await late.log_in("alice", "10.0.0.7") == refused("lobby full")
            await alice.expect_and_acknowledge("CONNECT", "New player: bob")
            alice.send("BEGIN", "Start")
            await alice.expect_and_acknowledge("BEGIN")
            late = await street.connect()
            assert await late.log_in("alice", "10.0.0.7") == refused("game in progress already")
            assert await late.read_to_end() == []

    asyncio.run(within(evening()))


def test_the_options_of_the_game_are_those_of_the_operator(tmp_path: Path) -> None:
    async def evening() -> None:
        async with hosting(tmp_path, autostart=2, deal_two=5) as street:
            alice, bob = await street.connect(), await street.connect()
            assert await alice.log_in("alice") == OK
            assert await bob.log_in("bob") == OK
            await alice.expect_and_acknowledge("CONNECT")
            setup = (await alice.expect_and_acknowledge("BEGIN")).field("Setup info")
            assert setup.split("; ")[0].count(" of ") == 5

    asyncio.run(within(evening()))
