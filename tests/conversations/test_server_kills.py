"""kill -9 at random moments, over both transports: no answered action is lost or done twice."""

import asyncio
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from client.bots import BotPlayer, Create, Plan, RandomBot
from client.connections import ConnectionEvent, connect
from client.connections.reconnecting import ReconnectingConnection
from games.registry import GAMES
from messages import ActionValid
from messages.base import members
from messages.registry import Action
from server.history.archive import verify
from server.journal.records import Acted, Began, decode_record
from server.journal.sqlite import SqliteJournal
from tests.harness.killable_server import KillableServer
from tests.harness.timeouts import within

ACTIONS = members(Action)


@dataclass
class Load:
    """Bots that play matches one after the other and record every answered action."""

    server: KillableServer
    answered: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    answered_count: int = 0

    async def play(self, name: str, transport: int) -> None:
        opener = partial(connect, self.server.addresses[transport])
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
        sent: set[int] = set()
        while not player.done:
            message = await within(connection.receive())
            if isinstance(message, ConnectionEvent):
                continue
            if isinstance(message, ActionValid) and message.reply_to in sent:
                self.answered[player.model.nickname].add(int(message.reply_to))
                self.answered_count += 1
            for reply in player.receive(message):
                if isinstance(reply, ACTIONS) and isinstance(reply.id, int):
                    sent.add(reply.id)
                await connection.send(reply)


async def _short_pause(seconds: float) -> None:
    """Sleep for a twentieth of the pause, to reconnect quickly."""
    await asyncio.sleep(seconds / 20)


async def _wait_for_count(load: Load, answered_count: int) -> None:
    while load.answered_count < answered_count:
        await asyncio.sleep(0.001)


async def _kill_repeatedly(server: KillableServer, kills: int, seed: int) -> Load:
    rng = random.Random(seed)
    load = Load(server)
    names = [(f"bot-{index}", index % 2) for index in range(4)]
    bots = [asyncio.create_task(load.play(name, transport)) for name, transport in names]
    for _ in range(kills):
        await within(_wait_for_count(load, load.answered_count + rng.randint(1, 60)))
        server.kill()
        await asyncio.to_thread(server.start)
    await within(_wait_for_count(load, load.answered_count + 50))
    for bot in bots:
        bot.cancel()
    results = await within(asyncio.gather(*bots, return_exceptions=True))
    assert all(isinstance(r, asyncio.CancelledError) for r in results), results
    return load


def _check_journal(data: Path, load: Load) -> None:
    journal = SqliteJournal(data, "process", lambda _: None)
    written: dict[str, Counter[int]] = defaultdict(Counter)
    for number in journal.matches():
        records = [decode_record(entry.body) for entry in journal.entries(number)]
        assert isinstance(records[0], Began)
        names = [player.name for player in records[0].players]
        for record in records:
            if isinstance(record, Acted) and names[record.seat] in load.answered:
                assert isinstance(record.action.id, int)
                written[names[record.seat]][record.action.id] += 1
    assert len(load.answered) >= 4
    for name, answered in load.answered.items():
        assert answered <= written[name].keys(), "an answered action is lost"
        assert max(written[name].values()) == 1, "an action was done twice"
    assert [v for v in verify(journal, GAMES) if v.error] == []
    journal.close()


def _kill_and_check(tmp_path: Path, kills: int, durability: str) -> None:
    server = KillableServer(tmp_path, durability)
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
