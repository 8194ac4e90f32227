"""Connections of people: several addresses, TLS, and a seat that survives the client."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.connections import CannotConnect, NotifyingConnection, Target
from client.connections.base import ConnectionEvent, ConnectionLost
from client.connections.personal import Person, connect_person
from client.connections.seating import JoinOrCreate
from client.connections.sessions import SessionStore, load_sessions
from client.connections.text import SUPERSEDED
from messages import (
    ChooseMatch,
    ChooseNickname,
    RequestNickname,
    SelectModeAndPlayers,
    ServerMessage,
)
from messages.registry import GameView
from tests.harness.killable_server import KillableServer
from tests.harness.ports import free_port
from tests.harness.screen import serving
from tests.harness.timeouts import within
from tests.harness.tls import Certificates, TrustingClient, choose_server

UNO = SelectModeAndPlayers(2, game="uno", bots=1)


async def refuse_to_answer(text: str) -> str:
    raise AssertionError(text)


@pytest.fixture
def store(tmp_path: Path) -> SessionStore:
    return SessionStore(tmp_path / "config" / "sessions.json")


async def play(
    server: str, store: SessionStore, seen: Callable[[Any], bool]
) -> NotifyingConnection:
    """Connect as ada, start a match unless she has a seat, and return after a message."""
    person = Person(refuse_to_answer, store, JoinOrCreate(UNO, create_only=True))
    connection = await connect_person(Target(server), person)
    while not seen(received := await connection.receive()):
        if isinstance(received, RequestNickname):
            await connection.send(ChooseNickname("ada"))
    return connection


def is_view(message: ServerMessage | ConnectionEvent) -> bool:
    return isinstance(message, GameView)


async def break_connection(connection: Any) -> None:
    """Close the connection below all others without Quit, as a killed process does."""
    while hasattr(connection, "_inner"):
        connection = connection._inner
    await connection.close()


async def receive_forever(connection: NotifyingConnection) -> None:
    while True:
        await connection.receive()


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_seat_is_taken_again_after_the_client_was_killed(
    transport: str, store: SessionStore
) -> None:
    async def run() -> None:
        async with serving() as addresses:
            server = getattr(addresses, transport)
            await break_connection(await play(server, store, is_view))
            (stored,) = load_sessions(store.path)
            assert (stored.game, stored.players[0], len(stored.players)) == ("uno", "ada", 2)
            again = await play(server, store, is_view)
            (renewed,) = load_sessions(store.path)
            assert renewed.token != stored.token
            await again.close()

    asyncio.run(within(run()))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_newer_client_of_a_person_wins_and_the_older_one_is_told(
    transport: str, store: SessionStore
) -> None:
    async def run() -> None:
        async with serving() as addresses:
            server = getattr(addresses, transport)
            older = await play(server, store, is_view)
            newer = await play(server, store, is_view)
            with pytest.raises(ConnectionLost, match=SUPERSEDED):
                await receive_forever(older)
            (stored,) = load_sessions(store.path)
            assert stored.game == "uno"
            await older.close()
            await newer.close()

    asyncio.run(within(run()))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_seat_survives_a_killed_client_and_a_restart_of_the_server(
    transport: str, store: SessionStore, tmp_path: Path
) -> None:
    server = KillableServer(tmp_path / "data")
    index = 0 if transport == "socket" else 1

    async def first() -> None:
        await break_connection(await play(server.addresses[index], store, is_view))

    async def second() -> None:
        await (await play(server.addresses[index], store, is_view)).close()

    server.start()
    try:
        asyncio.run(within(first()))
        server.kill()
        server.start()
        asyncio.run(within(second()))
    finally:
        server.kill()
    assert len(load_sessions(store.path)) == 1


def test_session_of_another_server_at_the_address_is_removed_and_a_new_one_opened(
    store: SessionStore, tmp_path: Path
) -> None:
    server = KillableServer(tmp_path / "data", durability="none")

    async def first() -> None:
        await break_connection(await play(server.addresses[0], store, is_view))

    async def second() -> None:
        connection = await connect_person(
            Target(server.addresses[0]), Person(refuse_to_answer, store)
        )
        await connection.receive()
        await connection.send(ChooseNickname("ada"))
        while not isinstance(await connection.receive(), ChooseMatch):
            pass
        (stored,) = load_sessions(store.path)
        assert stored.game == ""
        await connection.close()

    server.start()
    try:
        asyncio.run(within(first()))
        server.kill()
        server.start()
        asyncio.run(within(second()))
    finally:
        server.kill()


def test_addresses_are_tried_in_order_and_all_reasons_are_given() -> None:
    unreachable = f"127.0.0.1:{free_port()}"

    async def run() -> None:
        async with serving() as addresses:
            servers = f"{unreachable},tcp://{addresses.socket}"
            connection = await connect_person(Target(servers), Person(refuse_to_answer))
            assert isinstance(await connection.receive(), RequestNickname)
            await connection.close()
        with pytest.raises(CannotConnect, match=r"no server.*no server"):
            await connect_person(Target(f"{unreachable},{unreachable}"), Person(refuse_to_answer))

    asyncio.run(within(run()))


def test_invalid_address_is_refused_before_a_reachable_one_is_tried() -> None:
    async def run() -> None:
        async with serving() as addresses:
            with pytest.raises(CannotConnect, match=r"127\.0\.0\.1:99999"):
                await connect_person(
                    Target(f"{addresses.socket},127.0.0.1:99999"), Person(refuse_to_answer)
                )

    asyncio.run(within(run()))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_server_with_tls_is_contacted_with_tls_without_an_option(
    transport: str, tmp_path: Path
) -> None:
    certificates, server, client = Certificates(tmp_path), choose_server(), TrustingClient(tmp_path)
    address = server.address(transport)

    async def run() -> None:
        async with server.run(certificates.load()):
            for _ in range(2):  # the second time the server is known
                target = client.target(address)._replace(tls=False)
                connection = await connect_person(target, Person(refuse_to_answer))
                assert isinstance(await connection.receive(), RequestNickname)
                await connection.close()
        assert len(client.entries) == 1

    asyncio.run(within(run()))
