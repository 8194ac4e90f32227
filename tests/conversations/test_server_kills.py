"""kill -9 at random moments, over all transports: no answered action is lost or done twice."""

import asyncio
import random
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from client.bots import BotPlayer, Create, Plan, RandomBot
from client.connections import ConnectionEvent
from client.connections.reconnecting import ReconnectingConnection
from games.registry import GAMES
from server.maintenance import verify_folder
from tests.harness.answered_actions import AnsweredActions
from tests.harness.killable_server import KillableServer
from tests.harness.ports import free_port
from tests.harness.timeouts import within
from tests.harness.web_connection import connect_to


@dataclass
class Load:
    """Bots that play matches one after the other and record every answered action."""

    server: KillableServer
    actions: AnsweredActions = field(default_factory=AnsweredActions)

    async def play(self, name: str, transport: int) -> None:
        opener = partial(connect_to, self.server.all_addresses[transport])
        connection = ReconnectingConnection(
            opener, await opener(), attempts=200, pause=_short_pause
        )
        try:
            await self._play(name, connection)
        finally:
            await connection.close()

    async def _play(self, name: str, connection: ReconnectingConnection) -> None:
        room_choice = Create(players=2, mode=True, bots=1)
        player = BotPlayer(
            RandomBot(len(name)), Plan(nickname=name, room=room_choice, matches=10_000)
        )
        while not player.done:
            message = await within(connection.receive())
            if isinstance(message, ConnectionEvent):
                continue
            self.actions.add_received(player.model.nickname, message)
            for reply in player.receive(message):
                self.actions.add_sent(player.model.nickname, reply)
                await connection.send(reply)


async def _short_pause(seconds: float) -> None:
    """Sleep for a twentieth of the pause, to reconnect quickly."""
    await asyncio.sleep(seconds / 20)


async def _wait_for_count(load: Load, answered_count: int) -> None:
    while load.actions.count < answered_count:
        await asyncio.sleep(0.001)


async def _kill_repeatedly(server: KillableServer, kills: int, seed: int) -> Load:
    rng = random.Random(seed)
    load = Load(server)
    names = [(f"bot-{index}", index % 3) for index in range(5)]
    bots = [asyncio.create_task(load.play(name, transport)) for name, transport in names]
    for _ in range(kills):
        await within(_wait_for_count(load, load.actions.count + rng.randint(1, 60)))
        server.kill()
        await asyncio.to_thread(server.start)
    await within(_wait_for_count(load, load.actions.count + 50))
    for bot in bots:
        bot.cancel()
    results = await within(asyncio.gather(*bots, return_exceptions=True))
    assert all(isinstance(r, asyncio.CancelledError) for r in results), results
    return load


def _check_journal(data: Path, load: Load) -> None:
    assert len(load.actions.answered) >= 4
    assert load.actions.journal_problems(data) == []
    assert verify_folder(data, GAMES).is_intact


def _kill_and_check(tmp_path: Path, kills: int, durability: str) -> None:
    server = KillableServer(tmp_path, durability, web_port=free_port())
    server.start()
    try:
        load = asyncio.run(_kill_repeatedly(server, kills, seed=kills))
    finally:
        server.kill()
    _check_journal(tmp_path, load)


def test_answered_actions_are_journalled_once_despite_fifteen_kills(tmp_path: Path) -> None:
    _kill_and_check(tmp_path, 15, "process")


@pytest.mark.soak
def test_answered_actions_are_journalled_once_despite_five_hundred_kills(tmp_path: Path) -> None:
    _kill_and_check(tmp_path, 500, "process")


@pytest.mark.soak
def test_answered_actions_are_journalled_once_despite_fifty_kills_with_disk_durability(
    tmp_path: Path,
) -> None:
    _kill_and_check(tmp_path, 50, "disk")
