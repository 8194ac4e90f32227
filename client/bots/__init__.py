"""Bots: programs that play through the client library. See docs/bots.md."""

from client.bots.base import Bot, MultiGameBot
from client.bots.general import GreedyBot, RandomBot
from client.bots.plan import Create, Join, JoinAny, Outcome, Plan
from client.bots.player import BotPlayer
from client.bots.runner import BotFailed, play, run_bot
from client.bots.strategies import (
    UnknownStrategy,
    create_computer_player,
    load_strategy,
    strategies_by_game,
)

__all__ = [
    "Bot",
    "BotFailed",
    "BotPlayer",
    "Create",
    "GreedyBot",
    "Join",
    "JoinAny",
    "MultiGameBot",
    "Outcome",
    "Plan",
    "RandomBot",
    "UnknownStrategy",
    "create_computer_player",
    "load_strategy",
    "play",
    "run_bot",
    "strategies_by_game",
]
