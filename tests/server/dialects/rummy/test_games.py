"""Test whole matches over Rummy's dialect, alone and with other clients."""

import asyncio
from typing import NamedTuple

import pytest

from client.bots import Create, Join, Outcome, Plan, RandomBot, create_computer_player
from client.bots.plan import RoomChoice
from client.bots.player import BotPlayer
from client.connections import connect
from messages import Options, RoomUpdate
from server.app import Computers, Settings, running
from server.dialects.rummy.peer import RummySettings
from server.effects import StartBot
from server.transports.memory import React
from tests.harness.dialects.rummy_client import LaterClient, SeedClient
from tests.harness.dialects.rummy_client import play as play_client
from tests.harness.dialects.rummy_server import RummyServer, run_scenario
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within

SHORT: Options = {"target": 30, "deal_more": 4, "stock_out": "reshuffle"}
"""The clients are no masters: with many cards for many players they would stay below zero."""
AnyClient = SeedClient | LaterClient
BREATH = 300
"""Turns of the loop in which a second passes."""


async def _match(server: RummyServer, clients: list[AnyClient]) -> None:
    """All clients play one match; the first of them starts it. Time passes slowly beside it."""
    tasks = []
    for client in clients:
        tasks.append(asyncio.create_task(play_client(client, "127.0.0.1", server.port)))
        while not client.is_connected and not tasks[-1].done():
            await server.run_ready_callbacks()
    clock = asyncio.create_task(_clock(server))
    await asyncio.gather(*tasks)
    clock.cancel()
    for client in clients:
        assert client.violations == []
        assert client.winner == clients[0].winner != ""
        assert client.rounds == clients[0].rounds > 0
        assert client.scores == clients[0].scores


async def _clock(server: RummyServer) -> None:
    while True:
        for _ in range(BREATH):
            await asyncio.sleep(0)
        server.advance(1)


class ClientMix(NamedTuple):
    """Who sits there: so many of each profile."""

    seed: int
    later: int

    def clients(self, error_rate: float, luck: int = 0) -> list[AnyClient]:
        number = self.seed + self.later
        return [
            *(
                SeedClient(f"s{n}", n + luck, 0 if n else number, error_rate)
                for n in range(self.seed)
            ),
            *(LaterClient(f"l{n}", n + luck, 0, error_rate) for n in range(self.later)),
        ]


PARTIES = [ClientMix(2, 0), ClientMix(1, 1), ClientMix(3, 2), ClientMix(5, 0)]


@pytest.mark.parametrize("party", PARTIES)
def test_scripted_clients_play_whole_matches(party: ClientMix) -> None:
    async def scenario(server: RummyServer) -> None:
        await _match(server, party.clients(0.0))

    run_scenario(scenario, RummySettings(autostart=9, options=SHORT))


@pytest.mark.parametrize("party", [ClientMix(2, 0), ClientMix(1, 1), ClientMix(2, 1)])
def test_clumsy_clients_play_whole_matches(party: ClientMix) -> None:
    """Losses, questions for more, late and surplus acknowledgements, hands nobody can explain."""

    async def scenario(server: RummyServer) -> None:
        await _match(server, party.clients(0.2))

    run_scenario(scenario, RummySettings(autostart=9, options=SHORT))


@pytest.mark.soak
@pytest.mark.parametrize("luck", range(0, 250, 10))
@pytest.mark.parametrize("party", [*PARTIES, ClientMix(2, 2)])
def test_many_clumsy_matches(party: ClientMix, luck: int) -> None:
    async def scenario(server: RummyServer) -> None:
        server.set_next_seed(luck.to_bytes(32, "big"))
        await _match(server, party.clients(0.2, luck))

    run_scenario(scenario, RummySettings(autostart=9, options={**SHORT, "target": 1}))


def _make(bot: StartBot) -> React:
    return create_computer_player("random", *bot[1:]).receive


async def _bot(address: str, plan: Plan, seated: asyncio.Event) -> Outcome:
    """A bot of another route, from the first message to the end of a match."""
    connection = await connect(address)
    driver = BotPlayer(RandomBot(len(plan.nickname)), plan)
    try:
        while not driver.done:
            message = await within(connection.receive())
            if isinstance(message, RoomUpdate):
                seated.set()
            for reply in driver.receive(message):
                await connection.send(reply)
    finally:
        await connection.close()
    (outcome,) = driver.outcomes
    return outcome


def test_a_mixed_table_plays_to_the_right_end() -> None:
    """Both profiles, sockets, Pyro5 and a computer player in one match."""

    async def evening() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"rummy": 0}, secrets=numbered_secrets())
        async with running(settings, Computers({"rummy500": ("random",)}, _make)) as addresses:
            host, _, port = addresses.dialects["rummy"].rpartition(":")
            clients: list[AnyClient] = [SeedClient("old", 1), LaterClient("later", 2)]
            options: Options = {**SHORT, "forgiving": True}
            ways: list[RoomChoice] = [
                Create(game="rummy500", players=5, options=options, bots=1),
                Join(1),
            ]
            bots: list[asyncio.Task[Outcome]] = []
            for address, way in zip((addresses.socket, addresses.pyro), ways, strict=True):
                plan, seated = Plan(nickname=f"bot-{len(bots)}", room=way), asyncio.Event()
                bots.append(asyncio.create_task(_bot(address, plan, seated)))
                await within(seated.wait())
            await asyncio.gather(*(play_client(c, host, int(port)) for c in clients))
            outcomes = await asyncio.gather(*bots)
            assert outcomes[0].scores == outcomes[1].scores
            for client in clients:
                assert client.violations == []
                assert client.winner == ", ".join(outcomes[0].winners)
            assert {"old", "later", "bot-0", "bot-1"} < set(outcomes[0].scores)
            assert max(outcomes[0].scores.values()) >= 30

    asyncio.run(within(evening()))
