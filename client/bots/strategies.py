"""Bots by name, or your own as ``module:Class``."""

import importlib
import sys
from collections.abc import Callable
from functools import partial

from client.bots.base import Bot
from client.bots.general import GreedyBot, RandomBot
from client.bots.plan import Join, Plan
from client.bots.player import BotPlayer
from client.errors import UserError
from client.games.base import BotFactory
from client.games.registry import PLAYABLE, ui

FOR_EVERY_GAME: dict[str, BotFactory] = {"random": RandomBot, "greedy": GreedyBot}


class UnknownStrategy(UserError):
    """There is no such bot; ``str()`` of it is a sentence for people."""


def load_strategy(strategy: str, game: str = "") -> Callable[[], Bot]:
    """Return what makes a bot of this strategy, which must be one for the game if that is known."""
    known = strategies_of(game)
    if strategy in known:
        return partial(known[strategy], None)
    module, _, name = strategy.partition(":")
    if not module or not name:
        there = f" for {game}" if strategy in strategies_of("") else ""
        names = ", ".join(known)
        raise UnknownStrategy(f"No strategy {strategy!r}{there}: use {names} or module:Class.")
    return _load_class(module, name)


def strategies_by_game() -> dict[str, tuple[str, ...]]:
    """Return the computer players of each game; the first one is the default."""
    return {game: ui(game).strategies for game in PLAYABLE}


def strategies_of(game: str) -> dict[str, BotFactory]:
    """Return the strategies for a game; all strategies if the game is not known."""
    if game in PLAYABLE:
        bots = {**FOR_EVERY_GAME, **ui(game).own_bots}
        return {name: bots[name] for name in (*ui(game).strategies, *FOR_EVERY_GAME)}
    own = {name: bot for game in PLAYABLE for name, bot in ui(game).own_bots.items()}
    return {**FOR_EVERY_GAME, **own}


def _load_class(module: str, name: str) -> type[Bot]:
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownStrategy(f"Cannot load {module}:{name}: {error}.") from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UnknownStrategy(f"{module}:{name} is not a subclass of client.bots.Bot.")
    return found


def create_computer_player(
    strategy: str, game: str, match: int, code: str, name: str, token: str = ""
) -> BotPlayer:
    """Return a computer player that joins this match of a game under this name and plays it.

    It stays for further matches of a standing table and quits when the table is gone. With a token
    it takes over a seat of the match.
    """
    plan = Plan(nickname=name, room=Join(match, code), matches=sys.maxsize, token=token)
    return BotPlayer(load_strategy(strategy, game)(), plan)
