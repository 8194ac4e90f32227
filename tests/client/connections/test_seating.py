"""The connection that joins, creates or watches a table before the lobby is shown."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from client.connections import Connection, connect
from client.connections.base import ConnectionEvent
from client.connections.seating import (
    JoinOrCreate,
    JoinTable,
    SeatingConnection,
    TableRequest,
    WatchTable,
    list_fitting,
)
from messages import (
    ChooseMatch,
    ChooseNickname,
    Error,
    LeaveMatch,
    RequestSetUp,
    RoomInfo,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    ServerMessage,
)
from tests.harness.screen import serving
from tests.harness.timeouts import within

UNO = SelectModeAndPlayers(2, game="uno")
FREE_ROOM = RoomInfo(1, "uno", False, {}, ("anna",), 2, 0, "anna", False, "open")


async def receive(connection: Any, kind: type[Any]) -> Any:
    """Return the next message of a class; the lobby must not be shown before."""
    while not isinstance(received := await connection.receive(), kind):
        assert not isinstance(received, ChooseMatch | Error)
    return received


@asynccontextmanager
async def client(server: str, name: str) -> AsyncIterator[Connection]:
    connection = await connect(server)
    try:
        await connection.receive()
        await connection.send(ChooseNickname(name))
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def table_of_anna(
    transport: str, setup: SelectModeAndPlayers = UNO
) -> AsyncIterator[tuple[str, RoomUpdate, Connection]]:
    """Run a server with an open table; yield its address, the table and the host's connection."""
    async with serving() as addresses, client(addresses.socket, "anna") as anna:
        seated = SeatingConnection(anna, JoinOrCreate(setup, create_only=True))
        yield getattr(addresses, transport), await receive(seated, RoomUpdate), anna


@pytest.mark.parametrize("transport", ["socket", "pyro"])
@pytest.mark.parametrize("private", [False, True])
def test_table_is_joined_by_number_or_code(transport: str, private: bool) -> None:
    async def run() -> None:
        setup = SelectModeAndPlayers(3, game="uno", private=private)
        async with (
            table_of_anna(transport, setup) as (server, update, _),
            client(server, "ada") as ada,
        ):
            number = 0 if private else update.room.match
            seated = SeatingConnection(ada, JoinTable(number, update.code))
            joined = await receive(seated, RoomUpdate)
            assert joined.room.players == ("anna", "ada")

    asyncio.run(within(run()))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_table_is_watched_by_number(transport: str) -> None:
    async def run() -> None:
        async with (
            table_of_anna(transport) as (server, update, _),
            client(server, "wes") as wes,
        ):
            watching = SeatingConnection(wes, WatchTable(update.room.match))
            assert (await receive(watching, RoomUpdate)).room.players == ("anna",)

    asyncio.run(within(run()))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
@pytest.mark.parametrize(("game", "players"), [("uno", ("anna", "ada")), ("codex", ("ada",))])
def test_open_table_of_the_game_is_joined_or_a_new_one_created(
    transport: str, game: str, players: tuple[str, ...]
) -> None:
    async def run() -> None:
        setup = SelectModeAndPlayers(3, game="uno")
        async with table_of_anna(transport, setup) as (server, _, _), client(server, "ada") as ada:
            request = JoinOrCreate(SelectModeAndPlayers(2, game=game))
            update = await receive(SeatingConnection(ada, request), RoomUpdate)
            assert (update.room.game, update.room.players) == (game, players)

    asyncio.run(within(run()))


@pytest.mark.parametrize("request_", [JoinTable(99), WatchTable(99), JoinTable(0, "NOPE")])
def test_refused_request_is_delivered_and_followed_by_the_lobby(request_: TableRequest) -> None:
    async def run() -> None:
        async with serving() as addresses, client(addresses.socket, "ada") as ada:
            seated = SeatingConnection(ada, request_)
            received: list[ServerMessage | ConnectionEvent] = []
            while not received or not isinstance(received[-1], ChooseMatch):
                received.append(await seated.receive())
            assert isinstance(received[-2], Error)

    asyncio.run(within(run()))


def test_refused_set_up_is_delivered_and_followed_by_the_lobby() -> None:
    async def run() -> None:
        async with serving() as addresses, client(addresses.socket, "ada") as ada:
            request = JoinOrCreate(SelectModeAndPlayers(99, game="uno"))
            seated = SeatingConnection(ada, request)
            while not isinstance(received := await seated.receive(), Error):
                pass
            assert "players" in received.message
            await receive(seated, ChooseMatch)
            await seated.send(SelectMatch(0))
            await receive(seated, RequestSetUp)

    asyncio.run(within(run()))


def test_request_is_sent_once_and_the_lobby_is_shown_after_leaving() -> None:
    async def run() -> None:
        async with serving() as addresses, client(addresses.socket, "ada") as ada:
            seated = SeatingConnection(ada, JoinOrCreate(UNO))
            await receive(seated, RoomUpdate)
            await seated.send(LeaveMatch())
            assert await receive(seated, ChooseMatch)
            await seated.send(SelectMatch(99))
            while not isinstance(received := await seated.receive(), Error):
                pass
            assert received.reply_to is not None

    asyncio.run(within(run()))


def test_table_that_was_filled_meanwhile_is_replaced_by_a_new_one() -> None:
    """The list of tables is out of date when it is read."""

    class Outdated:
        def __init__(self, inner: Connection) -> None:
            self._inner = inner

        async def receive(self) -> ServerMessage:
            received = await self._inner.receive()
            if isinstance(received, ChooseMatch):
                return ChooseMatch((), rooms=(FREE_ROOM,))
            return received

        async def send(self, message: Any) -> None:
            await self._inner.send(message)

        async def close(self) -> None:
            await self._inner.close()

    async def run() -> None:
        async with serving() as addresses, client(addresses.socket, "ada") as ada:
            seated = SeatingConnection(Outdated(ada), JoinOrCreate(UNO))
            assert (await receive(seated, RoomUpdate)).room.players == ("ada",)

    asyncio.run(within(run()))


def test_full_private_started_and_other_tables_do_not_fit() -> None:
    others = (
        replace(FREE_ROOM, game="codex"),
        replace(FREE_ROOM, mode=True),
        replace(FREE_ROOM, players=("anna", "bob")),
        replace(FREE_ROOM, private=True),
        replace(FREE_ROOM, state="playing"),
    )
    assert list_fitting((*others, FREE_ROOM), UNO) == [FREE_ROOM]
