"""Typed commands, by the class of the view; one line per game."""

from client.tui.commands.games import COMMANDS, GameCommands, commands_of
from client.tui.commands.offer import Offer, everything
from client.tui.commands.words import CommandError

__all__ = ["COMMANDS", "CommandError", "GameCommands", "Offer", "commands_of", "everything"]
