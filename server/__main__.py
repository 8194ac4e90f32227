"""`tavolata serve`, also as `python -m server`: where server and computer players meet."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Annotated, Any

import typer

from client.bots import computer_player
from server.app import Computers, Settings, serve
from server.outgoing import CallComputer
from server.routes.memory import React


def _make(wanted: CallComputer) -> React:
    return computer_player(wanted.strategy, wanted.match, wanted.code, wanted.name).receive


COMPUTERS = Computers({"eriantys": ("greedy", "random")}, _make)


def command(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Socket port; 0 is any free one.")] = 7700,
    pyro_port: Annotated[int, typer.Option(help="Pyro5 port; 0 is any free one.")] = 7701,
) -> None:
    """Start a server and print one line per route when it is ready."""
    settings = Settings(host=host, port=port, pyro_port=pyro_port)
    try:
        run(serve(settings, COMPUTERS, typer.echo))
    except OSError as error:
        typer.echo(f"tavolata serve: cannot listen on {host}: {error.strerror or error}", err=True)
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
