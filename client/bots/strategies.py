"""Find the bot class of a strategy: by its name, or as ``module:Class``."""

import importlib
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from client.bots import text
from client.bots.base import Bot
from client.bots.general import GreedyBot, RandomBot
from client.bots.plan import Join, Plan
from client.bots.player import BotPlayer
from client.errors import UserError
from client.games.base import BotFactory
from client.games.registry import PLAYABLE, ui

FOR_EVERY_GAME: dict[str, BotFactory] = {"random": RandomBot, "greedy": GreedyBot}
"""Strategies that play every game."""
OWN_PACKAGES = ("messages", "games", "server", "client", "tavolata")


class UnknownStrategy(UserError):
    """There is no such strategy; ``str()`` is a sentence for users."""


def load_strategy(strategy: str, game: str = "", seed: int | None = None) -> Callable[[], Bot]:
    """Return a factory of bots with this strategy: a name or ``module:Class``.

    If the game is known, a named strategy must be one that plays it. ``seed`` determines the random
    choices of a named strategy; a class gets no seed. Raises UnknownStrategy, also if the class
    cannot be imported.
    """
    known = strategies_for(game)
    if strategy in known:
        return partial(known[strategy], seed)
    module, _, name = strategy.partition(":")
    if not module or not name:
        for_game = f" for {game}" if strategy in strategies_for("") else ""
        names = ", ".join(known)
        raise UnknownStrategy(f"No strategy {strategy!r}{for_game}: use {names} or module:Class.")
    return _load_class(module, name)


def strategies_by_game() -> dict[str, tuple[str, ...]]:
    """Return the strategies of computer players for each game; the first is the default."""
    return {game: ui(game).strategies for game in PLAYABLE}


def strategies_for(game: str) -> dict[str, BotFactory]:
    """Return the factories of the strategies for a game, by name.

    If the game is unknown or empty, return those of all games.
    """
    if game in PLAYABLE:
        bots = {**FOR_EVERY_GAME, **ui(game).own_bots}
        return {name: bots[name] for name in (*ui(game).strategies, *FOR_EVERY_GAME)}
    own = {name: bot for game in PLAYABLE for name, bot in ui(game).own_bots.items()}
    return {**FOR_EVERY_GAME, **own}


def _load_class(module: str, name: str) -> Callable[[], Bot]:
    """Import a module and return a factory for its class of this name.

    Raises UnknownStrategy if it cannot be imported, is not a bot with ``choose``, or if the module
    is relative or has the name of a package of this project. The factory raises it if the class
    cannot be called.
    """
    if module in OWN_PACKAGES:
        raise UnknownStrategy(text.RESERVED_MODULE.format(module=module))
    if module.startswith("."):
        raise UnknownStrategy(text.RELATIVE_MODULE.format(module=module, name=name))
    strategy = f"{module}:{name}"
    found = getattr(_import(module, strategy), name, None)
    if found is None:
        raise UnknownStrategy(text.NO_CLASS.format(strategy=strategy, module=module, name=name))
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UnknownStrategy(f"{strategy} is not a subclass of tavolata.Bot.")
    if found.choose is Bot.choose:
        raise UnknownStrategy(text.NO_METHOD.format(name=strategy))
    return partial(_create, found, strategy)


def _import(module: str, strategy: str) -> ModuleType:
    """Return an imported module; raise UnknownStrategy if its code raises an exception."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UnknownStrategy(f"Cannot load {strategy}: {error}.") from None
    except Exception as error:
        frame = extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}, line {frame.lineno}"
        if isinstance(error, SyntaxError):
            place = f"line {error.lineno}"
        facts = {"strategy": strategy, "kind": type(error).__name__, "place": place}
        raise UnknownStrategy(text.IMPORT_RAISED.format(error=error, **facts)) from error


def _create(bot: type[Bot], strategy: str) -> Bot:
    """Return a new bot; raise UnknownStrategy if its class raises an exception."""
    try:
        return bot()
    except Exception as error:
        facts = {"strategy": strategy, "kind": type(error).__name__, "error": error}
        raise UnknownStrategy(text.CREATION_RAISED.format(**facts)) from error


def create_computer_player(
    strategy: str,
    game: str,
    match: int,
    code: str,
    name: str,
    token: str = "",
    seed: int | None = None,
) -> BotPlayer:
    """Return the driver of a computer player that joins a room under this name.

    The room is given by its match number, or by its code if it is private. The driver also plays
    the further matches of a standing room, and quits when the room is closed. With a token it
    resumes a session: as a stand-in, or after a restart of the server. Random actions replace
    illegal ones, so that people at the table can continue. ``seed`` determines its random choices.
    Raises UnknownStrategy.
    """
    room = Join(match, code)
    plan = Plan(nickname=name, room=room, matches=sys.maxsize, token=token, on_illegal="random")
    return BotPlayer(load_strategy(strategy, game, seed)(), plan)
