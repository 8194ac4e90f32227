"""Fallbacks for games without a board or commands: all fields of the view, numbered choices."""

import re
import textwrap
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, structs, to_builtins

from client.games import text
from client.games.base import GameCommands, Names, Offer, numbered
from client.games.layout import WIDTH
from client.games.parsing import CommandError
from messages import View
from messages.registry import Action
from messages.text import clean


def board(view: View, names: Names) -> list[str]:
    """List the fields of the view."""
    table = ", ".join(f"{seat} {clean(name, 20)}" for seat, name in enumerate(names))
    lines = [f"Seats: {table}"]
    for name, value in to_builtins(view).items():
        lines += textwrap.wrap(f"{name}: {clean(str(value), 2000)}", WIDTH, subsequent_indent="   ")
    return lines


def commands(view: View, names: Names) -> GameCommands:
    """Offer every action by a number."""
    return GameCommands(_parse, command, _offer, text.NUMBERS_HELP)


def command(action: Any) -> str:
    """Name an action and its fields: ``play uno card RED 7``."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(action).__name__).lower()
    fields = structs.asdict(action).items()
    values = [str(v) for key, v in fields if key != "id" and v is not None and v is not UNSET]
    return " ".join([name, *values])


def _parse(line: str, view: object) -> Action:
    raise CommandError(text.ONLY_NUMBERS)


def _offer(view: object, actions: Sequence[Action]) -> Offer:
    return numbered(actions, command)
