"""Words that may come next while a command is typed: what is legal now, or open in the lobby."""

from collections.abc import Iterable

from client.model import Model
from client.tui.commands import commands_of
from client.tui.commands.games import PLAYABLE
from client.tui.commands.lobby import VERBS
from messages.text import clean

AT_A_TABLE = ("add", "seats", "start")


def completions(model: Model, line: str, always: Iterable[str]) -> list[str]:
    """The words that finish the last one; ``always`` are commands that are never out of place."""
    *before, last = line.lower().split(" ")
    known = [command.split() for command in (*always, *_commands(model))]
    fitting = (k[len(before)] for k in known if len(k) > len(before) and k[: len(before)] == before)
    return sorted({word for word in fitting if word.startswith(last)})


def _commands(model: Model) -> list[str]:
    if model.phase == "playing" and model.view is not None:
        commands = commands_of(model.view, model.names)
        return [commands.text(action) for action in model.actions]
    if model.phase == "room":
        return [*AT_A_TABLE, *(clean(wizard.lower(), 20) for wizard in model.wizards)]
    return _in_the_lobby(model) if model.phase in ("match", "setup") else []


def _in_the_lobby(model: Model) -> list[str]:
    joined = [f"join {room.match}" for room in model.rooms]
    watched = [f"watch {room.match}" for room in (*model.rooms, *model.playing) if room.watchers]
    return [*VERBS, *joined, *watched, *(f"new {game}" for game in PLAYABLE)]
