"""Test whole games over the Shelfie dialect: both framings, and with other transports."""

import asyncio

import pytest

from client.bots import Bot, Create, GreedyBot, Join, Plan, RandomBot, run_bot
from client.connections import connect
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.dialects.shelfie_client import ShelfieClient
from tests.harness.dialects.shelfie_server import ShelfieServer, run_scenario
from tests.harness.timeouts import within

ERROR_RATE = 0.1


async def play_match(port: int, clients: list[ShelfieClient]) -> None:
    """Let the first client create a room and the others join it; wait for the end of the match."""
    first, *others = clients
    tasks = [asyncio.create_task(first.play(port))]
    await within(first.seated.wait())
    tasks += [asyncio.create_task(client.play(port)) for client in others]
    await within(asyncio.gather(*tasks))


def check_results(clients: list[ShelfieClient]) -> None:
    for client in clients:
        assert client.violations == []
        assert client.done
    views = [client.view for client in clients]
    assert all(view["gameResults"] == views[0]["gameResults"] for view in views)
    results = views[0]["gameResults"]
    totals = [int(row[5]) for row in results[:-1]]
    assert results[-1][0] in [row[0] for row in results if row[5] == str(max(totals))]
    assert sum(row[4] == "1" for row in results) == 1
    for client in clients:
        assert client.personal_goals == {client.view["personalGoals"][client.index]}


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("confirms", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_clients_of_both_framings_with_errors_play_a_whole_game_with_the_same_results(
    seats: int, confirms: bool, written: bool
) -> None:
    clients = [
        ShelfieClient(
            name=f"old{seat}",
            seed=seat + seats,
            seats=seats,
            framed=seat % 2 == 0,
            room="1" if seat else "",
            confirms=confirms is (seat % 2 == 0),
            error_rate=ERROR_RATE,
        )
        for seat in range(seats)
    ]

    async def scenario(server: ShelfieServer) -> None:
        await play_match(server.port, clients)

    run_scenario(scenario, written)
    check_results(clients)


@pytest.mark.parametrize("framed", [False, True])
def test_clients_of_all_transports_and_a_computer_player_play_one_match_to_its_end(
    framed: bool,
) -> None:
    """A legacy client, a socket client, a Pyro5 client and a computer player share a room."""
    legacy = ShelfieClient("old", seed=5, seats=4, framed=framed, room="1", error_rate=ERROR_RATE)

    async def run_match() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"shelfie": 0})
        async with running(settings, COMPUTERS) as addresses:
            port = int(addresses.dialects["shelfie"].rpartition(":")[2])
            create = Create(game="shelfie", players=4, bots=1)
            await within(
                asyncio.gather(
                    _play_bot(
                        addresses.socket, GreedyBot(1), Plan(room=create, nickname="hosting")
                    ),
                    _join_after(legacy.seated, addresses.pyro),
                    legacy.play(port),
                ),
            )

    asyncio.run(run_match())
    assert legacy.violations == []
    assert legacy.done
    assert len(legacy.view["players"]) == 4


async def _join_after(seated: asyncio.Event, pyro: str) -> None:
    """Join the room after the legacy client has a seat."""
    await seated.wait()
    await _play_bot(pyro, RandomBot(2), Plan(room=Join(1), nickname="remote"))


async def _play_bot(address: str, bot: Bot, plan: Plan) -> None:
    await run_bot(await connect(address), bot, plan)
