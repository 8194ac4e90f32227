"""Test the ping over both transports, of servers without a greeting and of none."""

import asyncio

import pytest

from client.connections.target import connect
from client.tui import ping as module
from client.tui.ping import ping
from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers
from tests.harness.screen import serving
from tests.harness.timeouts import within


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_ping_tells_the_tables_and_people_of_a_running_server(transport: str) -> None:
    async def run() -> None:
        async with serving() as addresses:
            address = getattr(addresses, transport)
            empty = await ping(address)
            assert empty is not None
            assert empty.seconds >= 0
            assert (empty.rooms, empty.people) == (0, 0)
            ada = await connect(addresses.socket)
            setup = SelectModeAndPlayers(3, game="uno", private=True, bots=1)
            for message in (ChooseNickname("ada"), SelectMatch(0), setup):
                await ada.send(message)
            counted = empty
            while (counted.rooms, counted.people) != (1, 1):
                counted = await ping(address) or counted
            await ada.close()
        assert await ping(address) is None, "the server has stopped"

    asyncio.run(within(run()))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_server_with_a_password_tells_no_numbers(transport: str) -> None:
    async def run() -> None:
        async with serving(password="open") as addresses:
            pong = await ping(getattr(addresses, transport))
            assert pong is not None
            assert pong.needs_password
            assert pong.rooms is pong.people is None

    asyncio.run(within(run()))


def test_server_that_sends_no_greeting_is_only_reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECT_SECONDS", 600.0)
    monkeypatch.setattr(module, "GREETING_SECONDS", 0.05)

    async def run() -> None:
        async def keep(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        server = await asyncio.start_server(keep, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            pong = await ping(f"127.0.0.1:{port}")
        assert pong is not None
        assert (pong.rooms, pong.people, pong.needs_password) == (None, None, False)

    asyncio.run(within(run()))


def test_ping_of_an_invalid_address_says_that_nothing_is_there() -> None:
    assert asyncio.run(ping("nowhere at all")) is None


@pytest.mark.parametrize("form", ["{}:7700", "PYRO:tavolata@{}:7701"])
def test_ping_of_an_invalid_host_name_says_that_nothing_is_there(form: str) -> None:
    assert asyncio.run(ping(form.format("a" * 70))) is None
