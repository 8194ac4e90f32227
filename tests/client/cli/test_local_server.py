"""A server at an address, or one in this process."""

import asyncio

import pytest

from client.cli.local_server import server_or_local
from client.cli.options import Route
from client.connections import CannotConnect, Server, Target, connect
from messages import RequestNickname


def test_an_address_is_used_as_it_is() -> None:
    async def run() -> None:
        elsewhere = Target("example.org:7700", password="secret")
        async with server_or_local(elsewhere) as server:
            assert server is elsewhere

    asyncio.run(run())


@pytest.mark.parametrize("route", [None, *Route])
def test_without_an_address_a_server_runs_here_meanwhile(route: Route | None) -> None:
    async def greeting(server: Server) -> object:
        connection = await connect(server)
        try:
            return await connection.receive()
        finally:
            await connection.close()

    async def run() -> None:
        async with server_or_local(Target(""), route) as server:
            assert str(server).startswith("PYRO:") == (route is Route.pyro)
            assert isinstance(await greeting(server), RequestNickname)
        with pytest.raises(CannotConnect):
            await greeting(server)

    asyncio.run(run())
