"""A game this client has no commands for yet: every choice has a number."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, structs

from client.games.offer import Offer, numbered
from client.games.parsing import CommandError
from client.tui.text import typing
from messages.registry import Action

HELP = typing.GENERIC_HELP


def parse(line: str, view: object = None) -> Action:
    """Only numbers are understood."""
    raise CommandError(typing.ONLY_NUMBERS)


def text(action: Any) -> str:
    """The action's name and fields: ``play uno card RED 7``."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(action).__name__).lower()
    fields = structs.asdict(action).items()
    values = [str(v) for key, v in fields if key != "id" and v is not None and v is not UNSET]
    return " ".join([name, *values])


def offer(view: object, actions: Sequence[Action]) -> Offer:
    """A numbered list."""
    return numbered(actions, text)
