"""Choose a command word by word, from a menu or by completing what is typed.

``choices`` treats the legal commands as a tree whose branches are words: ``move red island 3`` is
reached as ``move red island``, then ``3``. It shows as many words at once as the list has room for,
so a short list has no steps. ``completions`` returns the words that can follow a typed line.
"""

from collections.abc import Iterable
from typing import NamedTuple

from client.games.registry import PLAYABLE, ui_of
from client.model import Model
from client.tui.lobby_dialogue import HOST_COMMANDS, VERBS
from messages.text import clean

ROOM = 12
"""Entries that are easy to look over."""

Words = tuple[str, ...]


class Choice(NamedTuple):
    """``whole``: these words are a command; otherwise more words are to be chosen."""

    words: Words
    whole: bool

    @property
    def label(self) -> str:
        """The words; dots say that there is more."""
        return " ".join(self.words) + ("" if self.whole else " …")


def choices(commands: Iterable[str], path: Words = (), room: int = ROOM) -> list[Choice]:
    """What can follow the path, in the order of the commands."""
    split = [tuple(command.split()) for command in commands]
    under = [words for words in split if words[: len(path)] == path]
    first = len(path) + 1
    branches = [
        [words for words in under if words[:first] == start]
        for start in dict.fromkeys(words[:first] for words in under)
    ]
    shown = [_cut(branch, first) for branch in branches]
    while (grown := _grown(branches, shown, room)) is not None:
        shown = grown
    return [choice for branch in shown for choice in branch]


def _grown(
    branches: list[list[Words]], shown: list[list[Choice]], room: int
) -> list[list[Choice]] | None:
    """One branch shown a word further, the one that grows least; None where none has room.

    A list of one entry that asks for more would be a step for nothing: that one always grows.
    """
    further = [_further(*pair) for pair in zip(branches, shown, strict=True)]
    more = [(len(b) - len(a), n) for n, (a, b) in enumerate(zip(shown, further, strict=True)) if b]
    if not more:
        return None
    increase, place = min(more)
    total = sum(map(len, shown))
    if total > 1 and total + increase > room:
        return None
    return [*shown[:place], further[place], *shown[place + 1 :]]


def _further(branch: list[Words], shown: list[Choice]) -> list[Choice]:
    """Empty where everything is a whole command already."""
    if all(choice.whole for choice in shown):
        return []
    return _cut(branch, max(len(choice.words) for choice in shown) + 1)


def _cut(commands: list[Words], depth: int) -> list[Choice]:
    """The different beginnings of this many words."""
    found = dict.fromkeys(words[:depth] for words in commands)
    long = {words[:depth] for words in commands if len(words) > depth}
    return [Choice(words, words not in long) for words in found]


def completions(model: Model, line: str, always: Iterable[str]) -> list[str]:
    """The words that finish the last one; ``always`` are commands that are never out of place."""
    *before, last = line.lower().split(" ")
    known = [command.split() for command in (*always, *_commands(model))]
    fitting = (k[len(before)] for k in known if len(k) > len(before) and k[: len(before)] == before)
    return sorted({word for word in fitting if word.startswith(last)})


def _commands(model: Model) -> list[str]:
    if model.phase == "playing" and model.view is not None:
        commands = ui_of(model.view).commands(model.view, model.names)
        return [commands.text(action) for action in model.actions]
    if model.phase == "room":
        return [*HOST_COMMANDS, *(clean(wizard.lower(), 20) for wizard in model.wizards)]
    return _in_the_lobby(model) if model.phase in ("match", "setup") else []


def _in_the_lobby(model: Model) -> list[str]:
    joined = [f"join {room.match}" for room in model.rooms]
    watched = [f"watch {room.match}" for room in (*model.rooms, *model.playing) if room.watchers]
    return [*VERBS, *joined, *watched, *(f"new {game}" for game in PLAYABLE)]
