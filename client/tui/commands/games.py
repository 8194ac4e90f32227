"""Which commands belong to which game."""

from collections.abc import Callable
from functools import partial
from typing import Any

from client.games import generic
from client.games.base import GameCommands, Names
from client.games.codex import commands as codex
from client.games.codex import text as codex_typing
from client.games.eriantys import commands as eriantys
from client.games.eriantys import text as eriantys_typing
from client.games.rummy import commands as rummy
from client.games.rummy import text as rummy_typing
from client.games.shelfie import commands as shelfie
from client.games.shelfie import text as shelfie_typing
from client.games.uno import commands as uno
from client.games.uno import text as uno_typing
from messages import View
from messages.codex.table import CodexView
from messages.eriantys.table import EriantysView
from messages.registry import AnyView, members
from messages.rummy.table import RummyView
from messages.shelfie.table import ShelfieView
from messages.uno.table import UnoView


def _eriantys(view: View, names: Names) -> GameCommands:
    return GameCommands(
        eriantys.parse,
        eriantys.text,
        eriantys.offer,
        eriantys_typing.HELP,
        eriantys_typing.LEGEND,
        eriantys.explain,
        eriantys.unavailable,
    )


def _uno(view: View, names: Names) -> GameCommands:
    return GameCommands(
        partial(uno.parse, names=names),
        partial(uno.text, names=names),
        partial(uno.offer, names=names),
        uno_typing.HELP,
        uno_typing.LEGEND,
        unavailable=uno.unavailable,
    )


def _codex(view: CodexView, names: Names) -> GameCommands:
    return GameCommands(
        codex.parse,
        partial(codex.text, view=view),
        codex.offer,
        codex_typing.HELP,
        codex_typing.LEGEND,
        codex.explain,
        codex.unavailable,
    )


def _shelfie(view: View, names: Names) -> GameCommands:
    return GameCommands(
        shelfie.parse,
        shelfie.text,
        shelfie.offer,
        shelfie_typing.HELP,
        shelfie_typing.LEGEND,
        shelfie.explain,
        shelfie.unavailable,
    )


def _rummy(view: View, names: Names) -> GameCommands:
    return GameCommands(
        rummy.parse,
        rummy.text,
        rummy.offer,
        rummy_typing.HELP,
        rummy_typing.LEGEND,
        rummy.explain,
        rummy.unavailable,
    )


COMMANDS: dict[type[View], Callable[[Any, Names], GameCommands]] = {
    EriantysView: _eriantys,
    UnoView: _uno,
    CodexView: _codex,
    ShelfieView: _shelfie,
    RummyView: _rummy,
}


def commands_of(view: View, names: Names = ()) -> GameCommands:
    """The commands of whatever game this is, as things stand, for people with these names."""
    return COMMANDS.get(type(view), generic.commands)(view, names)


PLAYABLE = tuple(str(view.__struct_config__.tag) for view in members(AnyView))
"""The ids of the games whose views this client can read."""
