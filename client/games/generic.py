"""Fallbacks for games without a board, commands or text: names and fields of the messages."""

import re
import textwrap
from collections.abc import Sequence
from typing import Any, NoReturn

from msgspec import UNSET, Struct, structs, to_builtins

from client.games.layout import WIDTH
from client.games.parsing import CommandError
from client.games.text import ONLY_NUMBERS
from messages import Change, View
from messages.text import clean

HIDDEN = {"id", "reply_to", "seq"}


def unchanged(view: Any, change: Change) -> Any:
    """Return the view as it was: the change concerns no field, or its game is unknown."""
    return view


def board(view: View, names: Sequence[str]) -> list[str]:
    """List the fields of the view."""
    table = ", ".join(f"{seat} {clean(name, 20)}" for seat, name in enumerate(names))
    lines = [f"Seats: {table}"]
    for name, value in to_builtins(view).items():
        lines += textwrap.wrap(f"{name}: {clean(str(value), 2000)}", WIDTH, subsequent_indent="   ")
    return lines


def describe(message: Struct) -> str:
    """Name a change or a prompt and its fields: ``Card played: seat 1, card RED 7``."""
    fields = [f"{k} {v}" for k, v in structs.asdict(message).items() if k not in HIDDEN]
    name = _words(message).capitalize()
    return clean(f"{name}: {', '.join(fields)}" if fields else name)


def command(action: Any) -> str:
    """Name an action and its fields: ``play card RED 7``."""
    fields = structs.asdict(action).items()
    values = [str(v) for key, v in fields if key != "id" and v is not None and v is not UNSET]
    return " ".join([_words(action).lower(), *values])


def parse(line: str, view: object) -> NoReturn:
    """Refuse the line: actions are chosen by their numbers."""
    raise CommandError(ONLY_NUMBERS)


def _words(message: Struct) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(message).__name__)
