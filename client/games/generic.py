"""Fallbacks for games without a board, commands or text: they show message names and fields."""

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

HIDDEN_FIELDS = {"id", "reply_to", "seq"}


def ignore_change(view: Any, change: Change) -> Any:
    """Return the view unchanged, because the change affects no field or its game is unknown."""
    return view


def render_fields(view: View, names: Sequence[str]) -> list[str]:
    """Render a view as a line with the seats and nicknames, then a list of its fields.

    Nicknames are cut to 20 characters and values to 2000.
    """
    seats = ", ".join(f"{seat} {clean(name, 20)}" for seat, name in enumerate(names))
    lines = [f"Seats: {seats}"]
    for name, value in to_builtins(view).items():
        lines += textwrap.wrap(f"{name}: {clean(str(value), 2000)}", WIDTH, subsequent_indent="   ")
    return lines


def describe(message: Struct) -> str:
    """Return the name and fields of a change or prompt: ``Card played: seat 1, card RED 7``.

    Left out are message ids, the sequence number, and fields that are None or UNSET. The text is
    cut to 512 characters.
    """
    fields = [
        f"{name} {value}" for name, value in _set_fields(message) if name not in HIDDEN_FIELDS
    ]
    name = _split_class_name(message).capitalize()
    return clean(f"{name}: {', '.join(fields)}" if fields else name)


def command_text(action: Any) -> str:
    """Return the name and field values of an action: ``play card RED 7``.

    The message id and fields that are None or UNSET are left out; an empty tuple is shown as
    ``()``.
    """
    values = [str(value) for name, value in _set_fields(action) if name != "id"]
    return " ".join([_split_class_name(action).lower(), *values])


def _set_fields(message: Struct) -> list[tuple[str, Any]]:
    """Return the names and values of the fields that are neither None nor UNSET."""
    fields = structs.asdict(message).items()
    return [(name, value) for name, value in fields if value is not None and value is not UNSET]


def reject_line(line: str, view: object) -> NoReturn:
    """Raise CommandError for any line, because actions are chosen by their numbers."""
    raise CommandError(ONLY_NUMBERS)


def _split_class_name(message: Struct) -> str:
    """Return the words of a class name: ``Card Played`` for ``CardPlayed``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(message).__name__)
