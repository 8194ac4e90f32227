"""Parse typed words and numbers; case is ignored and unambiguous prefixes are accepted."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from client.errors import UserError
from client.games import text

T = TypeVar("T")


class CommandError(UserError):
    """Raised for input that is no command; its text tells the user what to type."""


def pick(typed: str, choices: Mapping[str, T], kind: str) -> T:
    """Return the choice for a typed word or prefix; case is ignored.

    A prefix of several words is accepted if all of them mean the same choice. Raises CommandError
    for any other word, with a text that lists the possible words; ``kind`` says in it what was
    expected.
    """
    word = typed.lower()
    if word in choices:
        return choices[word]
    matching = [name for name in choices if name.startswith(word)]
    if len({id(choices[name]) for name in matching}) == 1:
        return choices[matching[0]]
    if matching:
        raise CommandError(text.AMBIGUOUS.format(word=word, choices=_join_with_or(matching)))
    raise CommandError(text.UNKNOWN.format(word=word, kind=kind, choices=_join_with_or(choices)))


def pick_verb(words: Sequence[str], verbs: Mapping[str, T]) -> T:
    """Return the choice for the first word of a command; the other words are ignored.

    Raises CommandError without words, and if the first word is unknown or ambiguous.
    """
    if not words:
        raise CommandError(text.NO_COMMAND)
    return pick(words[0], verbs, text.A_COMMAND)


def verbs_by_word(*words: str) -> dict[str, str]:
    """Return a mapping of each word that may be typed to its verb; ``colour`` maps to ``color``."""
    return {word: "color" if word == "colour" else word for word in words}


def parse_number(typed: str, kind: str) -> int:
    """Return a typed number that is not negative and has at most nine digits.

    Raises CommandError for any other text; ``kind`` says in it what was expected.
    """
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 9):
        raise CommandError(text.NO_NUMBER.format(word=typed, kind=kind))
    return int(typed)


def item_by_number(items: Sequence[T], number: int, error: str) -> T:
    """Return an item by its number from 1.

    Raises CommandError for another number, with the text ``error``; ``{count}`` in it becomes the
    number of items.
    """
    if not 1 <= number <= len(items):
        raise CommandError(error.format(count=len(items)))
    return items[number - 1]


def _join_with_or(words: Iterable[str]) -> str:
    """Return the words as ``a, b or c``; there must be at least one."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
