"""Bots: clients that choose by themselves. docs/bots.md shows how to write one."""

from client.bots.base import Bot
from client.bots.greedy import GreedyBot
from client.bots.plan import Create, Join, JoinAny, Outcome, Plan
from client.bots.player import BotPlayer
from client.bots.random import RandomBot
from client.bots.runner import BotFailed, play, run_bot
from client.bots.strategies import (
    STRATEGIES,
    STRATEGIES_BY_GAME,
    UnknownStrategy,
    computer_player,
    load,
)
from client.games.uno.bots import AdvancedBot, BasicBot

__all__ = [
    "STRATEGIES",
    "STRATEGIES_BY_GAME",
    "AdvancedBot",
    "BasicBot",
    "Bot",
    "BotFailed",
    "BotPlayer",
    "Create",
    "GreedyBot",
    "Join",
    "JoinAny",
    "Outcome",
    "Plan",
    "RandomBot",
    "UnknownStrategy",
    "computer_player",
    "load",
    "play",
    "run_bot",
]
