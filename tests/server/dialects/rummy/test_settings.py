"""Test settings and bans of an operator on a real server with the Rummy dialect."""

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
NO_SERVER = cast(RummyServer, None)


def connect_refusal(reason: str) -> HostMessage:
    return HostMessage("ERR", (f"Error Connecting {reason}",))


class Connector:
    """Opens connections to a server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.connections: list[RummyConnection] = []

    async def connect(self, *, later: bool = False) -> RummyConnection:
        streams = await asyncio.open_connection("127.0.0.1", self._port)
        self.connections.append(RummyConnection(NO_SERVER, *streams, later=later))
        return self.connections[-1]


@asynccontextmanager
async def rummy_server(folder: Path, **settings: Any) -> AsyncIterator[Connector]:
    """Run a server with these settings of the Rummy dialect."""
    chosen = Settings(
        port=0,
        pyro_port=0,
        dialects={"rummy": 0},
        dialect_settings=make_settings({"rummy": settings}),
        data=folder,
    )
    async with running(chosen, COMPUTERS) as addresses:
        connector = Connector(int(addresses.dialects["rummy"].rpartition(":")[2]))
        try:
            yield connector
        finally:
            for connection in connector.connections:
                await connection.close()


def test_connect_to_a_single_lobby_is_refused_with_each_of_the_five_reasons(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("address 10.6.6.0/24\n", encoding="utf-8")

    async def run_clients() -> None:
        settings = {"max_players": 2, "autostart": 3, "single_lobby": True}
        async with rummy_server(tmp_path, **settings) as connector:
            banned = await connector.connect(later=True)
            assert await banned.log_in("zoe", "10.6.6.1") == connect_refusal("ip banned")
            assert await banned.read_to_end() == []
            alice = await connector.connect()
            assert await alice.log_in("alice", "10.0.0.7") == OK
            duplicate = await connector.connect()
            assert await duplicate.log_in("alice", "10.0.0.7") == connect_refusal("ip in use")
            bob = await connector.connect()
            assert await bob.log_in("Alice", "10.0.0.8") == connect_refusal("need new alias")
            assert await bob.log_in("bob", "10.0.0.8") == OK
            late = await connector.connect()
            assert await late.log_in("alice", "10.0.0.7") == connect_refusal("lobby full")
            await alice.expect_and_acknowledge("CONNECT", "New player: bob")
            alice.send("BEGIN", "Start")
            await alice.expect_and_acknowledge("BEGIN")
            late = await connector.connect()
            assert await late.log_in("alice", "10.0.0.7") == connect_refusal(
                "game in progress already"
            )
            assert await late.read_to_end() == []

    asyncio.run(within(run_clients()))


def test_number_of_cards_dealt_is_the_option_set_by_the_operator(tmp_path: Path) -> None:
    async def run_clients() -> None:
        async with rummy_server(tmp_path, autostart=2, deal_two=5) as connector:
            alice, bob = await connector.connect(), await connector.connect()
            assert await alice.log_in("alice") == OK
            assert await bob.log_in("bob") == OK
            await alice.expect_and_acknowledge("CONNECT")
            setup = (await alice.expect_and_acknowledge("BEGIN")).field("Setup info")
            assert setup.split("; ")[0].count(" of ") == 5

    asyncio.run(within(run_clients()))
