"""The help page of a moment: what is asked, how it is answered, what the signs mean."""

from client.model import Model
from client.tui.commands import commands_of, lobby
from client.tui.phrases import ask, full, screen
from client.tui.phrases.moment import rules_of


def guide(model: Model) -> list[str]:
    """The lines of the page."""
    return [*_now(model), "", full.HELP_TYPING, *_commands(model), "", *full.HELP_KEYS]


def _now(model: Model) -> list[str]:
    if model.phase != "playing" or model.prompt is None:
        return [screen.status(model)]
    return [ask(model.prompt), "", *rules_of(model.prompt)]


def _commands(model: Model) -> list[str]:
    if model.phase == "playing" and model.view is not None:
        commands = commands_of(model.view, model.names)
        return [*commands.help, *screen.COMMON_HELP, "", *commands.legend]
    first = lobby.ROOM_HELP if model.phase == "room" else lobby.HELP
    return [*first, *screen.COMMON_HELP]
