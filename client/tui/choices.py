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
    longest = max(map(len, under), default=0)
    shown = _cut(under, len(path) + 1)
    for depth in range(len(path) + 2, longest + 1):
        deeper = _cut(under, depth)
        if len(deeper) > room:
            break
        shown = deeper
    return shown


def _cut(commands: list[Words], depth: int) -> list[Choice]:
    """The different beginnings of this many words."""
    found = dict.fromkeys(words[:depth] for words in commands)
    long = {words[:depth] for words in commands if len(words) > depth}
    return [Choice(words, words not in long) for words in found]
