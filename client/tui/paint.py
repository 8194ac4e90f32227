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
_PATTERNS = [
    (re.compile(rf"\b{word}\b{_SYMBOLS}|\b{word[0].upper()}[0-9]+\*?(?![\w-])"), style)
    for word, style in _COLORS.items()
]
_OWN_COLOR = re.compile(r"\x1b\[([0-9;]{1,8})m")
_OWN_STYLES = {
    "1": "bold",
    "32": "bright_green",
    "33": "bright_yellow",
    "34": "dodger_blue1",
    "35": "orchid1",
    "36": "bright_cyan",
    "97": "bright_white",
}
_MARKED = re.compile(r"^>.*$", re.MULTILINE)


def painted(text: str) -> Text:
    """The text with its colour words in their colours and the line of the turn in bold.

    A board with colours of its own brings them as a terminal's signs; only those below are read.
    """
    result, style = Text(no_wrap=False), ""
    for place, part in enumerate(_OWN_COLOR.split(text)):
        if place % 2:
            style = " ".join(filter(None, map(_OWN_STYLES.get, part.split(";"))))
        else:
            result.append(part, style or None)
    for pattern, style in _PATTERNS:
        result.highlight_regex(pattern, style)
    result.highlight_regex(_MARKED, "bold")
    return result


def dimmed(text: str) -> Text:
    """What cannot be chosen now."""
    return Text(text, style="dim")
