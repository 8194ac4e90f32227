"""Play in the full screen or the line client, on a remote server or on one in this process.

Each function imports its front end or the server when it is called, because both are slow to load.
"""

import gc
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import NamedTuple

from msgspec import structs

from client.cli.arguments import Transport, sessions_path
from client.cli.failures import write_error
from client.cli.text import NOTHING_TO_CONTINUE, continue_label
from client.connections import NotifyingConnection, Server, Target
from client.connections.known_servers import KnownServers
from client.connections.passwords import AskPassword
from client.connections.personal import Person, connect_person
from client.connections.seating import JoinOrCreate, TableRequest
from client.connections.sessions import SessionStore, StoredSession
from client.errors import ExitWithMessage
from messages import SelectModeAndPlayers

FULL_SCREEN_PACE_SECONDS = 0.4
"""Pause of computer players before an action, so that people can follow at the full screen."""
TUTORIAL_PACE_SECONDS = 1.0
"""Pause of the opponent in the tutorial."""
EVERYWHERE = "0.0.0.0"
"""The address of a server that listens on all interfaces."""
LEARNER = "player"
"""The nickname in the tutorial if none was given."""


class Visit(NamedTuple):
    """A server and how to play there; without an address in ``target`` it runs in this process."""

    target: Target
    nickname: str
    setup: SelectModeAndPlayers
    """The set-up that ``new`` starts from."""
    request: TableRequest | None = None
    """The table to enter at once; None: the user chooses."""


@asynccontextmanager
async def tutorial_server_address() -> AsyncIterator[str]:
    """Run a server on loopback whose matches have the seed of the tutorial; yield its address.

    Its computer players pause before each action.
    """
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
    is the delay of its computer players. The local server allows chosen seeds.
    """
    if server.address:
        yield server
        return
    from server.app import Settings, running
    from server.cli import COMPUTERS

    settings = Settings(port=0, pyro_port=0, bot_delay=pace_seconds, allow_seeds=True)
    async with running(settings, COMPUTERS) as addresses:
        yield addresses.pyro if transport is Transport.pyro else addresses.socket


def with_stored_seat(visit: Visit) -> Visit:
    """Return the visit to the table where the user had a seat last, for ``--continue``.

    A given server and nickname restrict the choice; TLS is used if the stored session used it.
    Raises ExitWithMessage if there is none.
    """
    sessions = SessionStore(sessions_path(), write_error).with_seat()
    for session in sessions:
        if visit.target.address in ("", session.address) and visit.nickname in (
            "",
            session.nickname,
        ):
            target = visit.target._replace(
                address=session.address, tls=visit.target.tls or session.tls
            )
            return visit._replace(target=target, nickname=session.nickname)
    raise ExitWithMessage(NOTHING_TO_CONTINUE)


async def play_lines(visit: Visit, *, terminal: bool) -> None:
    """Run the line client; without an address, start a server here.

    Sessions are stored only for other servers. Without a ``terminal`` computer players act without
    delay. Raises ConnectionLost.
    """
    from client.games.registry import ui
    from client.tui.console import run_line_client, write
    from client.tui.line_client import LineClient
    from client.tui.message_ids import random_first_id
    from client.tui.questions import SecretQuestion

    pace = ui(visit.setup.game).bot_pace_seconds if terminal else 0.0
    question, is_local = SecretQuestion(write), not visit.target.address
    async with server_or_local(visit.target, pace_seconds=pace) as server:
        target = server if isinstance(server, Target) else Target(server)
        store = None if is_local else SessionStore(sessions_path(), write_error)
        person = Person(question.ask, store, visit.request)
        connection = await connect_person(target, person)
        client = LineClient(write, visit.nickname, visit.setup, first_id=random_first_id())
        client.lobby.address, client.lobby.is_local = visit.target.address, is_local
        await run_line_client(connection, client, question)


async def learn_in_lines(game: str) -> None:
    """Run the guided match of a game in the line client. Raises ConnectionLost."""
    from client.connections.reconnecting import connect_reconnecting
    from client.tui.console import run_line_client, write
    from client.tui.line_client import LineClient

    async with tutorial_server_address() as address:
        client = LineClient(write, LEARNER)
        client.lobby.is_local = True
        client.start_tutorial(game)
        await run_line_client(await connect_reconnecting(address), client)


def _enable_collector() -> None:
    """Enable the garbage collector, and exempt the objects that exist now from it.

    Modules and classes are never freed, so examining them would only delay the display of moves.
    """
    gc.freeze()
    gc.enable()


class LocalServers:
    """Runs servers in this process for the full screen, and keeps their addresses."""

    def __init__(self) -> None:
        self.addresses: set[str] = set()

    def play(self) -> AbstractAsyncContextManager[str]:
        """Run a server for one person; the value is its address, kept in ``addresses``.

        Its computer players pause before each action.
        """
        return self._run_and_keep_address(
            server_or_local(Target(""), pace_seconds=FULL_SCREEN_PACE_SECONDS)
        )

    def tutorial(self) -> AbstractAsyncContextManager[str]:
        """Run a server whose matches all begin with the seed of the tutorial.

        The value is its address, kept in ``addresses``.
        """
        return self._run_and_keep_address(tutorial_server_address())

    def shared(self) -> AbstractAsyncContextManager[str]:
        """Run a server that friends can reach; the value is their address, kept in
        ``addresses``.
        """
        return self._run_and_keep_address(shared_server_address())

    @asynccontextmanager
    async def _run_and_keep_address(
        self, server: AbstractAsyncContextManager[Server]
    ) -> AsyncIterator[str]:
        """Run a server and yield its address, which is added to ``addresses``.

        The address stays there after the server has stopped.
        """
        async with server as address:
            self.addresses.add(str(address))
            yield str(address)


def with_standing(request: TableRequest | None) -> TableRequest | None:
    """Return a request whose new table is standing, as all tables of the full screen on a server.

    Other requests are returned unchanged.
    """
    if not isinstance(request, JoinOrCreate):
        return request
    return request._replace(setup=structs.replace(request.setup, standing=True))


class Connector:
    """Connects the full screen; the first connection also enters the requested table.

    ``local_addresses`` are those of servers in this process: password, certificates and sessions
    are used only for others. ``ask`` asks for a password, ``notify`` shows a notice.
    """

    def __init__(
        self,
        visit: Visit,
        local_addresses: set[str],
        ask: AskPassword,
        notify: Callable[[str], None],
    ) -> None:
        self._target = visit.target
        self._request = visit.request
        self._local_addresses = local_addresses
        self._ask = ask
        self._notify = notify
        self._store = SessionStore(sessions_path(), notify)

    async def connect(self, address: str) -> NotifyingConnection:
        """Connect to a server; the first call also enters the requested table.

        Raises CannotConnect.
        """
        request, self._request = self._request, None
        if address in self._local_addresses:
            return await connect_person(Target(address), Person(self._ask, None, request))
        known = self._target.known_servers
        if known is not None:
            known = KnownServers(known.path, self._notify)
        target = self._target._replace(address=address, known_servers=known)
        return await connect_person(target, Person(self._ask, self._store, with_standing(request)))

    def seats_to_continue(self) -> tuple[StoredSession, ...]:
        """Return the stored sessions with a seat, the latest first."""
        return self._store.with_seat()


async def play_full_screen(visit: Visit, learn: str = "") -> None:
    """Run the full screen, which asks for a server if neither that nor a table is given.

    With ``learn``, the name of a game, it begins with the tutorial of this game. It is shut down at
    the end. Raises the exception with which the screen has failed.

    The garbage collector is off until the first screen is shown: it takes a tenth of the start and
    finds nothing.
    """
    gc.disable()
    from client.tui.recent_servers import default_path
    from client.tui.screens.app import TavolataApp
    from client.tui.start_page import ContinueOffer, StartChoice

    def list_offers() -> tuple[ContinueOffer, ...]:
        """Return an offer for each seat that the user can continue at."""
        seats = connector.seats_to_continue()
        return tuple(ContinueOffer(continue_label(s), s.address, s.nickname) for s in seats)

    servers = LocalServers()
    screen = TavolataApp(
        servers.play,
        visit.setup,
        server=visit.target.address,
        nickname=visit.nickname,
        recent_path=default_path(),
        connect=lambda address: connector.connect(address),
        play_here=visit.request is not None,
        list_offers=list_offers,
        run_shared_server=servers.shared,
        run_tutorial_server=servers.tutorial,
        first_choice=StartChoice("learn", visit.nickname or LEARNER, game=learn) if learn else None,
    )
    connector = Connector(visit, servers.addresses, screen.ask_password, screen.add_notice)
    screen.call_after_refresh(_enable_collector)
    try:
        await screen.run_to_end()
    finally:
        await screen.shut_down()
    screen.raise_failure()
