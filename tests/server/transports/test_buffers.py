"""What the system keeps for clients that do not read is bounded on every route."""

import asyncio
from functools import partial
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

import pytest

from server.delivery.hub import Hub
from server.dialects import legacy_transport
from server.limits import Limits
from server.transports.pyro.connection import PyroRoute
from server.transports.socket import SocketTransport
from tests.harness.handler import House

SMALL = Limits(queue_bytes=64 * 1024)


@pytest.mark.parametrize("route", [SocketTransport, PyroRoute, partial(legacy_transport, "uno")])
def test_every_listener_bounds_its_connections(route: Any) -> None:
    async def look() -> list[int]:
        listener = route(Hub(House().handler, lambda: 0.0), SMALL, "127.0.0.1")
        await listener.start(0)
        sizes = [one.getsockopt(SOL_SOCKET, SO_SNDBUF) for one in listener._server.sockets]
        await listener.stop()
        return sizes

    assert asyncio.run(look()) == [SMALL.queue_bytes]
