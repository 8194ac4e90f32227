"""Host a match for friends: run a server with one room, and stop it after the match."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs

from client.cli.bans import Admin, BanCommands
from client.cli.text import BAN_HELP, CANNOT_LISTEN, browser_line, invitation_lines, join_line
from client.connections import ConnectionEvent
from client.connections.reconnecting import connect_reconnecting
from client.connections.tls import format_address
from client.errors import ExitWithMessage
from client.tui.console import cancel_tasks, run_line_client, write
from client.tui.line_client import LineClient
from client.tui.message_ids import Replies
from messages import FinalScores, Message, RoomInfo, RoomUpdate, SelectModeAndPlayers, StartMatch
from server.admission.bans import InvalidBan
from server.app import BOT_DELAY_SECONDS, Addresses, Settings, running
from server.cli import COMPUTERS, WEB_ROOT, is_page_built
from server.dialects.registry import DIALECTS
from server.limits import DEFAULT_LIMITS
from server.transports.addresses import ALL_INTERFACES, outbound_address

POLL_SECONDS = 0.05
"""Interval at which the end of the match and the last acknowledgements are checked."""
RESULT_SECONDS = 0.2
"""Time for the client of the host to show the result, after the end of the match."""
ACKNOWLEDGE_SECONDS = 0.3
"""Time for legacy clients to acknowledge the end of the match."""
STOP_SECONDS = 0.1
"""Time for each transport to send its last bytes; the program ends within a second."""


class Ports(NamedTuple):
    """The ports to listen on; None for ``legacy`` means the port that legacy clients expect."""

    socket: int
    pyro: int
    legacy: int | None
    web: int | None = None
    """The preferred port of the page for browsers; None: there is no page."""


async def host_match(
    setup: SelectModeAndPlayers,
    nickname: str,
    address: str,
    ports: Ports,
    bans: Path,
    *,
    full_screen: bool = False,
) -> None:
    """Run a server, write how friends join, and play in a new room until the match ends.

    It also ends if the user quits; in full screen only then. The server accepts legacy clients of
    the game, too; for some of them the room has a fixed name and is standing. ``bans`` is the ban
    list of the host. Raises ExitWithMessage if the server cannot listen or the ban list cannot be
    read.
    """
    dialects, dialect_settings = {}, {}
    for name, dialect in DIALECTS.items():
        if dialect.game == setup.game:
            dialects[name] = dialect.port if ports.legacy is None else ports.legacy
            dialect_settings[name] = dialect.hosting_settings
            room_name = dialect.main_table
            setup = structs.replace(setup, name=room_name, standing=bool(room_name))
    settings = Settings(
        host=address,
        port=ports.socket,
        pyro_port=ports.pyro,
        web_port=ports.web if is_page_built() else None,
        web_port_optional=True,
        web_root=WEB_ROOT,
        dialects=dialects,
        bot_delay=BOT_DELAY_SECONDS,
        dialect_settings=dialect_settings,
        bans=bans,
        limits=replace(DEFAULT_LIMITS, stop_seconds=STOP_SECONDS),
        ephemeral=True,
    )
    async with AsyncExitStack() as stack:
        try:
            server = await stack.enter_async_context(running(settings, COMPUTERS))
        except OSError as error:
            reason = error.strerror or error
            raise ExitWithMessage(CANNOT_LISTEN.format(address=address, reason=reason)) from None
        except InvalidBan as error:
            raise ExitWithMessage(str(error)) from None
        table = HostedTable(server, address, BanCommands(server.admin, bans))
        for line in table.invitation():
            write(line)
        if full_screen:
            await _host_full_screen(table, nickname, setup)
        else:
            await _host_lines(table, nickname, setup)


class HostedTable(NamedTuple):
    """A server for friends; ``host`` is the address that it listens on."""

    server: Addresses
    host: str
    bans: BanCommands

    @property
    def port(self) -> str:
        """The port of the socket."""
        return self.server.socket.rpartition(":")[2]

    @property
    def own_address(self) -> str:
        """The address for the client of the host: loopback if the server listens everywhere."""
        host = (
            "::1"
            if self.host == "::"
            else "127.0.0.1"
            if self.host in ALL_INTERFACES
            else self.host
        )
        return format_address(host, int(self.port))

    @property
    def address_for_friends(self) -> str:
        """The address of the socket for friends."""
        return f"{address_for_friends(self.host)}:{self.port}"

    @property
    def web_for_friends(self) -> str:
        """The address of the page for friends, like http://192.0.2.1:7780; empty without a page."""
        scheme, _, address = self.server.web.partition("://")
        port = address.rpartition(":")[2]
        return f"{scheme}://{address_for_friends(self.host)}:{port}" if address else ""

    def invitation(self) -> list[str]:
        """Return the lines that say how friends connect."""
        ports = (self.port, self.server.pyro.rpartition(":")[2])
        legacy = {name: a.rpartition(":")[2] for name, a in self.server.dialects.items()}
        friends = address_for_friends(self.host)
        return list(invitation_lines(friends, ports, legacy, self.web_for_friends))


async def _host_lines(table: HostedTable, nickname: str, setup: SelectModeAndPlayers) -> None:
    """Run the line client until it ends or the match is over; the server may stop then.

    After the match the client has RESULT_SECONDS to show the result. Unless the user has quit,
    legacy clients get time to acknowledge the end. Raises ConnectionLost.
    """
    client = HostingClient(write, nickname, setup, table=table)
    connection = await connect_reconnecting(table.own_address)
    playing = asyncio.create_task(run_line_client(connection, client))
    match = asyncio.create_task(_wait_for_end_of_match(table.server.admin))
    try:
        await asyncio.wait({playing, match}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({playing}, timeout=RESULT_SECONDS)
        if playing.done():
            playing.result()
        if not client.has_quit:
            await wait_for_last_acknowledgements(table.server.admin)
    finally:
        await cancel_tasks(playing, match)


async def _host_full_screen(table: HostedTable, nickname: str, setup: SelectModeAndPlayers) -> None:
    """Run the full screen until the user quits. Raises the exception with which it has failed."""
    from client.tui.recent_servers import default_path, load
    from client.tui.screens.app import TavolataApp
    from client.tui.start_page import StartChoice

    @asynccontextmanager
    async def same_server() -> AsyncIterator[str]:
        """Yield the address of the server that runs already."""
        yield table.own_address

    screen = TavolataApp(
        same_server,
        setup,
        nickname=nickname,
        recent_path=default_path(),
        connect=connect_reconnecting,
        run_shared_server=same_server,
        first_choice=StartChoice("host", nickname or load(default_path()).nickname),
        make_client=partial(HostingClient, table=table, ends_with_match=False),
        first_log_lines=table.invitation(),
    )
    try:
        await screen.run_to_end()
    finally:
        await screen.shut_down()
    screen.raise_failure()


async def _wait_for_end_of_match(admin: Admin) -> None:
    """Wait until a match has started and no match is in progress, also if the host has left it."""
    while not _has_match(admin):
        await asyncio.sleep(POLL_SECONDS)
    while _has_match(admin):
        await asyncio.sleep(POLL_SECONDS)


def _has_match(admin: Admin) -> bool:
    """Return whether a match is in progress on the server."""
    return any(row["state"] == "playing" for row in admin(["matches"])["rows"])


async def wait_for_last_acknowledgements(admin: Admin) -> None:
    """Wait until all clients have disconnected, at most ``ACKNOWLEDGE_SECONDS``.

    A legacy client that acknowledges the end of the match is disconnected then.
    """
    for _ in range(round(ACKNOWLEDGE_SECONDS / POLL_SECONDS)):
        if not admin(["connections"])["rows"]:
            return
        await asyncio.sleep(POLL_SECONDS)


class HostingClient(LineClient):
    """A line client with a ban list; it starts the match when its room is full.

    It creates its room without asking, whatever ``auto_create`` says, and finishes after the match
    if ``ends_with_match`` is set. Other arguments are those of LineClient.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        nickname: str,
        setup: SelectModeAndPlayers,
        *,
        table: HostedTable,
        ends_with_match: bool = True,
        auto_create: bool = True,
        **settings: Any,
    ) -> None:
        super().__init__(write, nickname, setup, auto_create=True, **settings)
        self._table = table
        self.lobby.address = table.address_for_friends
        self.lobby.web_address = table.web_for_friends
        self._bans = table.bans
        self._ends_with_match = ends_with_match
        self._invited_to = 0
        """The number of the room whose invitation was written."""
        self._has_started = False
        """True if StartMatch was sent since a seat of the room was free."""

    @property
    def has_quit(self) -> bool:
        """True if the user has quit before the end of the match."""
        return self.is_finished and self.model.result is None

    def on_message(self, message: Message | ConnectionEvent) -> Replies:
        """Handle a message as LineClient does, and finish after the result of the match.

        Writes the line for friends at each new room. In line mode it also sends StartMatch when the
        last seat of a standing room is taken; other rooms start without it.
        """
        replies = super().on_message(message)
        if isinstance(message, FinalScores):
            self.is_finished = self.is_finished or self._ends_with_match
        if isinstance(message, RoomUpdate):
            self._invite(message)
            replies += self._start_full_room(message.room)
        return replies

    def _start_full_room(self, room: RoomInfo) -> Replies:
        """Return StartMatch once after the last seat of a standing room was taken; else nothing.

        Records that it was sent until a seat is free again. The full screen, in which the client
        does not end with the match, counts down instead.
        """
        had_started, self._has_started = self._has_started, _is_full(room)
        is_due = self._ends_with_match and self.lobby.last_setup.standing
        is_due = is_due and self._has_started and not had_started
        return self.send(StartMatch()) if is_due else []

    def _invite(self, update: RoomUpdate) -> None:
        """Write the line with which a friend takes a seat in the room, once for each room.

        The link for browsers follows, if the server has a page.
        """
        if update.room.match != self._invited_to:
            self._invited_to = update.room.match
            address = self._table.address_for_friends
            name = update.code or str(update.room.match)
            web = self._table.web_for_friends
            self._announce(update, [(join_line(name, address),)])
            if web:
                self._announce(update, [(browser_line(name, web),)])

    @property
    def _common_commands(self) -> dict[str, Callable[[str], Replies]]:
        """The commands of every phase, and those of the ban list, which the help includes."""
        inherited = super()._common_commands

        def show_help(rest: str) -> Replies:
            """Write the help of LineClient, then that of the ban list."""
            inherited["help"](rest)
            return self._write_all(BAN_HELP)

        return {
            **inherited,
            "help": show_help,
            "?": show_help,
            "ban": lambda rest: self._write_all(self._bans.ban(rest.split(), self.model.nickname)),
            "unban": lambda rest: self._write_all(self._bans.unban(rest.split())),
            "bans": lambda rest: self._write_all(self._bans.list_bans()),
        }


def _is_full(room: RoomInfo) -> bool:
    """Return whether all seats of a room are taken."""
    return len(room.players) == room.number_of_players


def address_for_friends(host: str) -> str:
    """Return the address that friends connect to, for a server that listens on ``host``.

    It is ``host`` itself, unless the server listens on all interfaces.
    """
    return outbound_address() if host in ALL_INTERFACES else host
