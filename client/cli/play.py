"""Play a match at the full screen or line by line, on a server elsewhere or in this process.

Each function imports what only it needs when it is called: its front end, or the server.
"""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

from client.cli.options import Transport
from client.connections import NotifyingConnection, Server, Target
from client.connections.reconnecting import connect_reconnecting
from messages import SelectModeAndPlayers

FULL_SCREEN_PACE_SECONDS = 0.4
"""How long computer players wait at the full screen, so that people can follow every step."""


@asynccontextmanager
async def server_or_local(
    server: Target, route: Transport | None = None, pace: float = 0.0
) -> AsyncIterator[Server]:
    """The server to connect to; without an address one runs on loopback until the context ends."""
    if server.address:
        yield server
        return
    from server.app import Settings, running
    from server.cli import COMPUTERS  # slow to import

    async with running(Settings(port=0, pyro_port=0, bot_delay=pace), COMPUTERS) as addresses:
        yield addresses.pyro if route is Transport.pyro else addresses.socket


async def play_lines(
    server: Target, nickname: str, setup: SelectModeAndPlayers, *, terminal: bool
) -> None:
    """Play line by line; without an address the wished match is made on a server started here."""
    from client.games.registry import ui
    from client.tui.console import run_line_client, wants_color, write
    from client.tui.line_client import LineClient

    pace = ui(setup.game).bot_pace_seconds if terminal else 0.0
    async with server_or_local(server, pace=pace) as address:
        connection = await connect_reconnecting(address)
        color, at_once = wants_color(), not server.address
        client = LineClient(write, nickname, setup, at_once=at_once, color=color)
        await run_line_client(connection, client)


async def play_full_screen(server: Target, nickname: str, setup: SelectModeAndPlayers) -> None:
    """Play at the full screen, which asks for a server if none is given."""
    from client.tui.recent_servers import default_place
    from client.tui.screens.app import TavolataApp

    own: set[str] = set()

    @asynccontextmanager
    async def here() -> AsyncIterator[str]:
        async with server_or_local(Target(""), pace=FULL_SCREEN_PACE_SECONDS) as address:
            own.add(str(address))
            yield str(address)

    def connect(address: str) -> Awaitable[NotifyingConnection]:
        """Use the password and the certificate only for servers of other people."""
        return connect_reconnecting(address if address in own else server._replace(address=address))

    screen = TavolataApp(
        here,
        setup,
        server=server.address,
        nickname=nickname,
        memory=default_place(),
        connect=connect,
    )
    try:
        await screen.run_async()
    finally:
        await screen.hang_up()
