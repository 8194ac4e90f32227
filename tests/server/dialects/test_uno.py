"""Whole games over UNO's old dialect (server.dialects.uno), alone and at mixed tables."""

import asyncio
from dataclasses import replace

import pytest

from client.bots import Join, Outcome, Plan, RandomBot, computer_player
from client.bots.player import BotPlayer
from client.connections import connect
from messages.uno import UNO_MODES
from server.app import Computers, Settings, running
from server.dialects.uno_guest import UnoSettings
from server.outgoing import CallComputer
from server.routes.memory import React
from tests.helpers import numbered_secrets
from tests.patience import within
from tests.server.dialects.inn import PATIENCE, STRATEGIES, Inn, Play, player
from tests.server.dialects.uno_client import UnoClient
from tests.server.dialects.uno_client import play as play_client

NAMES = ("ann", "ben", "cat", "dan", "eva", "fay", "gus", "hal", "ida", "jim")


async def _game(inn: Inn, clients: list[UnoClient]) -> None:
    """All clients play one game in ``main``; the first of them is the admin."""
    tasks = []
    for client in clients:
        tasks.append(asyncio.create_task(play_client(client, "127.0.0.1", inn.port, PATIENCE)))
        while client.name not in client.seated and not tasks[-1].done():
            await inn.turn()
    await asyncio.gather(*tasks)
    for client in clients:
        assert client.complaints == []
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
def test_scripted_clients_play_whole_games(mode: str, number: int, play: Play) -> None:
    async def scene(inn: Inn) -> None:
        await _game(inn, _clients(number, mode))

    play(scene, UnoSettings(options={"target_score": 120}))


@pytest.mark.parametrize("mode", UNO_MODES)
def test_clumsy_clients_play_whole_games(mode: str, play: Play) -> None:
    """Every second question is first answered with something malformed."""

    async def scene(inn: Inn) -> None:
        await _game(inn, _clients(3, mode, clumsy=0.5))

    play(scene, UnoSettings(options={"target_score": 60}))


@pytest.mark.parametrize("mode", UNO_MODES)
def test_a_scripted_client_plays_against_computer_players(mode: str, play: Play) -> None:
    async def scene(inn: Inn) -> None:
        (client,) = _clients(1, mode, bots=("bot.1", "b2", "c"))
        await _game(inn, [replace(client, players=4)])

    play(scene, UnoSettings(options={"target_score": 120}))


@pytest.mark.soak
@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("number", [2, 4, 10])
def test_games_to_500(mode: str, number: int, written: bool) -> None:
    async def scene(inn: Inn) -> None:
        await _game(inn, _clients(number, mode, clumsy=0.1))

    player(written=written)(scene)


def _make(wanted: CallComputer) -> React:
    return computer_player("random", *wanted[1:]).receive


async def _bot(address: str, name: str) -> Outcome:
    """A bot of another route, from the first message to the end of a match."""
    connection = await connect(address)
    driver = BotPlayer(RandomBot(len(name)), Plan(nickname=name, way=Join(1)))
    try:
        while not driver.done:
            message = await within(PATIENCE, connection.receive())
            for reply in driver.receive(message):
                await connection.send(reply)
    finally:
        await connection.close()
    (outcome,) = driver.outcomes
    return outcome


@pytest.mark.parametrize("mode", UNO_MODES)
def test_a_mixed_table_plays_to_the_right_end(mode: str) -> None:
    """The old dialect, sockets, Pyro5 and a computer player in one match to 500."""

    async def evening() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"uno": 0}, secrets=numbered_secrets())
        async with running(settings, Computers({"uno": STRATEGIES}, _make)) as addresses:
            host, _, port = addresses.dialects["uno"].rpartition(":")
            client = UnoClient("old", 1, 4, mode, bots=("hal",))
            task = asyncio.create_task(play_client(client, host, int(port), PATIENCE))
            while "old" not in client.seated and not task.done():
                await asyncio.sleep(0)
            routes = {"Sock-Et": addresses.socket, "Pyro": addresses.pyro}
            outcomes = await asyncio.gather(*(_bot(a, name) for name, a in routes.items()))
            await task
            assert client.complaints == []
            assert [o.winners[0].lower() for o in outcomes] == [client.winner] * 2
            assert outcomes[0].scores == outcomes[1].scores
            assert max(outcomes[0].scores.values()) >= 500
            assert set(outcomes[0].scores) == {"old", "hal", "Sock-Et", "Pyro"}
            assert {"sock-et", "pyro", "hal"} == set(client.others)

    asyncio.run(within(5 * PATIENCE, evening()))
