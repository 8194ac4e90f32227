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


TUTORIAL_PACE_SECONDS = 1.0
"""Pause of the opponent in the tutorial."""
EVERYWHERE = "0.0.0.0"
"""The address of a server that listens on all interfaces."""
LEARNER = "player"
"""The nickname in the tutorial if none was given."""


@asynccontextmanager
async def tutorial_server_address() -> AsyncIterator[str]:
    """Run a server on loopback whose matches have the seed of the tutorial."""
    from dataclasses import replace

    from client.tui.tutorial import SEED
    from server.app import OS_SECRETS, Settings, running
    from server.cli import COMPUTERS

    secrets = replace(OS_SECRETS, seed=lambda: SEED)
    settings = Settings(port=0, pyro_port=0, bot_delay=TUTORIAL_PACE_SECONDS, secrets=secrets)
    async with running(settings, COMPUTERS) as addresses:
        yield addresses.socket


@asynccontextmanager
async def shared_server_address() -> AsyncIterator[str]:
    """Run a server that other computers can reach; yield the address to invite them to."""
    from server.app import BOT_DELAY_SECONDS, Settings, running
    from server.cli import COMPUTERS
    from server.transports.addresses import outbound_address

    settings = Settings(
        host=EVERYWHERE, port=0, pyro_port=0, bot_delay=BOT_DELAY_SECONDS, ephemeral=True
    )
    async with running(settings, COMPUTERS) as addresses:
        port = addresses.socket.rpartition(":")[2]
        yield f"{outbound_address()}:{port}"


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


async def play_full_screen(
    server: Target, nickname: str, setup: SelectModeAndPlayers, learn: str = ""
) -> None:
    """Run the full screen, which asks for a server if none is given; shut it down at the end.

    With ``learn``, the name of a game, it begins with the tutorial of this game.
    """
    from client.tui.recent_servers import default_path
    from client.tui.screens.app import TavolataApp
    from client.tui.start_page import StartChoice

    local_addresses: set[str] = set()

    @asynccontextmanager
    async def local_server() -> AsyncIterator[str]:
        """Run a server in this process and yield its address."""
        async with server_or_local(Target(""), pace_seconds=FULL_SCREEN_PACE_SECONDS) as address:
            local_addresses.add(str(address))
            yield str(address)

    @asynccontextmanager
    async def tutorial_server() -> AsyncIterator[str]:
        """Run a server whose matches all begin with the same seed; its players take their time."""
        async with tutorial_server_address() as address:
            local_addresses.add(address)
            yield address

    @asynccontextmanager
    async def shared_server() -> AsyncIterator[str]:
        """Run a server that friends can reach; yield the address for them."""
        async with shared_server_address() as address:
            local_addresses.add(address)
            yield address

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
        run_shared_server=shared_server,
        run_tutorial_server=tutorial_server,
        first_choice=StartChoice("learn", nickname or LEARNER, game=learn) if learn else None,
    )
    try:
        await screen.run_async()
    finally:
        await screen.shut_down()
