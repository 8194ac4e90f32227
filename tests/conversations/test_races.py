"""Races between clients on both transports: for a nickname, a seat and a session.

Exactly one client wins each race.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from messages import ChooseNickname, Reconnect, SelectMatch, SelectModeAndPlayers
from messages.registry import AnyClientMessage
from server.app import Addresses, ComputerPlayers, Settings, running
from server.limits import Limits
from tests.harness.raw_clients import RawPyroClient, RawSocketClient
from tests.harness.timeouts import within

PARALLEL_RACES = 8
"""Number of races that run concurrently."""
SHORT_LIMITS = Limits(reconnect_seconds=1.0, abandon_seconds=1.0, remote_idle_seconds=2.0)
"""Sessions and matches of finished races expire soon."""
MEGABYTE = 1 << 20
ANSWERS = {"ActionValid", "Error", "SessionOpened"}


class RacingClient:
    """A client on one of the transports that waits for its answers."""

    def __init__(
        self, kind: type[RawSocketClient] | type[RawPyroClient], addresses: Addresses
    ) -> None:
        address = addresses.pyro if kind.remote else addresses.socket
        self.connection = kind(
            "", address, lambda _, payload: self._on_message(payload), self._on_lost
        )
        self.inbox: list[dict[str, Any]] = []
        self.is_gone = False
        self.message_arrived = asyncio.Event()

    async def request(self, message: AnyClientMessage) -> dict[str, Any]:
        """Send a message and return its answer."""
        self.inbox.clear()
        self.connection.send(message)
        return await self.wait_for(*ANSWERS)

    async def wait_for(self, *kinds: str) -> dict[str, Any]:
        """Wait for a message of one of these types and return the first."""
        while not (matching := [message for message in self.inbox if message["type"] in kinds]):
            self.message_arrived.clear()
            await self.message_arrived.wait()
        return matching[0]

    def _on_message(self, payload: bytes) -> None:
        message = msgspec.msgpack.decode(payload)
        self.is_gone = self.is_gone or message.get("error") == "SUPERSEDED"
        self.inbox.append(message)
        self.message_arrived.set()

    def _on_lost(self, client: object, reason: str) -> None:
        self.is_gone = True


async def _connect_clients(addresses: Addresses, number: int) -> list[RacingClient]:
    clients = [
        RacingClient((RawSocketClient, RawPyroClient)[n % 2], addresses) for n in range(number)
    ]
    for client in clients:
        await client.connection.open()
        await client.wait_for("RequestNickname")
    return clients


async def _race_for(clients: list[RacingClient], message: AnyClientMessage) -> list[RacingClient]:
    """Send the same message from all clients at once; return those that were not refused."""
    answers = await asyncio.gather(*(client.request(message) for client in clients))
    pairs = zip(clients, answers, strict=True)
    return [client for client, answer in pairs if answer["type"] != "Error"]


async def _race(addresses: Addresses, number: int) -> None:
    clients = await _connect_clients(addresses, 6)
    (host,) = await _race_for(clients, ChooseNickname(f"ada-{number}"))
    token = (await host.wait_for("SessionOpened"))["token"]
    losers = [client for client in clients if client is not host]
    for index, client in enumerate(losers):
        await client.request(ChooseNickname(f"bob-{number}-{index}"))
    await host.request(SelectMatch(0))
    game = ("uno", "eriantys")[number % 2]  # starts with the last seat, or waits for wizards
    await host.request(SelectModeAndPlayers(2, game=game))
    room = (await host.wait_for("RoomUpdate"))["room"]["match"]
    assert len(await _race_for(losers, SelectMatch(room))) == 1
    reconnecting = await _connect_clients(addresses, 5)
    await _race_for(reconnecting, Reconnect(f"ada-{number}", token))
    while sum(not client.is_gone for client in [host, *reconnecting]) > 1:
        await asyncio.sleep(0.001)
    assert sum(not client.is_gone for client in [host, *reconnecting]) == 1
    for client in [*clients, *reconnecting]:
        client.connection.close()


async def _races(addresses: Addresses, numbers: Iterator[int]) -> None:
    async def run_races() -> None:
        for number in numbers:
            await within(_race(addresses, number))

    await asyncio.gather(*(run_races() for _ in range(PARALLEL_RACES)))


def _resident_bytes() -> int:
    """Return the resident memory of this process, in which server and clients run."""
    if sys.platform != "linux":
        return 0
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("loops", [40, pytest.param(10_000, marks=pytest.mark.soak)])
def test_races_for_nickname_seat_and_session_have_one_winner_and_leak_no_memory(loops: int) -> None:
    """Run each kind of race; check winners and memory."""

    async def run() -> None:
        settings = Settings(port=0, pyro_port=0, limits=SHORT_LIMITS)
        async with running(
            settings, ComputerPlayers({}, lambda call: lambda message: [])
        ) as addresses:
            await _races(addresses, iter(range(loops // 10)))
            before = _resident_bytes()
            await _races(addresses, iter(range(loops // 10, loops)))
            assert _resident_bytes() - before < 16 * MEGABYTE

    asyncio.run(run())
