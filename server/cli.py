"""The commands `serve`, `admin`, `export` and `verify`; `serve` connects server and bots."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from client.bots import create_computer_player, strategies_by_game
from client.cli.commands import run_loop
from client.cli.options import PackOption, check_packs_loaded
from client.errors import ExitWithMessage
from games.registry import GAMES
from messages.text import visible
from server.admission.bans import BadBan
from server.app import Computers, Settings, serve
from server.effects import StartBot
from server.history.archive import export, verify, verify_export
from server.journal.base import JournalDamaged
from server.journal.sqlite import FILE, SqliteJournal
from server.operations import config as configuration
from server.operations import logs
from server.transports.admin import FILE as ADMIN_FILE
from server.transports.memory import React

CONFIG = "configuration file"
"""Where the context of a command keeps the content of its configuration file."""
ADMIN_SECONDS = 10.0


def _start_bot(bot: StartBot) -> React:
    player = create_computer_player(
        bot.strategy, bot.game, bot.room, bot.code, bot.nickname, bot.token
    )
    return player.receive


COMPUTERS = Computers(strategies_by_game(), _start_bot)


def use_config(context: typer.Context, file: Path | None) -> Path | None:
    """Use the options of the file as the defaults of the command."""
    if file is not None:
        names = [param.name for param in context.command.params if param.name != "config"]
        found = configuration.read_config(file, [name for name in names if name])
        context.default_map = {**(context.default_map or {}), **found.options}
        context.meta[CONFIG] = found
    return file


def _option(text: str, **how: Any) -> Any:
    return typer.Option(help=text, **how)


def _port(text: str) -> Any:
    return _option(f"{text}; 0 is any free one.", min=0, max=configuration.LAST_PORT)


DataOption = Annotated[Path, _option("Folder of the journal.")]
NumberArgument = Annotated[int, typer.Argument(metavar="MATCH", help="The number of the match.")]


def serve_command(
    context: typer.Context,
    host: Annotated[str, _option("Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, _port("Socket port")] = 7700,
    pyro_port: Annotated[int, _port("Pyro5 port")] = 7701,
    data: DataOption = Path("tavolata-data"),
    durability: Annotated[
        Literal["disk", "process", "none"],
        _option("What an answered action survives: power loss, kill -9, nothing."),
    ] = "process",
    bot_delay: Annotated[
        float, _option("Seconds a computer player thinks before it acts.", min=0.0)
    ] = 0.0,
    dialect: Annotated[
        list[str],
        _option("A port for an old dialect, like uno=5050; repeatable.", metavar="NAME=PORT"),
    ] = [],  # noqa: B006 - typer reads it, nobody changes it
    setting: Annotated[
        list[str],
        _option(
            "A setting of an old dialect, like rummy.autostart=3; repeatable.",
            metavar="DIALECT.NAME=VALUE",
        ),
    ] = [],  # noqa: B006
    config: Annotated[
        Path | None,
        _option("TOML file with options and limits.", callback=use_config, is_eager=True),
    ] = None,
    limit: Annotated[
        list[str], _option("A limit, like matches=100; repeatable.", metavar="NAME=VALUE")
    ] = [],  # noqa: B006
    password_file: Annotated[
        Path | None, _option("File whose first line new guests have to know.")
    ] = None,
    tls_cert: Annotated[
        Path | None, _option("Certificate chain (PEM): TLS for the socket and the Pyro5 port.")
    ] = None,
    tls_key: Annotated[
        Path | None, _option("Its key (PEM), if that is in a file of its own.")
    ] = None,
    log: Annotated[logs.Style, _option("How logs look on standard error.")] = "console",
    metrics_port: Annotated[
        int | None, _port("Port for metrics and health, on this machine only")
    ] = None,
    game_pack: PackOption = [],  # noqa: B006
) -> None:
    """Start a server and print one line per route when it is ready."""
    check_packs_loaded(game_pack)
    if password_file is not None and dialect:
        text = "guests of an old dialect cannot give a password: choose one of the two options"
        raise configuration.BadSetting(text)
    file: configuration.Config = context.meta.get(CONFIG, configuration.Config())
    settings = Settings(
        host=host,
        port=port,
        pyro_port=pyro_port,
        bot_delay=bot_delay,
        dialects=configuration.parse_dialects(dialect),
        dialect_settings=configuration.make_settings(
            file.settings, configuration.parse_settings(setting)
        ),
        data=None if durability == "none" else configuration.make_folder(data),
        durability="disk" if durability == "disk" else "process",
        limits=configuration.make_limits(file.limits, configuration.parse_limits(limit)),
        password=configuration.read_password(password_file),
        tls=configuration.load_certificate(tls_cert, tls_key),
        metrics_port=metrics_port,
    )
    logs.configure(log)
    try:
        run_loop(serve(settings, COMPUTERS, typer.echo))
    except OSError as error:
        raise ExitWithMessage(f"cannot listen on {host}: {error.strerror or error}") from None
    except (JournalDamaged, BadBan) as error:
        raise ExitWithMessage(str(error)) from None


def admin_command(
    words: Annotated[list[str], typer.Argument(metavar="COMMAND...", help="Try help.")],
    data: DataOption = Path("tavolata-data"),
) -> None:
    """Look after the server that runs with this data folder."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(ADMIN_SECONDS)
            line.connect(str(data / ADMIN_FILE))
            line.sendall(json.dumps(words).encode() + b"\n")
            answer = json.loads(line.makefile("rb").readline())
    except (OSError, ValueError):
        raise ExitWithMessage(f"no server that runs with {data} answers") from None
    if "error" in answer:
        raise ExitWithMessage(str(answer["error"]))
    for row in answer["rows"]:
        typer.echo(visible("  ".join(f"{name}={value}" for name, value in row.items())))


def export_command(
    number: NumberArgument,
    data: DataOption = Path("tavolata-data"),
    game_pack: PackOption = [],  # noqa: B006 - typer reads it, nobody changes it
) -> None:
    """Write a match of the journal as JSON lines."""
    with opened(data) as journal:
        lines = list(export(journal, number))
    if not lines:
        raise ExitWithMessage(f"there is no match {number} in {data}")
    for line in lines:
        typer.echo(line)


def verify_command(
    file: Annotated[Path | None, typer.Argument(help="An export; without it the journal.")] = None,
    data: DataOption = Path("tavolata-data"),
    game_pack: PackOption = [],  # noqa: B006 - typer reads it, nobody changes it
) -> None:
    """Play every match again and compare all hashes; status 1 if one does not fit."""
    if file is not None:
        verdicts = [verify_export(_read_lines(file), GAMES)]
    else:
        with opened(data) as journal:
            verdicts = list(verify(journal, GAMES))
    for v in verdicts:
        state = "damaged: " + v.damage if v.damage else "over" if v.over else "unfinished"
        typer.echo(visible(f"match {v.match}: {v.game}, {v.records} records, {state}"))
    bad = sum(bool(v.damage) for v in verdicts)
    typer.echo(f"{len(verdicts)} matches, {bad} damaged")
    if bad:
        raise typer.Exit(1)


def _read_lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "not UTF-8")
        raise ExitWithMessage(f"cannot read {file}: {reason}") from None


@contextmanager
def opened(data: Path) -> Iterator[SqliteJournal]:
    """The journal of a folder, for reading while no server uses it."""
    if not (data / FILE).exists():
        raise ExitWithMessage(f"there is no journal in {data}")
    try:
        journal = SqliteJournal(data, "process", lambda _: None)
    except JournalDamaged as error:
        raise ExitWithMessage(str(error)) from None
    try:
        yield journal
    finally:
        journal.close()


def attach(app: typer.Typer) -> None:
    """Add the commands of this side to `tavolata`."""
    names = {info.name for info in app.registered_commands}
    for name, function in COMMANDS.items():
        if name not in names:
            app.command(name)(function)


COMMANDS: dict[str, Callable[..., None]] = {
    "serve": serve_command,
    "admin": admin_command,
    "export": export_command,
    "verify": verify_command,
}
