"""`tavolata serve`, also as `python -m server`: where server and computer players meet."""

import asyncio
import sys
from collections.abc import Coroutine
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from client.bots import computer_player
from server.app import Computers, Settings, serve
from server.dialects import DIALECTS
from server.journal.base import JournalDamaged
from server.outgoing import CallComputer
from server.routes.memory import React


class Kept(StrEnum):
    """The choices of --durability."""

    disk = "disk"
    process = "process"
    none = "none"


def _make(wanted: CallComputer) -> React:
    return computer_player(*wanted).receive


LAST_PORT = 65535
DialectOption = Annotated[
    list[str],
    typer.Option(metavar="NAME=PORT", help="A port for an old dialect, like uno=5050; repeatable."),
]
COMPUTERS = Computers({"eriantys": ("greedy", "random")}, _make)


def command(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Socket port; 0 is any free one.")] = 7700,
    pyro_port: Annotated[int, typer.Option(help="Pyro5 port; 0 is any free one.")] = 7701,
    data: Annotated[Path, typer.Option(help="Folder of the journal.")] = Path("tavolata-data"),
    durability: Annotated[
        Kept, typer.Option(help="What an answered action survives: power loss, kill -9, nothing.")
    ] = Kept.process,
    dialect: DialectOption = [],  # noqa: B006 - typer reads it, nobody changes it
) -> None:
    """Start a server and print one line per route when it is ready."""
    settings = Settings(
        host=host,
        port=port,
        pyro_port=pyro_port,
        dialects=dict(map(_dialect, dialect)),
        data=_folder(data) if durability is not Kept.none else None,
        durability="disk" if durability is Kept.disk else "process",
    )
    try:
        run(serve(settings, COMPUTERS, typer.echo))
    except OSError as error:
        _give_up(f"cannot listen on {host}: {error.strerror or error}")
    except JournalDamaged as error:
        _give_up(str(error))


def _dialect(wanted: str) -> tuple[str, int]:
    """NAME=PORT, taken apart."""
    name, _, port = wanted.partition("=")
    if name not in DIALECTS or not port.isdecimal() or int(port) > LAST_PORT:
        names = ", ".join(DIALECTS)
        raise typer.BadParameter(
            f"{wanted!r} is not NAME=PORT, like uno=5050; names are: {names}.",
            param_hint="--dialect",
        )
    return name, int(port)


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _give_up(f"cannot use {path} for data: {error.strerror}")
    return path


def _give_up(text: str) -> NoReturn:
    typer.echo(f"tavolata serve: {text}", err=True)
    raise typer.Exit(1) from None


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on the fastest event loop this system has."""
    if sys.platform == "win32":
        asyncio.run(main)
    else:
        import uvloop

        uvloop.run(main)


if __name__ == "__main__":
    typer.run(command)
