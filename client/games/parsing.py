"""Parsing typed words and numbers: case is ignored, unambiguous prefixes are enough."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from client.errors import UserError
from client.games import text

T = TypeVar("T")


class CommandError(UserError):
    """Raised for input that is no command; ``str()`` of it says what to type."""


def pick(typed: str, choices: Mapping[str, T], what: str) -> T:
    """Return the choice that the word names: the whole word, or the only one it begins."""
    word = typed.lower()
    if word in choices:
        return choices[word]
    found = [name for name in choices if name.startswith(word)]
    if len({id(choices[name]) for name in found}) == 1:
        return choices[found[0]]
    if found:
        raise CommandError(text.AMBIGUOUS.format(word=word, choices=_or(found)))
    raise CommandError(text.UNKNOWN.format(word=word, what=what, choices=_or(choices)))


def pick_verb(words: Sequence[str], verbs: Mapping[str, T]) -> T:
    """Return what the first word of a command means."""
    if not words:
        raise CommandError(text.NO_COMMAND)
    return pick(words[0], verbs, text.A_COMMAND)


def verbs_by_word(*words: str) -> dict[str, str]:
    """Return the verb for each word that may be typed; ``colour`` is ``color``."""
    return {word: "color" if word == "colour" else word for word in words}


def parse_number(typed: str, what: str) -> int:
    """Return a whole number of at most nine digits."""
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 9):
        raise CommandError(text.NO_NUMBER.format(word=typed, what=what))
    return int(typed)


def item_by_number(items: Sequence[T], place: int, problem: str) -> T:
    """Return an item by its number from 1; ``problem`` names the numbers that exist."""
    if not 1 <= place <= len(items):
        raise CommandError(problem.format(count=len(items)))
    return items[place - 1]


def _or(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
