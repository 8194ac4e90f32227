"""Guests who come, open a table and go, over both routes: a server of its own keeps nothing."""

import asyncio
import json
import sys
from collections.abc import Iterator

import pytest

from messages import ChooseNickname, Quit, SelectMatch, SelectModeAndPlayers
from tests.harness.processes import Worker, event_loop
from tests.harness.raw_clients import RawClient, RawPyroClient, RawSocketClient, envelope_decoder
from tests.harness.timeouts import within

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
AT_ONCE = 16
GROWTH = 1.05
"""What the memory may be after all of them, compared with after the first tenth."""
FEW = 1.15
"""The same where a tenth is so few that not everything was done once."""


class ShortLivedClient:
    """Somebody who does not stay."""

    def __init__(self, kind: type[RawSocketClient] | type[RawPyroClient], address: str) -> None:
        self.client: RawClient = kind(
            "", address, lambda _, payload: self._on_message(payload), self._on_lost
        )
        self._seen: set[str] = set()
        self._changed = asyncio.Event()

    async def create_room(self, name: str) -> None:
        """Until it is there."""
        await self.client.open()
        await self._wait_for("RequestNickname")
        self.client.send(ChooseNickname(name))
        self.client.send(SelectMatch(0))
        self.client.send(SelectModeAndPlayers(2, game="uno"))
        await self._wait_for("RoomUpdate")

    async def _wait_for(self, kind: str) -> None:
        while kind not in self._seen:
            self._changed.clear()
            await self._changed.wait()

    def _on_message(self, payload: bytes) -> None:
        self._seen.add(envelope_decoder.decode(payload).type)
        self._changed.set()

    def _on_lost(self, client: object, why: str) -> None:
        pass


async def _pass(addresses: dict[str, str], number: int) -> None:
    """Every other one on Pyro5; most say goodbye, some hang up and some are simply gone."""
    kind, route = ((RawSocketClient, "socket"), (RawPyroClient, "pyro"))[number % 2]
    passer = ShortLivedClient(kind, addresses[route])
    await passer.create_room(f"guest{number}")
    manners = number // 2 % 8
    if manners > 1:
        passer.client.send(Quit())
    if manners == 1 and isinstance(passer.client, RawPyroClient):
        passer.client.abort()
    else:
        passer.client.close()


async def _crowd(addresses: dict[str, str], numbers: Iterator[int]) -> None:
    async def one_after_the_other() -> None:
        for number in numbers:
            await within(_pass(addresses, number))

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))


COUNTS = [(2_000, FEW), pytest.param(100_000, GROWTH, marks=pytest.mark.soak)]


@pytest.mark.parametrize(("count", "growth"), COUNTS)
def test_who_opens_a_table_and_goes_leaves_no_memory_behind(count: int, growth: float) -> None:
    command = ["-m", "benchmarks.servers", "besieged", "1", "5.0", "process", "plain"]
    with event_loop() as loop, Worker(command, None) as server:
        addresses = json.loads(server.ready)
        loop.run_until_complete(_crowd(addresses, iter(range(count // 10))))
        before = server.memory_bytes()
        loop.run_until_complete(_crowd(addresses, iter(range(count // 10, count))))
        after = server.memory_bytes()
    sys.stderr.write(f"{before / 2**20:.1f} MB, then {after / 2**20:.1f} MB\n")
    assert after / before < growth
