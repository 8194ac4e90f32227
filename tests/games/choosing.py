"""How players of test games choose: first what kind of thing to do, then which.

Uniform choice among all legal actions would hardly ever do what is listed once beside fifty others.
"""

from random import Random
from typing import TypeVar

import msgspec

from messages.base import ClientMessage
from tests.games.tables import SETTINGS

A = TypeVar("A", bound=ClientMessage)

SELDOM = frozenset(action for tests in SETTINGS.values() for action in tests.seldom)
OFTEN = 8


def kinds_of(actions: tuple[A, ...]) -> list[list[A]]:
    """The actions by class and by the first word in them; a kind to be chosen often is repeated."""
    kinds: dict[tuple[type[A], str], list[A]] = {}
    for action in actions:
        words = [value for value in msgspec.structs.astuple(action) if isinstance(value, str)]
        kinds.setdefault((type(action), words[0] if words else ""), []).append(action)
    if not any(cls in SELDOM for cls, _ in kinds):
        return list(kinds.values())
    weights = {key: 1 if key[0] in SELDOM else OFTEN for key in kinds}
    return [kind for key, kind in kinds.items() for _ in range(weights[key])]


def lively(actions: tuple[A, ...], random: Random) -> A:
    """A kind of action, then one of the kind."""
    return random.choice(random.choice(kinds_of(actions)))
