"""Bots by name, or your own as ``module:Class``."""

import importlib
import sys
from collections.abc import Callable

from client.bots.base import Bot
from client.bots.greedy import GreedyBot
from client.bots.plan import Join, Plan
from client.bots.player import BotPlayer
from client.bots.random import RandomBot
from client.errors import UserError
from client.games.uno.bots import AdvancedBot, BasicBot

STRATEGIES: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "basic": BasicBot,
    "advanced": AdvancedBot,
}
STRATEGIES_BY_GAME: dict[str, tuple[str, ...]] = {
    "eriantys": ("greedy", "random"),
    "uno": ("basic", "advanced", "random"),
    "codex": ("greedy", "random"),
    "shelfie": ("greedy", "random"),
    "rummy500": ("greedy", "random"),
}
"""What computer players each game has; the first is the usual one."""
FOR_EVERY_GAME = ("random", "greedy")


class UnknownStrategy(UserError):
    """There is no such bot; ``str()`` of it is a sentence for people."""


def load(strategy: str, game: str = "") -> Callable[[], Bot]:
    """What makes a bot of this strategy, which must be one for the game if that is known."""
    known = strategies_of(game)
    if strategy in known:
        return STRATEGIES[strategy]
    module, _, name = strategy.partition(":")
    if not module or not name:
        there = f" for {game}" if strategy in STRATEGIES else ""
        names = ", ".join(known)
        raise UnknownStrategy(f"No strategy {strategy!r}{there}: use {names} or module:Class.")
    return _load_class(module, name)


def strategies_of(game: str) -> tuple[str, ...]:
    """The strategies that know this game; all of them where it is not known."""
    own = STRATEGIES_BY_GAME.get(game)
    return tuple(STRATEGIES) if own is None else tuple(dict.fromkeys((*own, *FOR_EVERY_GAME)))


def _load_class(module: str, name: str) -> type[Bot]:
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownStrategy(f"Cannot load {module}:{name}: {error}.") from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UnknownStrategy(f"{module}:{name} is not a subclass of client.bots.Bot.")
    return found


def computer_player(strategy: str, match: int, code: str, name: str, token: str = "") -> BotPlayer:
    """The driver of a computer player: joins this match under this name and plays it.

    It stays for more at a standing table, and quits when the table is gone. With a token it goes
    on where it was before the server was started again.
    """
    plan = Plan(nickname=name, way=Join(match, code), matches=sys.maxsize, token=token)
    return BotPlayer(load(strategy)(), plan)
