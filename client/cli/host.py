"""Host a match for friends: a server with one table, which ends with its match."""

import socket
from contextlib import AsyncExitStack
from typing import NamedTuple

from msgspec import structs

from client.cli.text import CANNOT_LISTEN, invitation
from client.connections import ConnectionEvent
from client.connections.reconnecting import connect_reconnecting
from client.errors import ExitWithMessage
from client.tui.console import run_line_client, write
from client.tui.line_client import LineClient, Replies
from messages import FinalScores, Message, RoomInfo, RoomUpdate, SelectModeAndPlayers, StartMatch
from server.app import Addresses, Settings, running
from server.cli import COMPUTERS
from server.dialects.registry import DIALECTS

ANYWHERE = ("0.0.0.0", "::")
DOCUMENTATION = ("192.0.2.1", 9)
"""An address that belongs to nobody; nothing is ever sent there."""


class Ports(NamedTuple):
    """Where to listen; ``old`` is for legacy clients, None: the port they expect."""

    socket: int
    pyro: int
    old: int | None


async def host_match(
    setup: SelectModeAndPlayers, nickname: str, address: str, ports: Ports
) -> None:
    """Run a server with one table, play there, and end with its match."""
    dialects = {}
    for name, dialect in DIALECTS.items():
        if dialect.game == setup.game:
            dialects[name] = dialect.port if ports.old is None else ports.old
            table = dialect.main_table
            setup = structs.replace(setup, name=table, standing=bool(table))
    settings = Settings(
        host=address, port=ports.socket, pyro_port=ports.pyro, dialects=dialects, passing=True
    )
    async with AsyncExitStack() as stack:
        try:
            addresses = await stack.enter_async_context(running(settings, COMPUTERS))
        except OSError as error:
            reason = error.strerror or error
            raise ExitWithMessage(CANNOT_LISTEN.format(address=address, reason=reason)) from None
        await _play(addresses, address, HostingClient(write, nickname, setup, at_once=True))


async def _play(addresses: Addresses, host: str, client: "HostingClient") -> None:
    port, pyro_port = (a.rpartition(":")[2] for a in (addresses.socket, addresses.pyro))
    old = {name: where.rpartition(":")[2] for name, where in addresses.dialects.items()}
    for line in invitation(address_for_friends(host), (port, pyro_port), old):
        write(line)
    near = "127.0.0.1" if host == "0.0.0.0" else host
    await run_line_client(await connect_reconnecting(f"{near}:{port}"), client)


class HostingClient(LineClient):
    """Makes the table at once, starts it when it is full, is finished when its match is over."""

    def heard(self, message: Message | ConnectionEvent) -> Replies:
        """The same as for everybody, but nothing comes after the final scores."""
        replies = super().heard(message)
        self.finished = self.finished or isinstance(message, FinalScores)
        if isinstance(message, RoomUpdate) and self.lobby.last.standing and _is_full(message.room):
            replies += self.say(StartMatch())
        return replies


def _is_full(room: RoomInfo) -> bool:
    return len(room.players) == room.number_of_players


def outbound_address() -> str:
    """The address under which this machine is likely to be seen by its neighbours."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(DOCUMENTATION)  # chooses the way out; a datagram socket sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def address_for_friends(host: str) -> str:
    """The address to tell friends, for a server that listens on this one."""
    return outbound_address() if host in ANYWHERE else host
