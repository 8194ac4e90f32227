"""The commands ``play``, ``host``, ``bot`` and ``replay`` with their options.

Each command imports its implementation when it runs, so that the first screen appears quickly.
"""

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from client.cli import options
from client.cli.options import IllegalPolicy, Transport
from client.cli.text import WRONG_SEATS
from client.errors import ExitWithMessage
from messages import SelectModeAndPlayers

app = typer.Typer(
    help="Turn-based tabletop games at one table.",
    rich_markup_mode=None,
    add_completion=False,
)


@app.command()
def play(
    server: options.ServerOption = "",
    nickname: options.NicknameOption = "",
    game: options.GameOption = "eriantys",
    players: options.PlayersOption = 2,
    expert: options.ExpertOption = False,
    option: options.GameOptions = [],  # noqa: B006 - typer only reads it
    bots: Annotated[
        int | None, typer.Option(min=0, help="Computer players; by default on all other seats.")
    ] = None,
    plain: Annotated[
        bool, typer.Option(help="Play line by line, for screen readers and pipes.")
    ] = False,
    password_file: options.PasswordOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
    fingerprint: options.FingerprintOption = "",
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Play a match. Without a terminal, --plain and --server, narrate a match between bots."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    game_options = options.parse_game_options(option)
    if not (terminal or plain or server):
        from client.bots import Create
        from client.cli.narrate import narrate_local_match

        create = Create(game=game, players=players, mode=expert, options=game_options)
        run_loop(narrate_local_match(create))
        return
    from client.cli.play import play_full_screen, play_lines

    others = players - 1 if bots is None else bots
    setup = SelectModeAndPlayers(players, mode=expert, game=game, options=game_options, bots=others)
    target = options.create_target(server, password_file, tls, ca, fingerprint)
    if terminal and not plain:
        run_loop(play_full_screen(target, nickname, setup))
    else:
        run_loop(play_lines(target, nickname, setup, terminal=terminal))


@app.command()
def host(
    game: options.GameOption = "eriantys",
    players: options.PlayersOption = 2,
    expert: options.ExpertOption = False,
    option: options.GameOptions = [],  # noqa: B006 - typer only reads it
    bots: Annotated[int, typer.Option(min=0, help="Computer players at the table.")] = 0,
    nickname: options.NicknameOption = "",
    address: Annotated[str, typer.Option(help="Address to listen on.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(help="Socket port; 0 for any free port.")] = 7700,
    pyro_port: Annotated[int, typer.Option(help="Pyro5 port; 0 for any free port.")] = 7701,
    old_port: Annotated[
        int | None, typer.Option(help="Port for old clients; by default the one they expect.")
    ] = None,
    bans: Annotated[
        Path | None,
        typer.Option(help="File of your ban list; by default in the configuration directory."),
    ] = None,
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Open a table for friends and play at it; the server stops after the match."""
    from client.cli.bans import default_path
    from client.cli.host import Ports, host_match

    game_options = options.parse_game_options(option)
    setup = SelectModeAndPlayers(players, mode=expert, game=game, options=game_options, bots=bots)
    ports = Ports(port, pyro_port, old_port)
    run_loop(host_match(setup, nickname, address, ports, bans or default_path()))


@app.command()
def bot(
    strategy: Annotated[
        list[str], typer.Option(help="A strategy or module:Class; several rotate over the seats.")
    ] = ["greedy", "random"],  # noqa: B006 - typer only reads it
    server: options.ServerOption = "",
    route: Annotated[Transport | None, typer.Option(help="The transport to connect with.")] = None,
    game: options.GameOption = "eriantys",
    players: options.PlayersOption = 2,
    expert: options.ExpertOption = False,
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
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the summary.")] = False,
    password_file: options.PasswordOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
    fingerprint: options.FingerprintOption = "",
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Run bots, in new matches or at an existing table."""
    from client.bots import Create, load_strategy
    from client.cli.bot_matches import BotRun
    from client.cli.report import create_report, run_bots

    game_options = options.parse_game_options(option)
    create = Create(game=game, players=players, mode=expert, options=game_options, bots=bots)
    filled = 1 if join and seats is None else players - bots if seats is None else seats
    if not join and not 0 < filled <= players - bots:
        raise ExitWithMessage(WRONG_SEATS.format(seats=filled, bots=bots, players=players))
    sys.path.append("")  # module:Class may be in the working directory
    for name in strategy:  # report an unknown strategy before connecting
        load_strategy(name, "" if join else game)
    room = options.parse_join(join, create) if join else None
    parallel = min(tables, matches)
    run = BotRun(tuple(strategy), create, filled, matches, parallel, room, on_illegal.value)
    target = options.create_target(
        options.address_with_transport(server, route), password_file, tls, ca, fingerprint
    )
    run_loop(run_bots(target, route, run, create_report(matches, as_json=json, quiet=quiet)))


@app.command()
def replay(
    number: Annotated[int, typer.Argument(metavar="MATCH", help="The number of the match.")],
    data: Annotated[Path, typer.Option(help="Folder of the journal.")] = Path("tavolata-data"),
    seat: Annotated[int, typer.Option(min=0, help="The seat whose view is shown.")] = 0,
    game_pack: options.PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Step through a match of the journal; on a terminal Enter continues and q quits."""
    from client.cli.replay import replay_match

    replay_match(number, data, seat)


def run_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end on uvloop, or on the standard event loop under Windows."""
    if sys.platform == "win32":
        asyncio.run(work)
    else:
        import uvloop

        uvloop.run(work)
