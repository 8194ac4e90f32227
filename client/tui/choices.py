"""Choose a command word by word, from a menu or by completing a typed line.

``list_choices`` treats the legal commands as a tree whose branches are words: ``move red island 3``
is reached as ``move red island``, then ``3``. It lists as many words at once as the menu has room
for, so a short list has no steps. ``list_completions`` completes the last word of a typed line.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from client.games.registry import PLAYABLE, ui_of
from client.model import Model
from client.tui.lobby_dialogue import LOBBY_COMMANDS
from client.tui.room_commands import HOST_COMMANDS, KICK, PARTNER
from messages.text import clean

MAX_CHOICES = 12
"""Number of menu entries that can be read at a glance; a longer list is split into steps."""

Words = tuple[str, ...]
"""The words of a command, or the first ones of it."""


class Choice(NamedTuple):
    """The words of a command; if it is not complete, the next step chooses further words."""

    words: Words
    is_complete: bool

    @property
    def label(self) -> str:
        """Return the words, followed by an ellipsis if the command is not complete."""
        return " ".join(self.words) + ("" if self.is_complete else " …")


def list_choices(
    commands: Iterable[str], path: Words = (), max_choices: int = MAX_CHOICES
) -> list[Choice]:
    """Return the choices for the commands that start with the words of ``path``.

    They are grouped by the next word, and are as long as ``max_choices`` entries permit. There are
    more entries only if the next word in which the commands differ has more values.
    """
    split = [tuple(command.split()) for command in commands]
    matching = [words for words in split if words[: len(path)] == path]
    length = len(path) + 1
    branches = [
        [words for words in matching if words[:length] == start]
        for start in dict.fromkeys(words[:length] for words in matching)
    ]
    listed = [_list_prefixes(branch, length) for branch in branches]
    while (expanded := _expand_one(branches, listed, max_choices)) is not None:
        listed = expanded
    return [choice for branch in listed for choice in branch]


def _expand_one(
    branches: list[list[Words]], listed: list[list[Choice]], max_choices: int
) -> list[list[Choice]] | None:
    """Return the list after adding one word to the choices of the branch that grows least.

    Return None if all choices are complete or the list would be too long. A single incomplete
    choice is always expanded, because a menu of one entry is a needless step.
    """
    expanded = [_expand(*pair) for pair in zip(branches, listed, strict=True)]
    increases = [
        (len(new) - len(old), index)
        for index, (old, new) in enumerate(zip(listed, expanded, strict=True))
        if new
    ]
    if not increases:
        return None
    increase, index = min(increases)
    total = sum(map(len, listed))
    if total > 1 and total + increase > max_choices:
        return None
    return [*listed[:index], expanded[index], *listed[index + 1 :]]


def _expand(branch: list[Words], listed: list[Choice]) -> list[Choice]:
    """Return the choices of a branch with one more word than ``listed``.

    The result is empty if all listed choices are complete.
    """
    if all(choice.is_complete for choice in listed):
        return []
    return _list_prefixes(branch, max(len(choice.words) for choice in listed) + 1)


def _list_prefixes(commands: list[Words], length: int) -> list[Choice]:
    """Return a choice for each distinct beginning, of at most ``length`` words, of the commands.

    A command that is also the beginning of a longer one is listed as incomplete.
    """
    found = dict.fromkeys(words[:length] for words in commands)
    incomplete = {words[:length] for words in commands if len(words) > length}
    return [Choice(words, words not in incomplete) for words in found]


def list_completions(model: Model, line: str, common_commands: Iterable[str]) -> list[str]:
    """Return the words that can replace the last, unfinished word of the line, sorted.

    After a space, or without text, these are all possible next words. ``common_commands`` are
    completed in every phase, other commands only in theirs. The case of the line does not
    matter.
    """
    *before, last = line.lower().split(" ")
    commands = (*common_commands, *_phase_commands(model), *_report_commands(model))
    known = [command.split() for command in commands]
    index = len(before)
    matching = (words[index] for words in known if len(words) > index and words[:index] == before)
    return sorted({word for word in matching if word.startswith(last)})


def _phase_commands(model: Model) -> list[str]:
    """Return the commands of the current phase, with their arguments; empty before the lobby.

    In a match they are the legal actions, if the client has received them.
    """
    if model.phase == "playing" and model.view is not None:
        commands = ui_of(model.view).commands(model.view, model.names)
        return [commands.text(action) for action in model.actions]
    if model.phase == "room":
        wizards = [clean(wizard.lower(), 20) for wizard in model.wizards]
        return [*HOST_COMMANDS, *wizards, *_partner_commands(model), *_kick_commands(model)]
    return _lobby_commands(model) if model.phase in ("match", "setup") else []


def _partner_commands(model: Model) -> list[str]:
    """Return a command for each other player of a room with teams; empty without teams."""
    if model.room is None or not model.room.teams:
        return []
    return _with_others(PARTNER, model.room.players, model)


def _kick_commands(model: Model) -> list[str]:
    """Return a command for each other player of a room, if this player is its host."""
    if model.room is None or model.room.host != model.nickname:
        return []
    return _with_others(KICK, model.room.players, model)


def _report_commands(model: Model) -> list[str]:
    """Return a command for each other player of the match or room; empty in the lobby."""
    if model.phase not in ("room", "playing"):
        return []
    room_players = model.room.players if model.room else ()
    return _with_others("report", model.names if model.phase == "playing" else room_players, model)


def _with_others(command: str, players: Sequence[str], model: Model) -> list[str]:
    """Return one command for each player except the own one.

    The names are in lower case and cut to 20 characters.
    """
    others = [name for name in players if name != model.nickname]
    return [f"{command} {clean(name.lower(), 20)}" for name in others]


def _lobby_commands(model: Model) -> list[str]:
    """Return the commands of the lobby, alone and with each room or game that can follow.

    ``watch`` is offered only for rooms that allow spectators.
    """
    join = [f"join {room.match}" for room in model.rooms]
    watch = [f"watch {room.match}" for room in (*model.rooms, *model.playing) if room.watchers]
    games = [f"{command} {game}" for command in ("new", "list") for game in PLAYABLE]
    return [*LOBBY_COMMANDS, *join, *watch, *games]
