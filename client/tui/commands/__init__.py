"""Typed commands, by the class of the view; one line per game."""

from client.games.offer import Offer, everything
from client.games.parsing import CommandError
from client.tui.commands.games import COMMANDS, GameCommands, commands_of

__all__ = ["COMMANDS", "CommandError", "GameCommands", "Offer", "commands_of", "everything"]
