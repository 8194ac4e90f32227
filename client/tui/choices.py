"""Choosing word by word: the commands that are legal now, as a tree whose branches are words.

``move red island 3`` is reached as ``move red island``, then ``3``. As many words are shown at once
as the list has room for, so a short list has no steps at all. Every game gets this for nothing.
"""

from collections.abc import Iterable
from typing import NamedTuple

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
