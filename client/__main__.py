"""The command ``tavolata``, also as ``python -m client``: the one place where all parts meet.

Each command imports what it needs when it runs, so that the first screen comes at once. Whatever
goes wrong ends in one clear line and a status that is not 0.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.exceptions import TyperException

from client.cli.options import (
    CaOption,
    ExpertOption,
    GameOption,
    GameOptions,
    PasswordOption,
    PlayersOption,
    Route,
    ServerOption,
    TlsOption,
    address_of,
    options_of,
    target_of,
    way_to_join,
)
from client.errors import Stop, Trouble
from messages import SelectModeAndPlayers
from messages.text import visible

if TYPE_CHECKING:
    from client.bots import Create
    from client.cli.bot_tables import Job
    from client.cli.host import HostingClient
    from client.connections import Connection, Server, Target
    from messages import ServerMessage
    from server.journal.base import Journal
    from server.match import Said

app = typer.Typer(
    help="Turn-based tabletop games at one table.",
    rich_markup_mode=None,
    add_completion=False,
)


PACES = {"uno": 0.4, "rummy500": 0.4}
"""Seconds computer players take on a server started for somebody at a terminal; mostly none."""
PACE = 0.4
"""The same for the full screen, where every step is drawn and can be followed."""
INTERRUPTED = 130
"""The status after Ctrl+C, as shells know it."""


@app.command()
def play(
    server: ServerOption = "",
    nickname: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    game: GameOption = "eriantys",
    players: PlayersOption = 2,
    expert: ExpertOption = False,
    option: GameOptions = [],  # noqa: B006 - typer reads it, nobody changes it
    bots: Annotated[
        int | None, typer.Option(min=0, help="Computer players; all other seats by default.")
    ] = None,
    plain: Annotated[
        bool, typer.Option(help="Line by line: for screen readers and pipes.")
    ] = False,
    password_file: PasswordOption = None,
    tls: TlsOption = False,
    ca: CaOption = None,
) -> None:
    """Play. Without a terminal, bots play one match and it is told as text."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    options = options_of(option)
    if not (terminal or plain or server):
        from client.bots import Create

        _run(_story(Create(game=game, players=players, mode=expert, options=options)))
        return
    others = players - 1 if bots is None else bots
    wish = SelectModeAndPlayers(players, mode=expert, game=game, options=options, bots=others)
    target = target_of(server, password_file, tls, ca)
    if terminal and not plain:
        _run(_play_on_screen(target, nickname, wish))
    else:
        pace = PACES.get(game, 0.0) if terminal else 0.0
        _run(_play(target, nickname, wish, pace))


@app.command()
def host(
    game: GameOption = "eriantys",
    players: PlayersOption = 2,
    expert: ExpertOption = False,
    option: GameOptions = [],  # noqa: B006 - typer reads it, nobody changes it
    bots: Annotated[int, typer.Option(min=0, help="Computer players at the table.")] = 0,
    nickname: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    address: Annotated[str, typer.Option(help="Address to listen on.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(help="Socket port; 0 is any free one.")] = 7700,
    pyro_port: Annotated[int, typer.Option(help="Pyro5 port; 0 is any free one.")] = 7701,
    old_port: Annotated[
        int | None, typer.Option(help="Port for old clients of the game; its own by default.")
    ] = None,
) -> None:
    """Open a table for friends, sit down at it and play; all ends with the match."""
    from client.cli.host import OLD_PORTS, HostingClient
    from client.cli.text import CANNOT_LISTEN
    from client.tui.console import write
    from server.app import Settings

    known = OLD_PORTS.get(game)
    dialects = {known.dialect: known.port if old_port is None else old_port} if known else {}
    table = known.table if known else ""
    wish = SelectModeAndPlayers(
        players,
        mode=expert,
        game=game,
        options=options_of(option),
        bots=bots,
        name=table,
        standing=bool(table),
    )
    settings = Settings(
        host=address, port=port, pyro_port=pyro_port, dialects=dialects, passing=True
    )
    try:
        _run(_host(settings, HostingClient(write, nickname, wish, at_once=True)))
    except BrokenPipeError:
        raise  # nobody reads any more; that ends every command without a word
    except OSError as error:
        reason = error.strerror or error
        raise Stop(CANNOT_LISTEN.format(address=address, reason=reason)) from None


@app.command()
def bot(
    strategy: Annotated[
        list[str], typer.Option(help="A strategy or module:Class; several take turns.")
    ] = ["greedy", "random"],  # noqa: B006 - typer reads it, nobody changes it
    server: ServerOption = "",
    route: Annotated[Route | None, typer.Option(help="How to connect.")] = None,
    game: GameOption = "eriantys",
    players: PlayersOption = 2,
    expert: ExpertOption = False,
    option: GameOptions = [],  # noqa: B006 - typer reads it, nobody changes it
    matches: Annotated[int, typer.Option(min=1, help="Matches to play.")] = 1,
    tables: Annotated[int, typer.Option(min=1, help="Matches at the same time.")] = 1,
    seats: Annotated[
        int | None, typer.Option(min=1, help="Seats to fill; all that are left by default.")
    ] = None,
    bots: Annotated[int, typer.Option(min=0, help="Seats for the server's own bots.")] = 0,
    join: Annotated[str, typer.Option(help="Join a match: its number, its code, or any.")] = "",
    password_file: PasswordOption = None,
    tls: TlsOption = False,
    ca: CaOption = None,
) -> None:
    """Let bots play: new matches among themselves, or at somebody's table."""
    from client.bots import Create, load
    from client.cli.bot_tables import Job
    from client.cli.text import NO_FIT

    create = Create(game=game, players=players, mode=expert, options=options_of(option), bots=bots)
    filled = 1 if join and seats is None else players - bots if seats is None else seats
    if not join and not 0 < filled <= players - bots:
        raise Stop(NO_FIT.format(seats=filled, bots=bots, players=players))
    sys.path.insert(0, "")  # module:Class may be a file of the folder we are in
    for name in strategy:
        load(name, "" if join else game)
    way = None if not join else way_to_join(join, create)
    job = Job(tuple(strategy), create, filled, matches, min(tables, matches), way)
    _run(_bots(target_of(address_of(server, route), password_file, tls, ca), route, job))


@app.command()
def replay(
    number: Annotated[int, typer.Argument(metavar="MATCH", help="The number of the match.")],
    data: Annotated[Path, typer.Option(help="Folder of the journal.")] = Path("tavolata-data"),
    seat: Annotated[int, typer.Option(min=0, help="Whose eyes to look through.")] = 0,
) -> None:
    """Step through a match of the journal; on a terminal Enter goes on and q ends."""
    from client.cli.narrate import Teller
    from client.model import Model
    from client.tui.console import write
    from server.cli import opened

    model, teller = Model(), Teller(write)
    with opened(data) as journal:
        for said in told_again(journal, number):
            for message in heard(said, seat):
                model.receive(message)
                teller.tell(model, message)
            if said and sys.stdin.isatty() and typer.prompt("", "", show_default=False) == "q":
                return


def heard(said: "list[Said]", seat: int) -> "Iterator[ServerMessage]":
    """The messages for one seat."""
    return (m for seats, messages in said if seats is None or seat in seats for m in messages)


def told_again(journal: "Journal", number: int) -> "Iterator[list[Said]]":
    """What was said at each step of a match, played again from its records."""
    from client.cli.text import CANNOT_TELL, NO_MATCH
    from games.registry import GAMES
    from server.history.replay import Replay

    match = Replay(number, GAMES)
    for entry in journal.entries(number):
        yield match.feed(entry)
    if match.damage or not match.records:
        raise Stop(CANNOT_TELL.format(number=number, damage=match.damage or NO_MATCH))


async def _story(create: "Create") -> None:
    from client.cli.narrate import tell_match
    from client.connections import Target
    from client.tui.console import write

    async with _server(Target(""), None) as address:
        await tell_match(address, create, write)


async def _play(server: "Target", nickname: str, wish: SelectModeAndPlayers, pace: float) -> None:
    from client.connections.reconnecting import connect_lasting
    from client.tui.console import play_plain, wants_color, write
    from client.tui.line_client import PlainClient

    async with _server(server, None, pace) as address:
        connection = await connect_lasting(address)
        color, at_once = wants_color(), not server.address
        client = PlainClient(write, nickname, wish, at_once=at_once, color=color)
        await play_plain(connection, client)


async def _play_on_screen(server: "Target", nickname: str, wish: SelectModeAndPlayers) -> None:
    from client.connections import Target
    from client.connections.reconnecting import connect_lasting
    from client.tui.recent_servers import default_place
    from client.tui.screens.app import TavolataApp

    own: set[str] = set()

    @asynccontextmanager
    async def here() -> AsyncIterator[str]:
        async with _server(Target(""), None, PACE) as address:
            own.add(str(address))
            yield str(address)

    def connect(address: str) -> "Awaitable[Connection]":
        """The password and the certificate are for servers of other people."""
        return connect_lasting(address if address in own else server._replace(address=address))

    screen = TavolataApp(
        here,
        wish,
        server=server.address,
        nickname=nickname,
        memory=default_place(),
        connect=connect,
    )
    try:
        await screen.run_async()
    finally:
        await screen.hang_up()


async def _host(settings: Any, client: "HostingClient") -> None:
    from client.cli.host import seen_from_outside
    from client.cli.text import invitation
    from client.connections.reconnecting import connect_lasting
    from client.tui.console import play_plain, write
    from server.app import running
    from server.cli import COMPUTERS

    async with running(settings, COMPUTERS) as addresses:
        port, pyro_port = (a.rpartition(":")[2] for a in (addresses.socket, addresses.pyro))
        old = {name: where.rpartition(":")[2] for name, where in addresses.dialects.items()}
        for line in invitation(seen_from_outside(settings.host), (port, pyro_port), old):
            write(line)
        near = "127.0.0.1" if settings.host == "0.0.0.0" else settings.host
        await play_plain(await connect_lasting(f"{near}:{port}"), client)


async def _bots(server: "Target", route: Route | None, job: "Job") -> None:
    from client.cli.bot_tables import play_job
    from client.cli.report import report_of
    from client.cli.text import BROKEN_OFF

    with report_of(job.matches) as report:
        async with _server(server, route) as address:
            await play_job(address, job, report.match)
    if report.tally.broken:
        tally = report.tally
        raise Stop(BROKEN_OFF.format(broken=tally.broken, matches=tally.matches))


@asynccontextmanager
async def _server(
    server: "Target", route: Route | None, pace: float = 0.0
) -> "AsyncIterator[Server]":
    """What to connect to; without an address a server runs here, on loopback, meanwhile."""
    if server.address:
        yield server
        return
    from server.app import Settings, running
    from server.cli import COMPUTERS

    async with running(Settings(port=0, pyro_port=0, bot_delay=pace), COMPUTERS) as addresses:
        yield addresses.pyro if route is Route.pyro else addresses.socket


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run it on the fastest event loop this system has."""
    if sys.platform == "win32":
        asyncio.run(work)
    else:
        import uvloop

        uvloop.run(work)


def main() -> None:
    """Run the command and end the process with its status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The status of the command; every failure is told in one line."""
    if not arguments or arguments[0] not in ("play", "host", "bot", "replay"):
        from server.cli import attach  # slow to import, and players do not need it

        attach(app)
    try:
        if arguments == ["play"]:  # nothing to parse, and what parses is slow to load
            status = play()
        else:
            status = app(arguments or ["--help"], standalone_mode=False, prog_name="tavolata")
    except TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Trouble as error:
        return _fail(str(error), 1)
    return status if isinstance(status, int) else 0


def _fail(text: str, status: int) -> int:
    line = visible(" ".join(text.split()))
    if line:
        typer.echo(f"tavolata: {line}", err=True)
    return status


if __name__ == "__main__":
    main()
