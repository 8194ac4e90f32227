"""Reading what people type: numbers and words, in any case, shortened as far as they are clear."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from client.errors import UserError
from client.games import text as shared

T = TypeVar("T")


class CommandError(UserError):
    """What was typed is no command; ``str()`` of it says what to type."""


def pick(typed: str, choices: Mapping[str, T], what: str) -> T:
    """The choice this word means: the whole word, or the only one it begins."""
    word = typed.lower()
    if word in choices:
        return choices[word]
    found = [name for name in choices if name.startswith(word)]
    if len({id(choices[name]) for name in found}) == 1:
        return choices[found[0]]
    if found:
        raise CommandError(shared.AMBIGUOUS.format(word=word, choices=_or(found)))
    raise CommandError(shared.UNKNOWN.format(word=word, what=what, choices=_or(choices)))


def number(typed: str, what: str) -> int:
    """A whole number of at most nine digits."""
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 9):
        raise CommandError(shared.NO_NUMBER.format(word=typed, what=what))
    return int(typed)


def _or(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
