"""Options that several commands share, and functions that interpret them.

``--game-pack`` is read before any registry is imported, so nothing here imports one at the top.
"""

import os
import sys
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client.cli.text import CANNOT_READ_PASSWORD, NOT_A_SOCKET_ADDRESS, PACK_IN_FILE
from client.errors import ExitWithMessage
from messages import Options
from messages.packs import ENVIRONMENT, PackError

if TYPE_CHECKING:
    from client.bots import Create, Join, JoinAny
    from client.connections import Target


class Transport(StrEnum):
    """The ways to a server."""

    socket = "socket"
    pyro = "pyro"


ServerOption = Annotated[
    str, typer.Option(help="HOST:PORT or PYRO:tavolata@HOST:PORT; without it one is started here.")
]
PasswordOption = Annotated[
    Path | None, typer.Option(help="File whose first line is the server's password.")
]
TlsOption = Annotated[bool, typer.Option("--tls", help="The server must show its certificate.")]
CaOption = Annotated[
    Path | None, typer.Option(help="Certificates that vouch for the server's (PEM); means --tls.")
]
NicknameOption = Annotated[str, typer.Option(help="Your name at the table.")]
GameOption = Annotated[str, typer.Option(help="The game to play.")]
PlayersOption = Annotated[int, typer.Option(min=2, help="Seats at the table.")]
ExpertOption = Annotated[bool, typer.Option("--expert/--base", help="The mode of the match.")]
GameOptions = Annotated[
    list[str],
    typer.Option("--option", metavar="KEY=VALUE", help="An option of the game; repeatable."),
]
PACK = "--game-pack"
PackOption = Annotated[
    list[str], typer.Option(PACK, metavar="PACKAGE", help="A package with a game; repeatable.")
]


def parse_game_options(words: list[str]) -> Options:
    """KEY=VALUE, taken apart; true, false and numbers are what they look like."""
    if not words:
        return {}
    from client.tui.lobby_dialogue import parse_option

    return {key: value for word in words for key, value in parse_option(word).items()}


def parse_join(join: str, create: "Create") -> "Join | JoinAny":
    """A match by its number or its code; ``any`` is one that is open, or else a new one."""
    from client.bots import Join, JoinAny

    if join == "any":
        return JoinAny(create)
    return Join(int(join)) if join.isdigit() else Join(code=join.upper())


def address_with_transport(server: str, route: Transport | None) -> str:
    """The address with its route, as ``connect`` wants it."""
    remote = server.upper().startswith("PYRO:")
    if remote and route is Transport.socket:
        raise ExitWithMessage(NOT_A_SOCKET_ADDRESS.format(server=server))
    if server and not remote and route is Transport.pyro:
        return f"PYRO:tavolata@{server}"
    return server


def create_target(address: str, password_file: Path | None, tls: bool, ca: Path | None) -> "Target":
    """The server with what it takes to be let in."""
    from client.connections import Target  # loads the registries, which read --game-pack

    lines = [""]
    if password_file is not None:
        try:
            lines = password_file.read_text(encoding="utf-8").splitlines() or lines
        except (OSError, ValueError):
            raise ExitWithMessage(CANNOT_READ_PASSWORD.format(file=password_file)) from None
    return Target(address, lines[0], tls or ca is not None, ca)


def load_packs(arguments: list[str]) -> None:
    """Import all packs, those of the command line included. Raises PackError.

    A pack that is named may also be in the current folder.
    """
    given = os.environ.get(ENVIRONMENT, "").split(",")
    given += [word[len(PACK) + 1 :] for word in arguments if word.startswith(f"{PACK}=")]
    given += [package for option, package in pairwise(arguments) if option == PACK]
    if packs := list(dict.fromkeys(filter(None, given))):
        os.environ[ENVIRONMENT] = ",".join(packs)
        sys.path.append("")
    from messages.registry import PACKS  # reads the environment

    if PACKS:
        from client.games.registry import ui

        for game in PACKS:
            ui(game)


def check_packs_loaded(packs: list[str]) -> None:
    """Raise PackError for a pack that the registries did not load."""
    from messages.registry import PACKS

    loaded = {pack.package for pack in PACKS.values()}
    for package in packs:
        if package not in loaded:
            raise PackError(PACK_IN_FILE.format(package=package))
