"""Bots: programs that play through the client library. See docs/bots.md."""

from client.bots.base import Bot, MatchInfo, MultiGameBot
from client.bots.general import GreedyBot, RandomBot
from client.bots.plan import BotFailed, Create, Join, JoinAny, OnIllegal, Outcome, Plan
from client.bots.player import BotPlayer
from client.bots.runner import aplay, connect_and_run, play, run_bot
from client.bots.statistics import WinRate, wilson_interval, win_rate
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
    "MatchInfo",
    "MultiGameBot",
    "OnIllegal",
    "Outcome",
    "Plan",
    "RandomBot",
    "UnknownStrategy",
    "WinRate",
    "aplay",
    "connect_and_run",
    "create_computer_player",
    "load_strategy",
    "play",
    "run_bot",
    "strategies_by_game",
    "wilson_interval",
    "win_rate",
]
