"""Test whole games over the UNO dialect, alone and with other transports."""

import asyncio
from dataclasses import replace

import pytest

from client.bots import Join, Outcome, Plan, RandomBot, create_computer_player
from client.bots.player import BotPlayer
from client.connections import connect
from messages.uno.actions import UNO_MODES
from server.app import Addresses, ComputerPlayers, Settings, running
from server.dialects.uno.peer import UnoSettings
from server.effects import StartBot
from server.transports.memory import OnMessage
from tests.harness.dialects.uno_client import UnoClient
from tests.harness.dialects.uno_client import play as play_client
from tests.harness.dialects.uno_server import STRATEGIES, RunScenario, UnoServer, scenario_runner
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within

NAMES = ("ann", "ben", "cat", "dan", "eva", "fay", "gus", "hal", "ida", "jim")


async def _play_match(server: UnoServer, clients: list[UnoClient]) -> None:
    """Let all clients play one game in ``main``; check that all see the same winner and rounds.

    The first client is the admin.
    """
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


def _clients(players: int, mode: str, **fields: object) -> list[UnoClient]:
    first = UnoClient(NAMES[0], 0, players, mode)
    return [
        replace(first, name=NAMES[index], seed=index, **fields)  # type: ignore[arg-type]
        for index in range(players)
    ]


@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_scripted_clients_play_a_whole_game_and_all_see_the_same_winner_and_rounds(
    mode: str, players: int, run_scenario: RunScenario
) -> None:
    async def scenario(server: UnoServer) -> None:
        await _play_match(server, _clients(players, mode))

    run_scenario(scenario, UnoSettings(options={"target_score": 120}))


@pytest.mark.parametrize("mode", UNO_MODES)
def test_clients_that_answer_half_of_the_prompts_wrongly_play_a_whole_game(
    mode: str, run_scenario: RunScenario
) -> None:
    """Every second prompt is first answered with a malformed line."""

    async def scenario(server: UnoServer) -> None:
        await _play_match(server, _clients(3, mode, error_rate=0.5))

    run_scenario(scenario, UnoSettings(options={"target_score": 60}))


@pytest.mark.parametrize("mode", UNO_MODES)
def test_scripted_client_plays_a_whole_game_against_three_computer_players(
    mode: str, run_scenario: RunScenario
) -> None:
    async def scenario(server: UnoServer) -> None:
        (client,) = _clients(1, mode, bots=("bot.1", "b2", "c"))
        await _play_match(server, [replace(client, players=4)])

    run_scenario(scenario, UnoSettings(options={"target_score": 120}))


@pytest.mark.soak
@pytest.mark.parametrize("with_journal", [False, True])
@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_scripted_clients_with_errors_play_a_whole_game_to_500(
    mode: str, players: int, with_journal: bool
) -> None:
    async def scenario(server: UnoServer) -> None:
        await _play_match(server, _clients(players, mode, error_rate=0.1))

    scenario_runner(written=with_journal)(scenario)


def _start_computer_player(bot: StartBot) -> OnMessage:
    return create_computer_player("random", *bot[1:]).receive


async def _run_bot_client(address: str, name: str) -> Outcome:
    """Run a bot over another transport until the end of a match."""
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


NAMES_BY_PLAYERS: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (("old",), ("Sock-Et",), (), ()),
    4: (("old",), ("Sock-Et",), ("Pyro",), ("hal",)),
    10: (("old", "o.2", "o.3"), ("Sock-Et", "Sock-2"), ("Pyro", "Pyro-2"), ("hal", "eve", "max")),
}
"""Names of dialect clients, socket clients, Pyro5 clients and computer players."""


async def _play_mixed_match(mode: str, players: int, addresses: Addresses) -> None:
    legacy, socket, pyro, computers = NAMES_BY_PLAYERS[players]
    host, _, port = addresses.dialects["uno"].rpartition(":")
    clients = [UnoClient(name, seed, players, mode) for seed, name in enumerate(legacy)]
    clients[0].bots = computers
    tasks = []
    for client in clients:
        tasks.append(asyncio.create_task(play_client(client, host, int(port))))
        while client.name not in client.seated and not tasks[-1].done():
            await asyncio.sleep(0)
    bots = [_run_bot_client(addresses.socket, name) for name in socket]
    outcomes = await asyncio.gather(
        *bots, *(_run_bot_client(addresses.pyro, name) for name in pyro)
    )
    await asyncio.gather(*tasks)
    for client in clients:
        assert client.violations == []
        assert [o.winners[0].lower() for o in outcomes] == [client.winner] * len(outcomes)
    for outcome in outcomes:
        assert outcome.scores == outcomes[0].scores
        assert max(outcome.scores.values()) >= 500
        assert set(outcome.scores) == {*legacy, *socket, *pyro, *computers}


@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 4, 10])
@pytest.mark.soak
def test_clients_of_all_transports_and_computer_players_play_every_kind_of_match_to_500(
    mode: str, players: int
) -> None:
    _run_mixed_match(mode, players)


@pytest.mark.parametrize(
    ("mode", "players"), [("normal", 2), ("progressive", 4), ("jump_in", 4), ("seven_o", 10)]
)
def test_clients_of_all_transports_and_computer_players_play_one_match_to_500(
    mode: str, players: int
) -> None:
    _run_mixed_match(mode, players)


def _run_mixed_match(mode: str, players: int) -> None:
    """Clients of the dialect, sockets, Pyro5 and computer players play one match to 500."""

    async def run_match() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"uno": 0}, secrets=numbered_secrets())
        async with running(
            settings, ComputerPlayers({"uno": STRATEGIES}, _start_computer_player)
        ) as addresses:
            await _play_mixed_match(mode, players, addresses)

    asyncio.run(within(run_match()))


async def _play_turns(address: str, turns: int, delay: float) -> None:
    """Play against a computer player; each of its answers to a turn takes at least ``delay``."""
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"MH|ann|human_player\nACP|hal\nSG|normal\n")
    now = asyncio.get_running_loop().time
    sent_at, is_waiting = now(), False
    while turns:
        line = (await reader.readline()).decode().strip()
        if line.startswith("BGI|") and line.endswith("|true"):
            assert not is_waiting or now() - sent_at >= delay
            turns -= is_waiting
            sent_at, is_waiting = now(), True
            writer.write(b"DC\n")
        elif line.startswith("DPC|"):
            sent_at = now()
            writer.write(b"RC|false\n")
        elif line.startswith("RST"):
            is_waiting = False
    writer.close()


def test_computer_player_waits_before_each_action_in_a_match_with_people() -> None:
    delay = 0.2

    async def run_match() -> None:
        settings = Settings(
            port=0, pyro_port=0, dialects={"uno": 0}, secrets=numbered_secrets(), bot_delay=delay
        )
        computers = ComputerPlayers({"uno": STRATEGIES}, _start_computer_player)
        async with running(settings, computers) as addresses:
            await _play_turns(addresses.dialects["uno"], 5, delay)

    asyncio.run(within(run_match()))
