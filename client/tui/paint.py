"""Adds colours to text that is complete without them: pure, and the same for every game.

A board names colours in words (``red 7``) or as a letter with a number (``R2``); both are coloured.
Nothing is interpreted as markup, so names and chat are shown literally.
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
_CARD_SYMBOL = r"(?: (?:[0-9]\b|skip|reverse|draw 2))?"
_COLOR_WORDS = [
    (re.compile(rf"\b{word}\b{_CARD_SYMBOL}"), style) for word, style in _COLORS.items()
]
_COLOR_LETTERS = [
    (re.compile(rf"\b{word[0].upper()}[0-9]+\*?(?![\w-])"), style)
    for word, style in _COLORS.items()
]
_TURN_LINE = re.compile(r"^>.*$", re.MULTILINE)


def colorize(text: str) -> Text:
    """Return the text with colour names, and letters such as ``R2``, in their colours.

    Lines that start with ``>``, such as that of the player to move, are bold.
    """
    return _highlight(Text(text, no_wrap=False), letters=True)


def colorize_board(text: str, *, letters: bool = True) -> Text:
    """Colorize a board like any text; ANSI colours in it are kept.

    Without ``letters`` a letter with a number is no colour.
    """
    return _highlight(Text.from_ansi(text, no_wrap=False), letters=letters)


def _highlight(text: Text, *, letters: bool) -> Text:
    """Paint the text in place and return it; without ``letters`` paint only names of colours."""
    for pattern, style in _COLOR_WORDS + _COLOR_LETTERS * letters:
        text.highlight_regex(pattern, style)
    text.highlight_regex(_TURN_LINE, "bold")
    return text


def dim(text: str) -> Text:
    """Return dimmed text, for an entry that cannot be chosen."""
    return Text(text, style="dim")
