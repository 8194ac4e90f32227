"""The option ``--game-pack``, which is read before any registry is imported."""

import os
import sys
from itertools import pairwise
from typing import Annotated

import typer

from messages.packs import ENVIRONMENT, PackError

OPTION = "--game-pack"
PackOption = Annotated[
    list[str], typer.Option(OPTION, metavar="PACKAGE", help="A package with a game; repeatable.")
]


def load_packs(arguments: list[str]) -> None:
    """Import all packs, those of the command line included. Raises PackError.

    A pack that is named may also be in the current folder.
    """
    given = os.environ.get(ENVIRONMENT, "").split(",")
    given += [word[len(OPTION) + 1 :] for word in arguments if word.startswith(f"{OPTION}=")]
    given += [package for option, package in pairwise(arguments) if option == OPTION]
    if packs := list(dict.fromkeys(filter(None, given))):
        os.environ[ENVIRONMENT] = ",".join(packs)
        sys.path.append("")
    from messages.registry import PACKS  # reads the environment

    if PACKS:
        from client.games.registry import ui

        for game in PACKS:
            ui(game)


def check_chosen(packs: list[str]) -> None:
    """Raise PackError for a pack that the registries did not load."""
    from client.cli.text import PACK_IN_FILE
    from messages.registry import PACKS

    loaded = {pack.package for pack in PACKS.values()}
    for package in packs:
        if package not in loaded:
            raise PackError(PACK_IN_FILE.format(package=package))
