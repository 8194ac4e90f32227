"""Typed commands, by the class of the view; one line per game."""

from client.games.base import GameCommands, Offer
from client.games.layout import columns
from client.games.parsing import CommandError
from client.tui.commands.games import COMMANDS, commands_of

__all__ = ["COMMANDS", "CommandError", "GameCommands", "Offer", "columns", "commands_of"]
