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
from tests.harness.dialects.rummy_server import Inn, Said, Talker
from tests.harness.timeouts import within

OK = Said("OK", ("connected",))
NOBODY = cast(Inn, None)


def refused(reason: str) -> Said:
    return Said("ERR", (f"Error Connecting {reason}",))


class Street:
    """Those who come to the door of a server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.talkers: list[Talker] = []

    async def outside(self, *, later: bool = False) -> Talker:
        streams = await asyncio.open_connection("127.0.0.1", self._port)
        self.talkers.append(Talker(NOBODY, *streams, later=later))
        return self.talkers[-1]


@asynccontextmanager
async def hosting(folder: Path, **settings: Any) -> AsyncIterator[Street]:
    """A server whose dialect of Rummy is set like this."""
    chosen = Settings(
        port=0,
        pyro_port=0,
        dialects={"rummy": 0},
        dialect_settings=make_settings({"rummy": settings}),
        data=folder,
    )
    async with running(chosen, COMPUTERS) as addresses:
        street = Street(int(addresses.dialects["rummy"].rpartition(":")[2]))
        try:
            yield street
        finally:
            for talker in street.talkers:
                await talker.close()


def test_the_five_refusals_on_a_server_as_an_operator_runs_it(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("address 10.6.6.0/24\n", encoding="utf-8")

    async def evening() -> None:
        async with hosting(tmp_path, max_players=2, autostart=3) as street:
            banned = await street.outside(later=True)
            assert await banned.connect("zoe", "10.6.6.1") == refused("ip banned")
            assert await banned.rest() == []
            alice = await street.outside()
            assert await alice.connect("alice", "10.0.0.7") == OK
            twin = await street.outside()
            assert await twin.connect("alice", "10.0.0.7") == refused("ip in use")
            bob = await street.outside()
            assert await bob.connect("Alice", "10.0.0.8") == refused("need new alias")
            assert await bob.connect("bob", "10.0.0.8") == OK
            late = await street.outside()
            assert await late.connect("alice", "10.0.0.7") == refused("lobby full")
            await alice.answered("CONNECT", "New player: bob")
            alice.send("BEGIN", "Start")
            await alice.answered("BEGIN")
            late = await street.outside()
            assert await late.connect("alice", "10.0.0.7") == refused("game in progress already")
            assert await late.rest() == []

    asyncio.run(within(evening()))


def test_the_options_of_the_game_are_those_of_the_operator(tmp_path: Path) -> None:
    async def evening() -> None:
        async with hosting(tmp_path, autostart=2, deal_two=5) as street:
            alice, bob = await street.outside(), await street.outside()
            assert await alice.connect("alice") == OK
            assert await bob.connect("bob") == OK
            await alice.answered("CONNECT")
            setup = (await alice.answered("BEGIN")).field("Setup info")
            assert setup.split("; ")[0].count(" of ") == 5

    asyncio.run(within(evening()))
