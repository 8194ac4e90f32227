"""Sentences with coloured words: one text for the line client, spans for the full screen.

The functions that write a sentence know the colour of each word from the data, so no text is
searched for names of colours.
"""

from collections.abc import Iterable
from typing import NamedTuple

from client.games.drawing import Line, Span
from messages.text import visible


class Word(NamedTuple):
    """A word or name inside a sentence with its role, such as ``ink:red``.

    ``sign`` replaces the text in the full screen, for example ``5♥`` instead of ``5H``.
    """

    text: str
    role: str = "text"
    sign: str = ""


Prose = tuple[str | Word, ...]
"""One line of text: plain parts and words with a role."""
Sentence = str | Prose
"""The text of a message; only a ``str`` may have several lines."""


def prose(*parts: str | Word | Prose) -> Prose:
    """Return one line of all parts; a part that is itself a line is replaced by its parts."""
    flat: list[str | Word] = []
    for part in parts:
        flat += [part] if isinstance(part, str | Word) else part
    return tuple(flat)


def ink(color: str) -> Word:
    """Return the name of a colour in this colour, in lower case."""
    return Word(color.lower(), f"ink:{color.lower()}")


def join_words(words: Iterable[Word], separator: str = ", ") -> Prose:
    """Return the words with a separator between them."""
    joined: list[str | Word] = []
    for word in words:
        joined += [separator, word] if joined else [word]
    return tuple(joined)


def capitalized(word: Word) -> Word:
    """Return the word with its first letter in upper case, for the beginning of a sentence.

    The other letters of its text and its sign are not changed.
    """
    text, sign = (part[:1].upper() + part[1:] for part in (word.text, word.sign))
    return word._replace(text=text, sign=sign)


def split_lines(sentence: Sentence) -> list[Prose]:
    """Return the lines of a sentence; none for an empty one."""
    if isinstance(sentence, str):
        return [(line,) for line in sentence.splitlines()]
    return [sentence] if sentence else []


def to_plain_text(line: Prose) -> str:
    """Return a line without roles, as the line client writes it."""
    return "".join(part if isinstance(part, str) else part.text for part in line)


def to_spans(line: Prose) -> Line:
    """Return a line with its roles, as the full screen shows it, without control characters.

    The sign of a word replaces its text.
    """
    return tuple(
        Span(visible(part))
        if isinstance(part, str)
        else Span(visible(part.sign or part.text), part.role)
        for part in line
    )
