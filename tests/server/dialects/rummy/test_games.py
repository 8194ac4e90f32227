"""Test whole matches over the Rummy dialect, alone and with other transports."""

import asyncio
from typing import NamedTuple

import pytest

from client.bots import Create, Join, Outcome, Plan, RandomBot, create_computer_player
from client.bots.plan import RoomChoice
from client.bots.player import BotPlayer
from client.connections import connect
from messages import Options, RoomUpdate
from server.app import ComputerPlayers, Settings, running
from server.dialects.rummy.peer import RummySettings
from server.effects import StartBot
from server.transports.memory import OnMessage
from tests.harness.dialects.rummy_client import LaterClient, SeedClient
from tests.harness.dialects.rummy_client import play as play_client
from tests.harness.dialects.rummy_server import RummyServer, run_scenario
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within

SHORT_MATCH: Options = {"target": 30, "deal_more": 4, "stock_out": "reshuffle"}
"""Weak clients would never reach a higher target, so the match is short."""
AnyClient = SeedClient | LaterClient
LOOP_TURNS_PER_SECOND = 300
"""Turns of the event loop per simulated second."""


async def _play_match(server: RummyServer, clients: list[AnyClient]) -> None:
    """Let all clients play one match, which the first one starts, while time advances."""
    tasks = []
    for client in clients:
        tasks.append(asyncio.create_task(play_client(client, "127.0.0.1", server.port)))
        while not client.is_connected and not tasks[-1].done():
            await server.run_ready_callbacks()
    clock = asyncio.create_task(_advance_clock(server))
    await asyncio.gather(*tasks)
    clock.cancel()
    for client in clients:
        assert client.violations == []
        assert client.winner == clients[0].winner != ""
        assert client.rounds == clients[0].rounds > 0
        assert client.scores == clients[0].scores


async def _advance_clock(server: RummyServer) -> None:
    while True:
        for _ in range(LOOP_TURNS_PER_SECOND):
            await asyncio.sleep(0)
        server.advance(1)


class ClientMix(NamedTuple):
    """The number of clients of each profile."""

    seed: int
    later: int

    def clients(self, error_rate: float, seed_offset: int = 0) -> list[AnyClient]:
        number = self.seed + self.later
        return [
            *(
                SeedClient(f"s{n}", n + seed_offset, 0 if n else number, error_rate)
                for n in range(self.seed)
            ),
            *(LaterClient(f"l{n}", n + seed_offset, 0, error_rate) for n in range(self.later)),
        ]


MIXES = [ClientMix(2, 0), ClientMix(1, 1), ClientMix(3, 2), ClientMix(5, 0)]


@pytest.mark.parametrize("mix", MIXES)
def test_scripted_clients_of_both_profiles_play_a_whole_match_with_the_same_scores(
    mix: ClientMix,
) -> None:
    async def scenario(server: RummyServer) -> None:
        await _play_match(server, mix.clients(0.0))

    run_scenario(scenario, RummySettings(autostart=9, options=SHORT_MATCH))


@pytest.mark.parametrize("mix", [ClientMix(2, 0), ClientMix(1, 1), ClientMix(2, 1)])
def test_clients_that_make_errors_play_a_whole_match_with_the_same_scores(mix: ClientMix) -> None:
    """Clients lose messages, request them again, acknowledge twice, report wrong hands."""

    async def scenario(server: RummyServer) -> None:
        await _play_match(server, mix.clients(0.2))

    run_scenario(scenario, RummySettings(autostart=9, options=SHORT_MATCH))


@pytest.mark.soak
@pytest.mark.parametrize("seed_offset", range(0, 250, 10))
@pytest.mark.parametrize("mix", [*MIXES, ClientMix(2, 2)])
def test_clients_that_make_errors_play_whole_matches_to_1_point_with_other_seeds(
    mix: ClientMix, seed_offset: int
) -> None:
    async def scenario(server: RummyServer) -> None:
        server.set_next_seed(seed_offset.to_bytes(32, "big"))
        await _play_match(server, mix.clients(0.2, seed_offset))

    run_scenario(scenario, RummySettings(autostart=9, options={**SHORT_MATCH, "target": 1}))


def _start_computer_player(bot: StartBot) -> OnMessage:
    return create_computer_player("random", *bot[1:]).receive


async def _run_bot_client(address: str, plan: Plan, seated: asyncio.Event) -> Outcome:
    """Run a bot over another transport until the end of a match."""
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


def test_clients_of_all_transports_and_a_computer_player_play_one_match_to_30_points() -> None:
    """Clients of both profiles, sockets, Pyro5 and a computer player play one match."""

    async def run_match() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"rummy": 0}, secrets=numbered_secrets())
        async with running(
            settings, ComputerPlayers({"rummy500": ("random",)}, _start_computer_player)
        ) as addresses:
            host, _, port = addresses.dialects["rummy"].rpartition(":")
            clients: list[AnyClient] = [SeedClient("old", 1), LaterClient("later", 2)]
            options: Options = {**SHORT_MATCH, "forgiving": True}
            ways: list[RoomChoice] = [
                Create(game="rummy500", players=5, options=options, bots=1),
                Join(1),
            ]
            bots: list[asyncio.Task[Outcome]] = []
            for address, way in zip((addresses.socket, addresses.pyro), ways, strict=True):
                plan, seated = Plan(nickname=f"bot-{len(bots)}", room=way), asyncio.Event()
                bots.append(asyncio.create_task(_run_bot_client(address, plan, seated)))
                await within(seated.wait())
            await asyncio.gather(*(play_client(c, host, int(port)) for c in clients))
            outcomes = await asyncio.gather(*bots)
            assert outcomes[0].scores == outcomes[1].scores
            for client in clients:
                assert client.violations == []
                assert client.winner == ", ".join(outcomes[0].winners)
            assert {"old", "later", "bot-0", "bot-1"} < set(outcomes[0].scores)
            assert max(outcomes[0].scores.values()) >= 30

    asyncio.run(within(run_match()))
