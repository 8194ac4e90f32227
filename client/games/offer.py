"""What a person can do now: numbers to type, and lines that say so."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from client.tui.text import typing
from messages.registry import Action

MANY = 200
"""Actions listed one by one; nobody reads more."""
WIDTH = 80


class Offer(NamedTuple):
    """``numbers``: what a typed number does."""

    numbers: Mapping[int, Action]
    lines: tuple[str, ...]


class Closed(NamedTuple):
    """Something one might want to do and cannot do now."""

    command: str
    why: str


def numbered(actions: Sequence[Action], text: Callable[[Any], str]) -> Offer:
    """A simple list, counted from 1."""
    numbers = dict(enumerate(actions, start=1))
    return Offer(numbers, tuple(f"  {n:>2}  {text(action)}" for n, action in numbers.items()))


def everything(actions: Sequence[Action], text: Callable[[Any], str]) -> list[str]:
    """All actions as commands, in columns."""
    texts = [text(action) for action in actions[:MANY]]
    width = max((len(t) for t in texts), default=0) + 2
    columns = max(1, (WIDTH - 2) // width)
    rows = [texts[i : i + columns] for i in range(0, len(texts), columns)]
    lines = [("  " + "".join(f"{t:<{width}}" for t in row)).rstrip() for row in rows]
    more = len(actions) - MANY
    return lines + ([typing.MORE.format(count=more)] if more > 0 else [])
