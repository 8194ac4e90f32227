"""The commands for players and bots with their options; those of a server are in ``server.cli``.

Each command imports its implementation when it runs, so that the first screen appears quickly.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client.cli import arguments, options
from client.cli.arguments import Transport
from client.cli.options import IllegalPolicy
from client.cli.setups import SetupOptions, make_setup
from client.cli.start import has_line_terminal, has_terminal, narrate, run_loop, start_visit
from client.cli.text import WEB_CONFLICT, WRONG_SEATS
from client.errors import ExitWithMessage

if TYPE_CHECKING:
    from client.cli.play import Visit
    from client.connections import Target
    from client.connections.seating import JoinTable, WatchTable

app = typer.Typer(
    help="Turn-based tabletop games at one table: play here, host friends, or run a server.",
    rich_markup_mode=None,
)

TableArgument = Annotated[
    str,
    typer.Argument(
        metavar="TABLE", help="CODE@HOST[:PORT] or tavolata://HOST[:PORT]/CODE; a number for CODE."
    ),
]
PlainOption = Annotated[bool, typer.Option(help="Line by line, for screen readers and pipes.")]

MAX_PORT = 65535


def _show_version(wanted: bool) -> None:
    """Print the version and raise Exit if it is wanted. A callback of ``--version``."""
    if wanted:
        from importlib.metadata import version  # slow to import

        typer.echo(f"tavolata {version('tavolata')}")
        raise typer.Exit


@app.callback()
def main(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Turn-based tabletop games at one table: play here, host friends, or run a server."""


@app.command()
def play(
    server: options.ServerOption = "",
    nickname: options.NicknameOption = "",
    game: options.GameOption = "",
    players: options.PlayersOption = None,
    expert: options.ExpertOption = None,
    option: options.GameOptions = [],  # noqa: B006 - typer only reads it
    bots: Annotated[
        int | None,
        typer.Option(
            min=0, help="Computer players; by default on all other seats here, none on a server."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--continue", help="Go back to the seat that you had last.")
    ] = False,
    plain: PlainOption = False,
    web: Annotated[bool, typer.Option("--web", help="Play here in your browser.")] = False,
    password_file: options.PasswordOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
    fingerprint: options.FingerprintOption = "",
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Play: choose a game and a server on the first screen, or give them here.

    With --game and the other options of a match, a table is joined or created at once: on a server
    an open one of the game, without --server a match against computer players. A nickname with a
    seat that was left unintentionally goes back to it. Without a terminal, --plain and --server, a
    match between bots is narrated. With --web a server is started here and its page is opened in
    your browser, with the form of a new table if a match is described.
    """
    given = SetupOptions(game, players, expert, tuple(option), bots)
    if web:
        others = {
            "--server": server,
            "--nickname": nickname,
            "--continue": resume,
            "--plain": plain,
        }
        others |= {"--password-file": password_file, "--tls": tls, "--ca": ca}
        _play_in_browser(given, {**others, "--fingerprint": fingerprint})
        return
    setup = make_setup(given, default_bots=0 if server else None)
    plain = plain or has_line_terminal()
    if not (has_terminal() or plain or server or resume):
        narrate(setup)
        return
    from client.cli.play import Visit, with_stored_seat
    from client.connections.seating import JoinOrCreate

    target = arguments.create_target(server, password_file, tls, ca, fingerprint)
    visit = Visit(target, nickname, setup)
    if resume:
        visit = with_stored_seat(visit)
    elif given.is_given or (plain and not server):
        visit = visit._replace(request=JoinOrCreate(setup, create_only=not server))
    start_visit(visit, plain=plain)


def _play_in_browser(given: SetupOptions, others: dict[str, object]) -> None:
    """Run a server here and open its page until the user ends it.

    If a match is described, the page shows the form of a new table. Raises BadParameter if one of
    the other options is given, or for a match that cannot be played.
    """
    for name, value in others.items():
        if value:
            raise arguments.bad_value(WEB_CONFLICT.format(option=name), "--web")
    from client.cli.web import form_path, play_in_browser

    run_loop(play_in_browser(form_path(make_setup(given)) if given.is_given else "/"))


def _visit_table(target: "Target", nickname: str, request: "JoinTable | WatchTable") -> "Visit":
    """Return a visit that begins at a table of others; a table of its own would have no bots."""
    from client.cli.play import Visit

    return Visit(target, nickname, make_setup(SetupOptions(), default_bots=0), request)


@app.command()
def join(
    table: TableArgument,
    nickname: options.NicknameOption = "",
    plain: PlainOption = False,
    password_file: options.PasswordOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
    fingerprint: options.FingerprintOption = "",
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Take a seat at the table of a friend, with the line that the friend has sent."""
    from client.connections.seating import JoinTable

    invitation = arguments.parse_table(table)
    server = ",".join(invitation.addresses)
    target = arguments.create_target(server, password_file, tls, ca, fingerprint)
    request = JoinTable(invitation.number, invitation.code)
    start_visit(_visit_table(target, nickname, request), plain=plain)


@app.command()
def watch(
    table: TableArgument,
    nickname: options.NicknameOption = "",
    plain: PlainOption = False,
    password_file: options.PasswordOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
    fingerprint: options.FingerprintOption = "",
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Watch a table without a seat; nobody's hand is shown."""
    from client.connections.seating import WatchTable

    invitation = arguments.parse_table(table)
    server = ",".join(invitation.addresses)
    target = arguments.create_target(server, password_file, tls, ca, fingerprint)
    request = WatchTable(invitation.number, invitation.code)
    start_visit(_visit_table(target, nickname, request), plain=plain)


@app.command()
def learn(
    game: options.GameArgument,
    plain: PlainOption = False,
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Learn a game in a short guided match; it can be left at any point."""
    from client.cli.learn import learn_game

    run_loop(learn_game(game, plain=plain or not has_terminal()))


@app.command()
def games(
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """List the games with their numbers of players, strategies and options."""
    from client.cli.games import list_games

    for line in list_games():
        typer.echo(line)


@app.command()
def host(
    game: options.GameOption = "",
    players: options.PlayersOption = None,
    expert: options.ExpertOption = None,
    option: options.GameOptions = [],  # noqa: B006 - typer only reads it
    bots: Annotated[int, typer.Option(min=0, help="Computer players at the table.")] = 0,
    absent: options.AbsentOption = None,
    nickname: options.NicknameOption = "",
    address: Annotated[str, typer.Option(help="Address to listen on.")] = "0.0.0.0",
    port: Annotated[
        int, typer.Option(min=0, max=MAX_PORT, help="Socket port; 0 for any free port.")
    ] = 7700,
    pyro_port: Annotated[
        int, typer.Option(min=0, max=MAX_PORT, help="Pyro5 port; 0 for any free port.")
    ] = 7701,
    web_port: Annotated[
        int,
        typer.Option(
            min=0, max=MAX_PORT, help="Port of the page for browsers; another one if it is taken."
        ),
    ] = 7780,
    no_web: Annotated[bool, typer.Option("--no-web", help="No page for browsers.")] = False,
    old_port: Annotated[
        int | None,
        typer.Option(
            min=0, max=MAX_PORT, help="Port for old clients; by default the one they expect."
        ),
    ] = None,
    bans: Annotated[
        Path | None,
        typer.Option(help="File of your ban list; by default in the configuration directory."),
    ] = None,
    plain: PlainOption = False,
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Open a table for friends on this machine and play at it; print the line for your friends.

    The server stops after the match.
    """
    from msgspec import structs

    from client.cli.bans import default_path
    from client.cli.host import Ports, host_match

    given = SetupOptions(game, players, expert, tuple(option), bots)
    setup = structs.replace(make_setup(given), absent=absent.value if absent else "")
    ports = Ports(port, pyro_port, old_port, None if no_web else web_port)
    full_screen = has_terminal() and not plain
    run_loop(
        host_match(setup, nickname, address, ports, bans or default_path(), full_screen=full_screen)
    )


@app.command()
def bot(
    strategy: options.StrategyOption = ["greedy", "random"],  # noqa: B006 - typer only reads it
    server: options.ServerOption = "",
    route: Annotated[Transport | None, typer.Option(help="The transport to connect with.")] = None,
    game: options.GameOption = "",
    players: options.PlayersOption = None,
    expert: options.ExpertOption = None,
    option: options.GameOptions = [],  # noqa: B006 - typer only reads it
    matches: Annotated[int, typer.Option(min=1, help="Matches to play.")] = 1,
    tables: Annotated[
        int,
        typer.Option(min=1, help="Matches at the same time; this makes one core no faster."),
    ] = 1,
    seats: Annotated[
        int | None, typer.Option(min=1, help="Seats to fill; by default all that are left.")
    ] = None,
    bots: Annotated[int, typer.Option(min=0, help="Seats for computer players.")] = 0,
    join: Annotated[str, typer.Option(help="Join a match: its number, its code, or any.")] = "",
    on_illegal: Annotated[
        IllegalPolicy,
        typer.Option(help="Effect of an illegal action; warn and random replace it."),
    ] = IllegalPolicy.RAISE,
    seed: Annotated[
        str, typer.Option(help="Seed of the first match, in hexadecimal digits.", metavar="HEX")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the summary.")] = False,
    password_file: options.PasswordOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
    fingerprint: options.FingerprintOption = "",
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Let bots play, in new matches or at an existing table, and print their results."""
    from client.bots import Create, load_strategy
    from client.cli.bot_matches import BotRun
    from client.cli.report import create_report, run_bots

    setup = make_setup(SetupOptions(game, players, expert, tuple(option)), default_bots=0)
    game, players = setup.game, setup.number_of_players
    create = Create(
        game=game,
        players=players,
        mode=setup.mode,
        options=setup.options,
        bots=bots,
        seed=arguments.parse_seed_option(seed, join),
    )
    filled = 1 if join and seats is None else players - bots if seats is None else seats
    if not join and not 0 < filled <= players - bots:
        raise ExitWithMessage(WRONG_SEATS.format(seats=filled, bots=bots, players=players))
    sys.path.append("")  # module:Class may be in the working directory
    for name in strategy:  # report an unknown strategy before connecting
        load_strategy(name, "" if join else game)
    room = arguments.parse_join(join, create) if join else None
    parallel = min(tables, matches)
    run = BotRun(tuple(strategy), create, filled, matches, parallel, room, on_illegal.value)
    target = arguments.create_target(
        arguments.address_with_transport(server, route), password_file, tls, ca, fingerprint
    )
    run_loop(run_bots(target, route, run, create_report(matches, as_json=json, quiet=quiet)))


@app.command()
def replay(
    match: Annotated[
        str, typer.Argument(metavar="MATCH", help="Number of a match, or a file of tavolata export")
    ],
    data: Annotated[Path, typer.Option(help="Folder of the journal.")] = Path("tavolata-data"),
    seat: Annotated[int, typer.Option(min=0, help="The seat whose view is shown.")] = 0,
    plain: PlainOption = False,
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Step through a match of the journal or of an exported file, also while the server runs.

    On a terminal the keys go forward and back; otherwise the whole match is written.
    """
    from client.cli.replay import replay_match

    replay_match(match, data, seat, full_screen=has_terminal() and not plain)


@app.command()
def wire(
    to: Annotated[str, typer.Option(help="HOST:PORT of the server, or its Pyro5 address.")],
    listen: Annotated[
        int, typer.Option(min=0, max=MAX_PORT, help="Port to listen on; 0 for any free port.")
    ] = 0,
) -> None:
    """Print every message between clients and a server: connect the clients to this port.

    Frames of the socket and messages of Pyro5 are recognised and shown with time and size, > to
    the server and < to the client. Tokens and passwords are shown, too.
    """
    from client.cli.wire import forward_and_print

    def print_line(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    host, port = arguments.parse_plain_address(to)
    run_loop(forward_and_print(listen, host, port, print_line))
