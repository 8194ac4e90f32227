"""Whole games in Codex Naturalis' dialect: alone, at mixed tables, with guests who come and go."""

import asyncio
from random import Random

import pytest

from client.bots import Create, Join, Outcome, Plan, RandomBot, create_computer_player, run_bot
from client.bots.plan import RoomChoice
from client.bots.player import BotPlayer
from client.connections import connect
from messages import Message, RoomUpdate
from server.app import Computers, Settings, running
from server.effects import StartBot
from server.transports.memory import React
from tests.harness.dialects.codex_client import CodexClient
from tests.harness.dialects.codex_games import (
    check_winners,
    run_client,
    wait_for_sessions,
    wait_until_disconnected,
)
from tests.harness.dialects.codex_server import CodexServer, RunCodexScenario
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game(codex_play: RunCodexScenario, players: int) -> None:
    async def scenario(server: CodexServer) -> None:
        clients = [CodexClient(f"p{n}", n, players) for n in range(players)]
        tasks = []
        for client in clients:
            tasks.append(asyncio.create_task(run_client(server.port, client)))
            await wait_for_sessions(server, len(tasks))
        await asyncio.gather(*tasks)
        check_winners(*clients)
        assert "SHOW_UPDATE_AFTER_DRAW" in clients[0].kinds

    codex_play(scenario)


async def come_and_go(server: CodexServer, client: CodexClient, random: Random, pause: int) -> None:
    """Stay for some lines, go without a word, come back after a while, and so on.

    The first visit lasts until the game has begun, because before it a seat is given up.
    """
    await run_client(server.port, client, 12)
    while True:
        await wait_until_disconnected(server, client.name)
        server.advance(pause)
        await server.wait_until_idle()
        await run_client(server.port, client, random.randrange(3, 12))


async def with_a_restless_one(
    server: CodexServer, players: int, seed: int, pause: int
) -> CodexClient:
    """A game in which one comes and goes; everybody else plays it to its end."""
    steady = [CodexClient(f"steady{n}", n, players) for n in range(players - 1)]
    restless = CodexClient("restless", 9, players)
    tasks = []
    for client in steady:
        tasks.append(asyncio.create_task(run_client(server.port, client)))
        await wait_for_sessions(server, len(tasks))
    visits = asyncio.create_task(come_and_go(server, restless, Random(seed), pause))
    await asyncio.gather(*tasks)
    visits.cancel()
    await asyncio.gather(visits, return_exceptions=True)
    check_winners(*steady)
    assert restless.violations == []
    assert restless.kinds.count("UPDATE_AFTER_CONNECTION") > 5
    return steady[0]


@pytest.mark.parametrize("seed", range(3))
def test_a_guest_who_leaves_and_returns_at_every_step(
    codex_play: RunCodexScenario, seed: int
) -> None:
    async def scenario(server: CodexServer) -> None:
        await with_a_restless_one(server, 3, seed, 0)

    codex_play(scenario)


def test_while_somebody_is_away_the_others_play_on(codex_play: RunCodexScenario) -> None:
    """Long enough for the absent one's turns to be skipped and the missing draws to be made."""

    async def scenario(server: CodexServer) -> None:
        await with_a_restless_one(server, 3, 1, 16)

    codex_play(scenario)


def test_alone_the_other_is_suspended_again_and_again(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        steady = await with_a_restless_one(server, 2, 2, 1)
        assert steady.kinds.count("SHOW_UPDATE_SUSPENDED_GAME") >= 4

    codex_play(scenario)


async def _bot(
    address: str, name: str, way: RoomChoice, seated: asyncio.Event | None = None
) -> Outcome:
    """A bot of another route, from the first message to the end of a match."""

    def heard(player: BotPlayer, message: Message) -> None:
        if seated is not None and isinstance(message, RoomUpdate):
            seated.set()

    plan = Plan(nickname=name, room=way)
    (outcome,) = await run_bot(await connect(address), RandomBot(1), plan, heard)
    return outcome


def _computer(bot: StartBot) -> React:
    return create_computer_player("random", *bot[1:]).receive


def test_a_mixed_table_of_dialect_socket_pyro_and_computer() -> None:
    async def evening() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"codex": 0}, secrets=numbered_secrets())
        async with running(settings, Computers({"codex": ("random",)}, _computer)) as there:
            open_table, create = asyncio.Event(), Create(game="codex", players=4, bots=1)
            first = asyncio.create_task(_bot(there.socket, "sock", create, open_table))
            await open_table.wait()
            second = asyncio.create_task(_bot(there.pyro, "pyro", Join(1)))
            old = CodexClient("old", 3, 4)
            await run_client(int(there.dialects["codex"].rpartition(":")[2]), old)
            outcomes = await asyncio.gather(first, second)
            check_winners(old)
            assert "UPDATE_CREATOR" not in old.kinds, "the table was open already"
            assert [list(outcome.winners) for outcome in outcomes] == [old.winners] * 2
            assert {"old", "sock", "pyro"} < set(outcomes[0].scores)

    asyncio.run(within(evening()))
