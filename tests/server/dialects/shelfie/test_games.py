"""Whole games in My Shelfie's old dialect: both framings, and all routes at one table."""

import asyncio

import pytest

from client.bots import Bot, Create, GreedyBot, Join, Plan, RandomBot, run_bot
from client.connections import connect
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.dialects.shelfie_client import ShelfieClient
from tests.harness.dialects.shelfie_server import ShelfieServer, run_scenario
from tests.harness.timeouts import within

SILLY = 0.1


async def together(inn_port: int, clients: list[ShelfieClient]) -> None:
    """The first makes the room, the others join it."""
    first, *others = clients
    tasks = [asyncio.create_task(first.play(inn_port))]
    await within(first.seated.wait())
    tasks += [asyncio.create_task(client.play(inn_port)) for client in others]
    await within(asyncio.gather(*tasks))


def check(clients: list[ShelfieClient]) -> None:
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
def test_whole_games_in_both_framings(seats: int, confirms: bool, written: bool) -> None:
    clients = [
        ShelfieClient(
            name=f"old{seat}",
            seed=seat + seats,
            seats=seats,
            framed=seat % 2 == 0,
            room="1" if seat else "",
            confirms=confirms is (seat % 2 == 0),
            error_rate=SILLY,
        )
        for seat in range(seats)
    ]

    async def scenario(server: ShelfieServer) -> None:
        await together(server.port, clients)

    run_scenario(scenario, written)
    check(clients)


@pytest.mark.parametrize("framed", [False, True])
def test_a_table_of_all_routes(framed: bool) -> None:
    """An old client, one on a socket, one on Pyro5 and a computer player."""
    old = ShelfieClient("old", seed=5, seats=4, framed=framed, room="1", error_rate=SILLY)

    async def evening() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"shelfie": 0})
        async with running(settings, COMPUTERS) as addresses:
            port = int(addresses.dialects["shelfie"].rpartition(":")[2])
            create = Create(game="shelfie", players=4, bots=1)
            await within(
                asyncio.gather(
                    _sit(addresses.socket, GreedyBot(1), Plan(room=create, nickname="host")),
                    _after(old.seated, addresses.pyro),
                    old.play(port),
                ),
            )

    asyncio.run(evening())
    assert old.violations == []
    assert old.done
    assert len(old.view["players"]) == 4


async def _after(seated: asyncio.Event, pyro: str) -> None:
    """The old client has a seat, so the table is there."""
    await seated.wait()
    await _sit(pyro, RandomBot(2), Plan(room=Join(1), nickname="remote"))


async def _sit(address: str, bot: Bot, plan: Plan) -> None:
    await run_bot(await connect(address), bot, plan)
