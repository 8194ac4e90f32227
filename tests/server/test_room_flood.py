"""Many rooms from four addresses do not hide the rooms of others, over real sockets."""

import sys

import pytest

from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    Error,
    ErrorCode,
    RequestRefresh,
    SelectMatch,
)
from messages import SelectModeAndPlayers as SetUp
from server.limits import Limits
from tests.harness.socket_server import RawConnection, SocketServer, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs all of 127.0.0.0/8")
ATTACKERS = [f"127.0.0.{number}" for number in range(2, 6)]
ROOMS_PER_ADDRESS = 50
HONEST = "127.0.0.9"


def _limits(open_rooms: int) -> Limits:
    return Limits(
        trusted_networks=(), open_rooms_per_address=open_rooms, connections_per_address=60
    )


async def _open_room(
    server: SocketServer, source: str, name: str, setup: SetUp
) -> ActionValid | Error:
    """Connect from an address, choose a name and try to open a room."""
    connection = await server.connect(source)
    assert isinstance(await connection.request(ChooseNickname(name), ChooseMatch), ChooseMatch)
    assert isinstance(await connection.request(SelectMatch(0), ActionValid), ActionValid)
    return await connection.request(setup, ActionValid)


async def _attack(server: SocketServer, rooms: int) -> list[Error]:
    """Try to open so many rooms from each of four addresses; return the refusals."""
    setup = SetUp(4, name="x" * 40)
    answers = [
        await _open_room(server, source, f"{source[-1]}-{'x' * 14}{number:02}", setup)
        for number in range(rooms)
        for source in ATTACKERS
    ]
    return [answer for answer in answers if isinstance(answer, Error)]


async def _first_page(connection: RawConnection, game: str = "") -> list[str]:
    page = await connection.request(RequestRefresh(game), ChooseMatch)
    assert isinstance(page, ChooseMatch)
    assert len(page.rooms) <= 50
    return [room.host for room in page.rooms]


def test_new_room_is_on_the_first_page_among_200_rooms_of_four_addresses() -> None:
    async def scenario(server: SocketServer) -> None:
        assert isinstance(await _open_room(server, HONEST, "honest", SetUp(2)), ActionValid)
        assert await _attack(server, ROOMS_PER_ADDRESS) == []
        reader = await server.connect(HONEST)
        await reader.request(ChooseNickname("reader"), ChooseMatch)
        assert "honest" in (await _first_page(reader))[: len(ATTACKERS) + 1]
        uno = SetUp(2, game="uno")
        assert isinstance(await _open_room(server, HONEST, "newest", uno), ActionValid)
        assert (await _first_page(reader))[0] == "newest"
        assert await _first_page(reader, "uno") == ["newest"]
        assert "honest" in await _first_page(reader, "eriantys")

    run(scenario, _limits(ROOMS_PER_ADDRESS))


def test_open_rooms_beyond_the_limit_of_each_address_are_refused_with_the_way_out() -> None:
    async def scenario(server: SocketServer) -> None:
        refusals = await _attack(server, 12)
        assert len(refusals) == len(ATTACKERS) * 4
        assert {error.error for error in refusals} == {ErrorCode.RATELIMITED}
        assert {error.message.partition(";")[0] for error in refusals} == {
            "8 tables from your address already wait for players"
        }
        assert isinstance(await _open_room(server, HONEST, "honest", SetUp(2)), ActionValid)

    run(scenario, _limits(8))
