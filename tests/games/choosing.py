"""How players of test games choose: first what kind of thing to do, then which.

Uniform choice among all legal actions would hardly ever do what is listed once beside fifty others.
"""

from random import Random
from typing import TypeVar

import msgspec

from messages.base import ClientMessage

A = TypeVar("A", bound=ClientMessage)

SELDOM = frozenset({"DrawUnoCard", "DrawRummyStock", "DiscardRummyCard"})
"""Actions that put off the end of a game; they are chosen less often while there are others."""
OFTEN = 8


def kinds_of(actions: tuple[A, ...]) -> list[list[A]]:
    """The actions by class and by the first word in them; a kind to be chosen often is repeated."""
    kinds: dict[tuple[str, str], list[A]] = {}
    for action in actions:
        words = [value for value in msgspec.structs.astuple(action) if isinstance(value, str)]
        kinds.setdefault((type(action).__name__, words[0] if words else ""), []).append(action)
    if not any(name in SELDOM for name, _ in kinds):
        return list(kinds.values())
    weights = {key: 1 if key[0] in SELDOM else OFTEN for key in kinds}
    return [kind for key, kind in kinds.items() for _ in range(weights[key])]


def lively(actions: tuple[A, ...], random: Random) -> A:
    """A kind of action, then one of the kind."""
    return random.choice(random.choice(kinds_of(actions)))
