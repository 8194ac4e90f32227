"""Test whole games over the Codex dialect: alone, with other transports, with reconnects."""

import asyncio
from random import Random

import pytest

from client.bots import Create, Join, Outcome, Plan, RandomBot, create_computer_player, run_bot
from client.bots.plan import RoomChoice
from client.bots.player import BotPlayer
from client.connections import connect
from messages import Message, RoomUpdate
from server.app import ComputerPlayers, Settings, running
from server.effects import StartBot
from server.transports.memory import OnMessage
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
def test_clients_play_a_whole_game_and_receive_the_same_winners(
    run_codex_scenario: RunCodexScenario, players: int
) -> None:
    async def scenario(server: CodexServer) -> None:
        clients = [CodexClient(f"p{n}", n, players) for n in range(players)]
        tasks = []
        for client in clients:
            tasks.append(asyncio.create_task(run_client(server.port, client)))
            await wait_for_sessions(server, len(tasks))
        await asyncio.gather(*tasks)
        check_winners(*clients)
        assert "SHOW_UPDATE_AFTER_DRAW" in clients[0].kinds

    run_codex_scenario(scenario)


async def reconnect_repeatedly(
    server: CodexServer, client: CodexClient, random: Random, pause: int
) -> None:
    """Disconnect after some lines and reconnect after a pause, without end.

    The first connection lasts until the game has begun, because before it a seat is not kept.
    """
    await run_client(server.port, client, 12)
    while True:
        await wait_until_disconnected(server, client.name)
        server.advance(pause)
        await server.wait_until_idle()
        await run_client(server.port, client, random.randrange(3, 12))


async def play_with_reconnecting_client(
    server: CodexServer, players: int, seed: int, pause: int
) -> CodexClient:
    """Play a game to its end while one client disconnects and reconnects."""
    steady = [CodexClient(f"steady{n}", n, players) for n in range(players - 1)]
    reconnecting = CodexClient("reconnecting", 9, players)
    tasks = []
    for client in steady:
        tasks.append(asyncio.create_task(run_client(server.port, client)))
        await wait_for_sessions(server, len(tasks))
    reconnects = asyncio.create_task(
        reconnect_repeatedly(server, reconnecting, Random(seed), pause)
    )
    await asyncio.gather(*tasks)
    reconnects.cancel()
    await asyncio.gather(reconnects, return_exceptions=True)
    check_winners(*steady)
    assert reconnecting.violations == []
    assert reconnecting.kinds.count("UPDATE_AFTER_CONNECTION") > 5
    return steady[0]


@pytest.mark.parametrize("seed", range(3))
def test_game_of_three_ends_although_a_client_disconnects_and_reconnects_at_once_repeatedly(
    run_codex_scenario: RunCodexScenario, seed: int
) -> None:
    async def scenario(server: CodexServer) -> None:
        await play_with_reconnecting_client(server, 3, seed, 0)

    run_codex_scenario(scenario)


def test_game_of_three_ends_although_a_client_is_repeatedly_absent_for_16_seconds(
    run_codex_scenario: RunCodexScenario,
) -> None:
    """During the pause turns are skipped and missing draws are made."""

    async def scenario(server: CodexServer) -> None:
        await play_with_reconnecting_client(server, 3, 1, 16)

    run_codex_scenario(scenario)


def test_game_of_two_ends_after_it_was_suspended_at_repeated_disconnects(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        steady = await play_with_reconnecting_client(server, 2, 2, 1)
        assert steady.kinds.count("SHOW_UPDATE_SUSPENDED_GAME") >= 4

    run_codex_scenario(scenario)


async def _run_bot_client(
    address: str, name: str, way: RoomChoice, seated: asyncio.Event | None = None
) -> Outcome:
    """Run a bot over another transport until the end of a match."""

    def on_message(player: BotPlayer, message: Message) -> None:
        if seated is not None and isinstance(message, RoomUpdate):
            seated.set()

    plan = Plan(nickname=name, room=way)
    (outcome,) = await run_bot(await connect(address), RandomBot(1), plan, on_message)
    return outcome


def _start_computer_player(bot: StartBot) -> OnMessage:
    return create_computer_player("random", *bot[1:]).receive


def test_clients_of_all_transports_and_a_computer_player_play_one_match_to_its_winners() -> None:
    async def run_match() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"codex": 0}, secrets=numbered_secrets())
        async with running(
            settings, ComputerPlayers({"codex": ("random",)}, _start_computer_player)
        ) as addresses:
            is_open, create = asyncio.Event(), Create(game="codex", players=4, bots=1)
            first = asyncio.create_task(_run_bot_client(addresses.socket, "sock", create, is_open))
            await is_open.wait()
            second = asyncio.create_task(_run_bot_client(addresses.pyro, "pyro", Join(1)))
            legacy = CodexClient("old", 3, 4)
            await run_client(int(addresses.dialects["codex"].rpartition(":")[2]), legacy)
            outcomes = await asyncio.gather(first, second)
            check_winners(legacy)
            assert "UPDATE_CREATOR" not in legacy.kinds, "the room was open already"
            assert [list(outcome.winners) for outcome in outcomes] == [legacy.winners] * 2
            assert {"old", "sock", "pyro"} < set(outcomes[0].scores)

    asyncio.run(within(run_match()))
