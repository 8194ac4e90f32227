"""Races over both routes at once: for a name, for a seat, for a token. Each has one winner."""

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

LANES = 8
"""So many loops of three races run side by side."""
SHORT = Limits(reconnect_seconds=1.0, abandon_seconds=1.0, remote_idle_seconds=2.0)
"""Those whose race is over are soon forgotten, and so is their match."""
MEGABYTE = 1 << 20
ANSWERS = {"ActionValid", "Error", "SessionOpened"}


class RacingClient:
    """A guest on one of the routes that waits for its answers."""

    def __init__(
        self, kind: type[RawSocketClient] | type[RawPyroClient], addresses: Addresses
    ) -> None:
        address = addresses.pyro if kind.remote else addresses.socket
        self.client = kind("", address, lambda _, payload: self._on_message(payload), self._on_lost)
        self.inbox: list[dict[str, Any]] = []
        self.gone = False
        self.news = asyncio.Event()

    async def request(self, message: AnyClientMessage) -> dict[str, Any]:
        """The answer to this."""
        self.inbox.clear()
        self.client.send(message)
        return await self.wait_for(*ANSWERS)

    async def wait_for(self, *kinds: str) -> dict[str, Any]:
        """The first message of one of these kinds."""
        while not (found := [told for told in self.inbox if told["type"] in kinds]):
            self.news.clear()
            await self.news.wait()
        return found[0]

    def _on_message(self, payload: bytes) -> None:
        told = msgspec.msgpack.decode(payload)
        self.gone = self.gone or told.get("error") == "SUPERSEDED"
        self.inbox.append(told)
        self.news.set()

    def _on_lost(self, client: object, why: str) -> None:
        self.gone = True


async def _runners(addresses: Addresses, number: int) -> list[RacingClient]:
    runners = [
        RacingClient((RawSocketClient, RawPyroClient)[n % 2], addresses) for n in range(number)
    ]
    for runner in runners:
        await runner.client.open()
        await runner.wait_for("RequestNickname")
    return runners


async def _all_ask(runners: list[RacingClient], message: AnyClientMessage) -> list[RacingClient]:
    """Everybody says the same in the same moment; who was told yes."""
    answers = await asyncio.gather(*(runner.request(message) for runner in runners))
    pairs = zip(runners, answers, strict=True)
    return [runner for runner, answer in pairs if answer["type"] != "Error"]


async def _race(addresses: Addresses, number: int) -> None:
    runners = await _runners(addresses, 6)
    (host,) = await _all_ask(runners, ChooseNickname(f"ada-{number}"))
    token = (await host.wait_for("SessionOpened"))["token"]
    losers = [runner for runner in runners if runner is not host]
    for index, runner in enumerate(losers):
        await runner.request(ChooseNickname(f"bob-{number}-{index}"))
    await host.request(SelectMatch(0))
    game = ("uno", "eriantys")[number % 2]  # starts with the last seat, or waits for wizards
    await host.request(SelectModeAndPlayers(2, game=game))
    room = (await host.wait_for("RoomUpdate"))["room"]["match"]
    assert len(await _all_ask(losers, SelectMatch(room))) == 1
    late = await _runners(addresses, 5)
    await _all_ask(late, Reconnect(f"ada-{number}", token))
    while sum(not runner.gone for runner in [host, *late]) > 1:
        await asyncio.sleep(0.001)
    assert sum(not runner.gone for runner in [host, *late]) == 1
    for runner in [*runners, *late]:
        runner.client.close()


async def _races(addresses: Addresses, numbers: Iterator[int]) -> None:
    async def lane() -> None:
        for number in numbers:
            await within(_race(addresses, number))

    await asyncio.gather(*(lane() for _ in range(LANES)))


def _resident() -> int:
    """Bytes in use; the server and all who race are in this process."""
    if sys.platform != "linux":
        return 0
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("loops", [40, pytest.param(10_000, marks=pytest.mark.soak)])
def test_every_race_has_exactly_one_winner(loops: int) -> None:
    """So many of each kind; nothing of those who raced stays."""

    async def run() -> None:
        settings = Settings(port=0, pyro_port=0, limits=SHORT)
        async with running(
            settings, ComputerPlayers({}, lambda call: lambda message: [])
        ) as addresses:
            await _races(addresses, iter(range(loops // 10)))
            before = _resident()
            await _races(addresses, iter(range(loops // 10, loops)))
            assert _resident() - before < 16 * MEGABYTE

    asyncio.run(run())
