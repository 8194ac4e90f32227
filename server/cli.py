"""The commands `serve`, `admin`, `export` and `verify`; `serve` connects server and bots."""

import asyncio
import json
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from client.bots import computer_player, strategies_by_game
from client.cli.packs import PackOption, check_chosen
from games.registry import GAMES
from messages.text import visible
from server.admission.bans import BadBan
from server.app import Computers, Settings, serve
from server.effects import StartBot
from server.history.archive import export, verify, verify_export
from server.journal.base import JournalDamaged
from server.journal.sqlite import FILE, SqliteJournal
from server.operations.logs import configure
from server.operations.options import (
    CertOption,
    ConfigOption,
    DataOption,
    DialectOption,
    HostOption,
    KeyOption,
    LimitOption,
    LogOption,
    LogStyle,
    MetricsOption,
    PasswordOption,
    PortOption,
    PyroPortOption,
    SettingOption,
    certificate,
    chosen_limits,
    chosen_settings,
    dialects,
    folder,
    give_up,
    password,
)
from server.transports.admin import FILE as ADMIN_FILE
from server.transports.memory import React


class Kept(StrEnum):
    """The choices of --durability."""

    disk = "disk"
    process = "process"
    none = "none"


def _make(bot: StartBot) -> React:
    player = computer_player(bot.strategy, bot.game, bot.room, bot.code, bot.nickname, bot.token)
    return player.receive


NumberArgument = Annotated[int, typer.Argument(metavar="MATCH", help="The number of the match.")]
ADMIN_SECONDS = 10.0
COMPUTERS = Computers(strategies_by_game(), _make)


def serve_command(
    context: typer.Context,
    host: HostOption = "127.0.0.1",
    port: PortOption = 7700,
    pyro_port: PyroPortOption = 7701,
    data: DataOption = Path("tavolata-data"),
    durability: Annotated[
        Kept, typer.Option(help="What an answered action survives: power loss, kill -9, nothing.")
    ] = Kept.process,
    bot_delay: Annotated[
        float, typer.Option(min=0.0, help="Seconds a computer player thinks before it acts.")
    ] = 0.0,
    dialect: DialectOption = [],  # noqa: B006 - typer reads it, nobody changes it
    setting: SettingOption = [],  # noqa: B006 - typer reads it, nobody changes it
    config: ConfigOption = None,
    limit: LimitOption = [],  # noqa: B006 - typer reads it, nobody changes it
    password_file: PasswordOption = None,
    tls_cert: CertOption = None,
    tls_key: KeyOption = None,
    log: LogOption = LogStyle.console,
    metrics_port: MetricsOption = None,
    game_pack: PackOption = [],  # noqa: B006 - typer reads it, nobody changes it
) -> None:
    """Start a server and print one line per route when it is ready."""
    check_chosen(game_pack)
    settings = Settings(
        host=host,
        port=port,
        pyro_port=pyro_port,
        bot_delay=bot_delay,
        dialects=dialects(dialect),
        dialect_settings=chosen_settings(context, setting),
        data=folder(data) if durability is not Kept.none else None,
        durability="disk" if durability is Kept.disk else "process",
        limits=chosen_limits(context, limit),
        password=password(password_file, dialect),
        tls=certificate(tls_cert, tls_key),
        metrics_port=metrics_port,
    )
    configure(log.value)
    try:
        run(serve(settings, COMPUTERS, typer.echo))
    except OSError as error:
        give_up(f"cannot listen on {host}: {error.strerror or error}")
    except (JournalDamaged, BadBan) as error:
        give_up(str(error))


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
        give_up(f"no server that runs with {data} answers")
    if "error" in answer:
        give_up(visible(str(answer["error"])))
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
        give_up(f"there is no match {number} in {data}")
    for line in lines:
        typer.echo(line)


def verify_command(
    file: Annotated[Path | None, typer.Argument(help="An export; without it the journal.")] = None,
    data: DataOption = Path("tavolata-data"),
    game_pack: PackOption = [],  # noqa: B006 - typer reads it, nobody changes it
) -> None:
    """Play every match again and compare all hashes; status 1 if one does not fit."""
    if file is not None:
        verdicts = [verify_export(file.read_text(encoding="utf-8").splitlines(), GAMES)]
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


@contextmanager
def opened(data: Path) -> Iterator[SqliteJournal]:
    """The journal of a folder, for reading while no server uses it."""
    if not (data / FILE).exists():
        give_up(f"there is no journal in {data}")
    try:
        journal = SqliteJournal(data, "process", lambda _: None)
    except JournalDamaged as error:
        give_up(str(error))
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


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on the fastest event loop this system has."""
    if sys.platform == "win32":
        asyncio.run(main)
    else:
        import uvloop

        uvloop.run(main)


COMMANDS: dict[str, Callable[..., None]] = {
    "serve": serve_command,
    "admin": admin_command,
    "export": export_command,
    "verify": verify_command,
}
