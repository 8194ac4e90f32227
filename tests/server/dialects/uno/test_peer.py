"""Whole games over UNO's old dialect (server.dialects.uno.peer), alone and at mixed tables."""

import asyncio
from dataclasses import replace

import pytest

from client.bots import Join, Outcome, Plan, RandomBot, create_computer_player
from client.bots.player import BotPlayer
from client.connections import connect
from messages.uno.actions import UNO_MODES
from server.app import Addresses, Computers, Settings, running
from server.dialects.uno.peer import UnoSettings
from server.effects import StartBot
from server.transports.memory import React
from tests.harness.dialects.uno_client import UnoClient
from tests.harness.dialects.uno_client import play as play_client
from tests.harness.dialects.uno_server import STRATEGIES, RunScenario, UnoServer, scenario_runner
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within

NAMES = ("ann", "ben", "cat", "dan", "eva", "fay", "gus", "hal", "ida", "jim")


async def _game(server: UnoServer, clients: list[UnoClient]) -> None:
    """All clients play one game in ``main``; the first of them is the admin."""
    tasks = []
    for client in clients:
        tasks.append(asyncio.create_task(play_client(client, "127.0.0.1", server.port)))
        while client.name not in client.seated and not tasks[-1].done():
            await server.run_ready_callbacks()
    await asyncio.gather(*tasks)
    for client in clients:
        assert client.violations == []
        assert client.winner == clients[0].winner
        assert client.rounds == clients[0].rounds > 0
    assert clients[0].winner in [client.name for client in clients] or clients[0].bots


def _clients(number: int, mode: str, **fields: object) -> list[UnoClient]:
    first = UnoClient(NAMES[0], 0, number, mode)
    return [
        replace(first, name=NAMES[index], seed=index, **fields)  # type: ignore[arg-type]
        for index in range(number)
    ]


@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("number", [2, 4, 10])
def test_scripted_clients_play_whole_games(mode: str, number: int, play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        await _game(server, _clients(number, mode))

    play(scenario, UnoSettings(options={"target_score": 120}))


@pytest.mark.parametrize("mode", UNO_MODES)
def test_clumsy_clients_play_whole_games(mode: str, play: RunScenario) -> None:
    """Every second question is first answered with something malformed."""

    async def scenario(server: UnoServer) -> None:
        await _game(server, _clients(3, mode, error_rate=0.5))

    play(scenario, UnoSettings(options={"target_score": 60}))


@pytest.mark.parametrize("mode", UNO_MODES)
def test_a_scripted_client_plays_against_computer_players(mode: str, play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        (client,) = _clients(1, mode, bots=("bot.1", "b2", "c"))
        await _game(server, [replace(client, players=4)])

    play(scenario, UnoSettings(options={"target_score": 120}))


@pytest.mark.soak
@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("number", [2, 4, 10])
def test_games_to_500(mode: str, number: int, written: bool) -> None:
    async def scenario(server: UnoServer) -> None:
        await _game(server, _clients(number, mode, error_rate=0.1))

    scenario_runner(written=written)(scenario)


def _make(bot: StartBot) -> React:
    return create_computer_player("random", *bot[1:]).receive


async def _bot(address: str, name: str) -> Outcome:
    """A bot of another route, from the first message to the end of a match."""
    connection = await connect(address)
    driver = BotPlayer(RandomBot(len(name)), Plan(nickname=name, room=Join(1)))
    try:
        while not driver.done:
            message = await within(connection.receive())
            for reply in driver.receive(message):
                await connection.send(reply)
    finally:
        await connection.close()
    (outcome,) = driver.outcomes
    return outcome


TABLES: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (("old",), ("Sock-Et",), (), ()),
    4: (("old",), ("Sock-Et",), ("Pyro",), ("hal",)),
    10: (("old", "o.2", "o.3"), ("Sock-Et", "Sock-2"), ("Pyro", "Pyro-2"), ("hal", "eve", "max")),
}
"""Who comes over the old dialect, a socket, Pyro5, and which computer players are added."""


async def _mixed(mode: str, number: int, addresses: Addresses) -> None:
    old, socket, pyro, computers = TABLES[number]
    host, _, port = addresses.dialects["uno"].rpartition(":")
    clients = [UnoClient(name, seed, number, mode) for seed, name in enumerate(old)]
    clients[0].bots = computers
    tasks = []
    for client in clients:
        tasks.append(asyncio.create_task(play_client(client, host, int(port))))
        while client.name not in client.seated and not tasks[-1].done():
            await asyncio.sleep(0)
    bots = [_bot(addresses.socket, name) for name in socket]
    outcomes = await asyncio.gather(*bots, *(_bot(addresses.pyro, name) for name in pyro))
    await asyncio.gather(*tasks)
    for client in clients:
        assert client.violations == []
        assert [o.winners[0].lower() for o in outcomes] == [client.winner] * len(outcomes)
    for outcome in outcomes:
        assert outcome.scores == outcomes[0].scores
        assert max(outcome.scores.values()) >= 500
        assert set(outcome.scores) == {*old, *socket, *pyro, *computers}


@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("number", [2, 4, 10])
def test_a_mixed_table_plays_to_the_right_end(mode: str, number: int) -> None:
    """The old dialect, sockets, Pyro5 and computer players in one match to 500."""

    async def evening() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"uno": 0}, secrets=numbered_secrets())
        async with running(settings, Computers({"uno": STRATEGIES}, _make)) as addresses:
            await _mixed(mode, number, addresses)

    asyncio.run(within(evening()))
