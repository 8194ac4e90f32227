"""The pages of help: the moment, the rules, the signs that are visible, and the keys. Pure."""

import re
import textwrap
from collections.abc import Sequence

from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.model import Model
from client.tui import display
from client.tui.text import help as phrases
from client.tui.text import screen
from client.tui.text.messages import prompt_text

_COLUMN = re.compile(r"\s*\S.*?\s{2,}(?=\S)")
"""Matches a command or a sign in a help text with the spaces before its explanation."""

HelpPages = dict[str, list[str]]
"""The lines of each page by its name, in their order."""


def build_help(model: Model, columns: int, board: str = "") -> HelpPages:
    """Return the pages of help, wrapped to ``columns``; an empty page is left out.

    ``board`` is the text of the board, which decides which signs are explained.
    """
    pages = {
        phrases.NOW: _now(model),
        phrases.RULES: rules_of(model, ""),
        phrases.SIGNS: _signs(model, board),
        phrases.KEYS: [*phrases.HELP_KEYS, "", screen.HELP_COMMANDS, *screen.COMMON_HELP],
    }
    return {name: wrap_all(lines, columns) for name, lines in pages.items() if lines}


def rules_of(model: Model, game: str) -> list[str]:
    """Return the rules of a game, or of the table; empty if it is not known which game is meant."""
    try:
        return display.show_rules(model, game)
    except CommandError:
        return []


def _now(model: Model) -> list[str]:
    """Return the question and its rules, or the status, and the commands of this moment."""
    if model.phase != "playing" or model.prompt is None:
        first = [screen.status_line(model)]
    else:
        rules = ui_of(model.prompt).text.prompt_rules.get(type(model.prompt), ())
        first = [prompt_text(model.prompt), "", " ".join(rules)]
    return [*first, "", screen.HELP_COMMANDS, *display.render_phase_help(model)]


def _signs(model: Model, board: str) -> list[str]:
    """Return the meanings of the signs on the board, those of all games first.

    For a game without a drawing they are the legend of its text.
    """
    drawing = ui_of(model.view).drawing if model.view is not None else None
    signs = {**phrases.SIGN_TEXT, **(drawing.signs if drawing is not None else {})}
    lines = [f"{sign:<9} {text}" for sign, (mark, text) in signs.items() if mark in board]
    legend = display.render_legend(model)
    if not legend and not board:
        return []
    return lines if drawing is not None else [*lines, *legend]


def wrap_all(lines: Sequence[str], columns: int) -> list[str]:
    """Return the lines wrapped to this number of columns."""
    return [piece for line in lines for piece in _wrap(line, columns)]


def _wrap(line: str, columns: int) -> list[str]:
    """Wrap a line of help; an empty line stays one line.

    If the line explains a command, its continuation is indented to the column of the explanation.
    """
    column = _COLUMN.match(line)
    indent = " " * (column.end() if column else 0)
    return textwrap.wrap(line, columns, subsequent_indent=indent) or [""]
