"""Clients that connect, create a room and leave, over both transports: no memory is leaked."""

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
PARALLEL_CLIENTS = 16
MAX_GROWTH = 1.05
"""Maximum ratio of the memory after all clients to that after the first tenth."""
MAX_GROWTH_SHORT_RUN = 1.15
"""The same for short runs, in which a tenth does not fill all caches."""


class ShortLivedClient:
    """A client that creates a room and leaves."""

    def __init__(self, kind: type[RawSocketClient] | type[RawPyroClient], address: str) -> None:
        self.connection: RawClient = kind(
            "", address, lambda _, payload: self._on_message(payload), self._on_lost
        )
        self._received_types: set[str] = set()
        self._is_lost = False
        self._changed = asyncio.Event()

    async def create_room(self, name: str) -> None:
        """Create a room and wait until it exists. Raises ConnectionError if disconnected before."""
        await self.connection.open()
        await self._wait_for("RequestNickname")
        self.connection.send(ChooseNickname(name))
        self.connection.send(SelectMatch(0))
        self.connection.send(SelectModeAndPlayers(2, game="uno"))
        await self._wait_for("RoomUpdate")

    def abort(self) -> None:
        """Abort the connection; a Pyro5 session is not closed."""
        if isinstance(self.connection, RawPyroClient):
            self.connection.abort()
        else:
            self.connection.close()

    async def _wait_for(self, kind: str) -> None:
        while kind not in self._received_types:
            if self._is_lost:
                raise ConnectionError
            self._changed.clear()
            await self._changed.wait()

    def _on_message(self, payload: bytes) -> None:
        self._received_types.add(envelope_decoder.decode(payload).type)
        self._changed.set()

    def _on_lost(self, client: object, reason: str) -> None:
        self._is_lost = True
        self._changed.set()


async def _visit(client: ShortLivedClient, name: str, way_of_leaving: int) -> None:
    """Connect, create a room, then quit, close or abort."""
    await client.create_room(name)
    if way_of_leaving > 1:
        client.connection.send(Quit())
    if way_of_leaving == 1:
        client.abort()
    else:
        client.connection.close()


async def _connect_and_leave(addresses: dict[str, str], number: int) -> None:
    """Visit the server by socket or Pyro5.

    The server disconnects clients that are slow. One that had to wait for a core too long connects
    again, under another nickname, because its session may still exist.
    """
    kind, transport = ((RawSocketClient, "socket"), (RawPyroClient, "pyro"))[number % 2]
    attempt = 0
    while True:
        client = ShortLivedClient(kind, addresses[transport])
        try:
            await _visit(client, f"player{number}-{attempt}", number // 2 % 8)
            return
        except ConnectionError:
            client.abort()
            attempt += 1


async def _run_clients(addresses: dict[str, str], numbers: Iterator[int]) -> None:
    async def run_one_by_one() -> None:
        for number in numbers:
            await within(_connect_and_leave(addresses, number))

    await asyncio.gather(*(run_one_by_one() for _ in range(PARALLEL_CLIENTS)))


COUNTS = [(2_000, MAX_GROWTH_SHORT_RUN), pytest.param(100_000, MAX_GROWTH, marks=pytest.mark.soak)]


@pytest.mark.parametrize(("count", "growth"), COUNTS)
def test_clients_that_create_a_room_and_leave_hardly_increase_the_memory_of_the_server(
    count: int, growth: float
) -> None:
    command = ["-m", "benchmarks.servers", "under-attack", "1", "5.0", "process", "plain"]
    with event_loop() as loop, Worker(command, None) as server:
        addresses = json.loads(server.ready)
        loop.run_until_complete(_run_clients(addresses, iter(range(count // 10))))
        before = server.memory_bytes()
        loop.run_until_complete(_run_clients(addresses, iter(range(count // 10, count))))
        after = server.memory_bytes()
    sys.stderr.write(f"{before / 2**20:.1f} MB, then {after / 2**20:.1f} MB\n")
    assert after / before < growth
