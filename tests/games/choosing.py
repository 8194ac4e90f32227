"""How players of test games choose: first what kind of thing to do, then which.

Uniform choice among all legal actions would hardly ever do what is listed once beside fifty others.
"""

from random import Random
from typing import TypeVar

import msgspec

from messages.base import ClientMessage

A = TypeVar("A", bound=ClientMessage)


def kinds_of(actions: tuple[A, ...]) -> list[list[A]]:
    """The actions by class and by the first word in them, in the order of the list."""
    kinds: dict[tuple[str, str], list[A]] = {}
    for action in actions:
        words = [value for value in msgspec.structs.astuple(action) if isinstance(value, str)]
        kinds.setdefault((type(action).__name__, words[0] if words else ""), []).append(action)
    return list(kinds.values())


def lively(actions: tuple[A, ...], random: Random) -> A:
    """A kind of action, then one of the kind."""
    return random.choice(random.choice(kinds_of(actions)))
