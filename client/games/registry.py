"""The registry of games in the client: the built-in ones, one line each, and those of packs.

Modules of games are imported on first use, because bots of games import ``client.bots``, which
imports this module.
"""

from functools import cache
from importlib import import_module

from msgspec import Struct

from client.games import generic, text
from client.games.base import GameUI
from messages.base import Change, View
from messages.packs import Pack
from messages.registry import GAMES, PACKS

BUILT_IN = {
    "eriantys": "client.games.eriantys",
    "uno": "client.games.uno",
    "codex": "client.games.codex",
    "shelfie": "client.games.shelfie",
    "rummy500": "client.games.rummy",
}
PLAYABLE = tuple(game.name for game in GAMES)
"""Names of the games whose messages this client can decode."""

_OWNERS: dict[type, str] = {
    cls: game.name
    for game in GAMES
    for cls in (*game.actions, *game.prompts, *game.setup, *game.changes, game.view)
}


@cache
def ui(game: str) -> GameUI:
    """Return the record of a game; an unknown game gets a record with fallbacks only.

    Records are cached. Raises PackError if the record of a pack is invalid.
    """
    if game in BUILT_IN:
        found: GameUI = import_module(BUILT_IN[game]).UI
        return found
    if game in PACKS:
        return load_ui(game, PACKS[game])
    return GameUI(name=game, mirror=generic.ignore_change)


def load_ui(game: str, pack: Pack) -> GameUI:
    """Import and validate the record of a pack.

    Raises PackError if the record cannot be imported, or if its name differs from that of its
    messages. Also raised if the mirror is no function, without strategies, or for a strategy
    without a bot.
    """
    # Imported here, because client.bots.strategies imports this module.
    from client.bots.strategies import FOR_EVERY_GAME

    record = pack.load("ui", "UI", GameUI)
    if record.name != game:
        pack.refuse(text.OTHER_NAME.format(ui=record.name, messages=game))
    if not callable(record.mirror):
        pack.refuse(text.NO_MIRROR)
    if not record.strategies:
        pack.refuse(text.NO_STRATEGY)
    for strategy in record.strategies:
        if strategy not in {**FOR_EVERY_GAME, **record.own_bots}:
            pack.refuse(text.NO_BOT.format(strategy=strategy))
    return record


def ui_of(message: Struct) -> GameUI:
    """Return the record of the game to which a view, change, prompt or action belongs.

    A message of no known game gets a record with fallbacks only. Raises PackError if the record of
    a pack is invalid.
    """
    return _ui_of(type(message))


@cache
def _ui_of(cls: type[Struct]) -> GameUI:
    """Return the record of the game that owns a message class.

    Any other class gets a record with fallbacks only. Raises PackError if the record of a pack is
    invalid.
    """
    return ui(_OWNERS.get(cls, ""))


def apply_change(view: View, change: Change) -> View:
    """Return the view after a change, using the mirror of the view's game.

    A view of no known game is returned unchanged. Raises KeyError for a change of another game.
    """
    after: View = _ui_of(type(view)).mirror(view, change)
    return after
