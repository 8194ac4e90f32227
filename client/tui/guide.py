"""The help page of a moment: what is asked, what the signs mean, how it is answered."""

import re
import textwrap

from client.model import Model
from client.tui.commands import commands_of
from client.tui.phrases import ask, full
from client.tui.phrases.moment import rules_of
from client.tui.text import screen, typing

_COLUMN = re.compile(r"\s*\S.*?\s{2,}(?=\S)")
"""A command with the space before its meaning."""


def guide(model: Model, width: int) -> list[str]:
    """The lines of the page, none of them longer than this."""
    lines = [*_now(model), *_signs(model), "", full.HELP_TYPING, *_commands(model), ""]
    lines += full.HELP_KEYS
    return [piece for line in lines for piece in _wrapped(line, width)]


def _wrapped(line: str, width: int) -> list[str]:
    """What follows a command stays in its column."""
    column = _COLUMN.match(line)
    indent = " " * (column.end() if column else 0)
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]


def _now(model: Model) -> list[str]:
    if model.phase != "playing" or model.prompt is None:
        return [screen.status(model)]
    return [ask(model.prompt), "", " ".join(rules_of(model.prompt))]


def _signs(model: Model) -> list[str]:
    if model.phase != "playing" or model.view is None:
        return []
    return ["", " ".join(commands_of(model.view, model.names).legend)]


def _commands(model: Model) -> list[str]:
    if model.phase == "playing" and model.view is not None:
        return [*commands_of(model.view, model.names).help, *screen.COMMON_HELP]
    first = typing.ROOM_HELP if model.phase == "room" else typing.HELP
    return [*first, *screen.COMMON_HELP]
