"""Whole matches at mixed tables: sockets, Pyro5 and computer players together."""

import asyncio
from pathlib import Path

import pytest

from client.bots import Create, Join, Outcome, Plan, RandomBot
from client.bots.player import BotPlayer
from client.connections import connect
from games.registry import GAMES
from messages import Message, RoomUpdate, YouWin
from messages.registry import UpdateMessage
from server.history.archive import verify
from server.journal.sqlite import SqliteJournal
from server.journal.writers import ProcessWriter
from tests.harness.clients import RunningServer, run
from tests.harness.timeouts import within

TABLES = [
    (players, expert, routes)
    for expert in (False, True)
    for players, routes in (
        (2, ("socket", "pyro")),
        (2, ("pyro",)),
        (3, ("socket", "pyro")),
        (4, ("pyro", "socket", "socket")),
    )
]


class Spectator:
    """Follows a bot's messages: does the end look the same from every side?"""

    def __init__(self) -> None:
        self.won = False
        self.seated = asyncio.Event()
        self.last_seq = 0

    def received(self, player: BotPlayer, message: Message) -> None:
        self.won |= isinstance(message, YouWin)
        if isinstance(message, RoomUpdate):
            self.seated.set()
        if isinstance(message, UpdateMessage):
            assert message.seq == self.last_seq + 1, "no change is skipped or repeated"
            self.last_seq = message.seq


async def _play(address: str, name: str, way: Create | Join, watcher: Spectator) -> Outcome:
    """One bot from the first message to the end of a match."""
    connection = await connect(address)
    player = BotPlayer(RandomBot(len(name)), Plan(nickname=name, room=way))
    try:
        while not player.done:
            message = await within(connection.receive())
            for reply in player.receive(message):
                await connection.send(reply)
            watcher.received(player, message)
    finally:
        await connection.close()
    (outcome,) = player.outcomes
    return outcome


@pytest.mark.parametrize(("players", "expert", "routes"), TABLES)
def test_a_mixed_table_plays_to_the_right_end(
    players: int, expert: bool, routes: tuple[str, ...]
) -> None:
    async def scenario(server: RunningServer) -> None:
        create = Create(players=players, mode=expert, bots=players - len(routes))
        watchers = [Spectator() for _ in routes]
        hosts = {"socket": server.addresses.socket, "pyro": server.addresses.pyro}
        tasks = []
        for index, (route, watcher) in enumerate(zip(routes, watchers, strict=True)):
            way = Join(1) if index else create
            tasks.append(asyncio.create_task(_play(hosts[route], f"guest-{index}", way, watcher)))
            await watcher.seated.wait()
        outcomes = await asyncio.gather(*tasks)
        assert len({outcome.winners for outcome in outcomes}) == 1, "all saw the same winners"
        assert outcomes[0].winners
        assert len(outcomes[0].scores) == players
        for outcome, watcher in zip(outcomes, watchers, strict=True):
            assert watcher.won == outcome.won
        _check_winners(outcomes[0])

    run(scenario)


def _check_winners(outcome: Outcome) -> None:
    """Whoever built the most towers won (ties go by professors), or built the last tower."""
    best = max(outcome.scores.values())
    assert all(outcome.scores[name] == best for name in outcome.winners), outcome


def test_three_hundred_bot_matches_at_once_all_finish() -> None:
    async def scenario(server: RunningServer) -> None:
        create = Create(players=2, bots=1)
        plays = [
            _play(server.addresses.socket, f"bot-{index}", create, Spectator())
            for index in range(300)
        ]
        outcomes = await asyncio.gather(*plays)
        assert len({outcome.match for outcome in outcomes}) == 300
        assert all(outcome.winners for outcome in outcomes)

    run(scenario)


@pytest.mark.parametrize("portion", [1, 3])
def test_matches_end_as_well_when_a_tick_is_written_in_portions(
    portion: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProcessWriter, "flush_threshold", portion)

    async def scenario(server: RunningServer) -> None:
        create = Create(players=2, bots=1)
        plays = [
            _play(address, f"{route}-{index}", create, Spectator())
            for route, address in (
                ("socket", server.addresses.socket),
                ("pyro", server.addresses.pyro),
            )
            for index in range(8)
        ]
        outcomes = await asyncio.gather(*plays)
        assert all(outcome.winners for outcome in outcomes)

    run(scenario, data=tmp_path)
    journal = SqliteJournal(tmp_path, "process", lambda _: None)
    assert [match.damage for match in verify(journal, GAMES)] == [""] * 16
    assert not list(journal.unfinished())
    journal.close()
