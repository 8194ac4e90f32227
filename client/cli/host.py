"""Host a match for friends: run a server with one room, and stop it after the match."""

import socket
from contextlib import AsyncExitStack
from typing import NamedTuple

from msgspec import structs

from client.cli.text import CANNOT_LISTEN, invitation_lines
from client.connections import ConnectionEvent
from client.connections.reconnecting import connect_reconnecting
from client.errors import ExitWithMessage
from client.tui.console import run_line_client, write
from client.tui.line_client import LineClient, Replies
from messages import FinalScores, Message, RoomInfo, RoomUpdate, SelectModeAndPlayers, StartMatch
from server.app import BOT_DELAY_SECONDS, Addresses, Settings, running
from server.cli import COMPUTERS
from server.dialects.registry import DIALECTS

ALL_INTERFACES = ("0.0.0.0", "::")
DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)
"""An unassigned address (RFC 5737); nothing is ever sent there."""


class Ports(NamedTuple):
    """The ports to listen on; None for ``legacy`` means the port that legacy clients expect."""

    socket: int
    pyro: int
    legacy: int | None


async def host_match(
    setup: SelectModeAndPlayers, nickname: str, address: str, ports: Ports
) -> None:
    """Run a server, create a room on it and play there until the match ends or the user quits.

    The server also accepts legacy clients of the game; for some of them the room has a fixed name
    and is standing. Raises ExitWithMessage if the server cannot listen.
    """
    dialects = {}
    for name, dialect in DIALECTS.items():
        if dialect.game == setup.game:
            dialects[name] = dialect.port if ports.legacy is None else ports.legacy
            room_name = dialect.main_table
            setup = structs.replace(setup, name=room_name, standing=bool(room_name))
    settings = Settings(
        host=address,
        port=ports.socket,
        pyro_port=ports.pyro,
        dialects=dialects,
        bot_delay=BOT_DELAY_SECONDS,
        ephemeral=True,
    )
    async with AsyncExitStack() as stack:
        try:
            addresses = await stack.enter_async_context(running(settings, COMPUTERS))
        except OSError as error:
            reason = error.strerror or error
            raise ExitWithMessage(CANNOT_LISTEN.format(address=address, reason=reason)) from None
        client = HostingClient(write, nickname, setup, auto_create=True)
        await _invite_and_play(addresses, address, client)


async def _invite_and_play(addresses: Addresses, host: str, client: "HostingClient") -> None:
    """Write the addresses for friends, then run the client on the server in this process.

    ``host`` is the address that the server listens on. Raises ConnectionLost.
    """
    port, pyro_port = (a.rpartition(":")[2] for a in (addresses.socket, addresses.pyro))
    legacy = {name: address.rpartition(":")[2] for name, address in addresses.dialects.items()}
    for line in invitation_lines(address_for_friends(host), (port, pyro_port), legacy):
        write(line)
    own_host = "127.0.0.1" if host == "0.0.0.0" else host
    await run_line_client(await connect_reconnecting(f"{own_host}:{port}"), client)


class HostingClient(LineClient):
    """A line client that starts the match when its room is full, and finishes after the match."""

    def on_message(self, message: Message | ConnectionEvent) -> Replies:
        """Handle a message as LineClient does, and finish after the result of the match.

        Also sends StartMatch when a standing room is full; other rooms start without it.
        """
        replies = super().on_message(message)
        self.is_finished = self.is_finished or isinstance(message, FinalScores)
        if (
            isinstance(message, RoomUpdate)
            and self.lobby.last_setup.standing
            and _is_full(message.room)
        ):
            replies += self.send(StartMatch())
        return replies


def _is_full(room: RoomInfo) -> bool:
    return len(room.players) == room.number_of_players


def outbound_address() -> str:
    """Return the address of this machine's default interface, or loopback without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(DOCUMENTATION_ADDRESS)  # selects the interface; UDP sends nothing yet
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def address_for_friends(host: str) -> str:
    """Return the address that friends connect to, for a server that listens on ``host``.

    It is ``host`` itself, unless the server listens on all interfaces.
    """
    return outbound_address() if host in ALL_INTERFACES else host
