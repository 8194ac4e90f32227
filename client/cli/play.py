"""Play in the full screen or the line client, on a remote server or on one in this process.

Each function imports its front end or the server when it is called, because both are slow to load.
"""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

from client.cli.options import Transport
from client.connections import NotifyingConnection, Server, Target
from client.connections.known_servers import KnownServers
from client.connections.reconnecting import connect_reconnecting
from messages import SelectModeAndPlayers

FULL_SCREEN_PACE_SECONDS = 0.4
"""Pause of computer players before an action, so that people can follow at the full screen."""


@asynccontextmanager
async def server_or_local(
    server: Target, transport: Transport | None = None, pace_seconds: float = 0.0
) -> AsyncIterator[Server]:
    """Yield the server to connect to; without an address, run one on loopback until exit.

    ``transport`` selects the address of the local server, the socket by default. ``pace_seconds``
    is the delay of its computer players.
    """
    if server.address:
        yield server
        return
    from server.app import Settings, running
    from server.cli import COMPUTERS

    settings = Settings(port=0, pyro_port=0, bot_delay=pace_seconds)
    async with running(settings, COMPUTERS) as addresses:
        yield addresses.pyro if transport is Transport.pyro else addresses.socket


async def play_lines(
    server: Target, nickname: str, setup: SelectModeAndPlayers, *, terminal: bool
) -> None:
    """Run the line client; without an address, start a server here and create the match.

    Without a ``terminal`` computer players act without delay. Raises ConnectionLost.
    """
    from client.games.registry import ui
    from client.tui.console import run_line_client, wants_color, write
    from client.tui.line_client import LineClient

    pace = ui(setup.game).bot_pace_seconds if terminal else 0.0
    async with server_or_local(server, pace_seconds=pace) as address:
        connection = await connect_reconnecting(address)
        color, auto_create = wants_color(), not server.address
        client = LineClient(write, nickname, setup, auto_create=auto_create, color=color)
        client.lobby.address, client.lobby.is_local = server.address, not server.address
        await run_line_client(connection, client)


async def play_full_screen(server: Target, nickname: str, setup: SelectModeAndPlayers) -> None:
    """Run the full screen, which asks for a server if none is given; shut it down at the end."""
    from client.tui.recent_servers import default_path
    from client.tui.screens.app import TavolataApp

    local_addresses: set[str] = set()

    @asynccontextmanager
    async def local_server() -> AsyncIterator[str]:
        """Run a server in this process and yield its address."""
        async with server_or_local(Target(""), pace_seconds=FULL_SCREEN_PACE_SECONDS) as address:
            local_addresses.add(str(address))
            yield str(address)

    def connect(address: str) -> Awaitable[NotifyingConnection]:
        """Connect; use password and certificates only for servers outside this process."""
        if address in local_addresses:
            return connect_reconnecting(address)
        known = server.known_servers and KnownServers(server.known_servers.path, screen.add_notice)
        return connect_reconnecting(server._replace(address=address, known_servers=known))

    screen = TavolataApp(
        local_server,
        setup,
        server=server.address,
        nickname=nickname,
        recent_path=default_path(),
        connect=connect,
    )
    try:
        await screen.run_async()
    finally:
        await screen.shut_down()
