"""Test the ping over both transports and of servers that are not there."""

import asyncio

import pytest

from client.tui.ping import ping
from tests.harness.screen import serving


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_ping_measures_a_running_server_and_finds_no_stopped_one(transport: str) -> None:
    async def run() -> None:
        async with serving() as addresses:
            address = getattr(addresses, transport)
            seconds = await ping(address)
            assert seconds is not None
            assert seconds >= 0
        assert await ping(address) is None

    asyncio.run(run())


def test_ping_of_an_invalid_address_says_that_nothing_is_there() -> None:
    assert asyncio.run(ping("nowhere at all")) is None
