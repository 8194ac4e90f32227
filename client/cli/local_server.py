"""Use the server at an address or, without an address, run one in this process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from client.cli.options import Route
from client.connections import Server, Target


@asynccontextmanager
async def server_or_local(
    server: Target, route: Route | None = None, pace: float = 0.0
) -> AsyncIterator[Server]:
    """The server to connect to; without an address one runs on loopback until the context ends."""
    if server.address:
        yield server
        return
    from server.app import Settings, running
    from server.cli import COMPUTERS  # slow to import

    async with running(Settings(port=0, pyro_port=0, bot_delay=pace), COMPUTERS) as addresses:
        yield addresses.pyro if route is Route.pyro else addresses.socket
