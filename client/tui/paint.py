"""Colours for text that says everything without them: pure, and the same for every game.

A board names its colours in words (``red 7``) or as a letter with a number (``R2``); both are
painted. Nothing is read as markup, so what people write stays what it is.
"""

import re

from rich.text import Text

_COLORS = {
    "red": "bright_red",
    "yellow": "bright_yellow",
    "green": "bright_green",
    "blue": "dodger_blue1",
    "pink": "orchid1",
}
_SYMBOLS = r"(?: (?:[0-9]\b|skip|reverse|draw 2))?"
_WORDS = [(re.compile(rf"\b{word}\b{_SYMBOLS}"), style) for word, style in _COLORS.items()]
_LETTERS = [
    (re.compile(rf"\b{word[0].upper()}[0-9]+\*?(?![\w-])"), style)
    for word, style in _COLORS.items()
]
_MARKED = re.compile(r"^>.*$", re.MULTILINE)


def painted(text: str) -> Text:
    """The text with its colour words in their colours and the line of the turn in bold."""
    return _highlighted(Text(text, no_wrap=False), letters=True)


def board(text: str, *, letters: bool = True) -> Text:
    """The same for a board, which may have colours of its own, and letters that mean none."""
    return _highlighted(Text.from_ansi(text, no_wrap=False), letters=letters)


def _highlighted(result: Text, *, letters: bool) -> Text:
    for pattern, style in _WORDS + _LETTERS * letters:
        result.highlight_regex(pattern, style)
    result.highlight_regex(_MARKED, "bold")
    return result


def dimmed(text: str) -> Text:
    """What cannot be chosen now."""
    return Text(text, style="dim")
