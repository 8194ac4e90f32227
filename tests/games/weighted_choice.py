"""Random choice of an action by kind: first the kind, then one action of that kind.

A uniform choice among all legal actions would almost never choose a kind that is listed once beside
fifty others.
"""

from random import Random
from typing import TypeVar

import msgspec

from messages.base import ClientMessage
from tests.games.variants import SETTINGS

A = TypeVar("A", bound=ClientMessage)

RARE_ACTIONS = frozenset(action for tests in SETTINGS.values() for action in tests.rare_actions)
USUAL_WEIGHT = 8


def group_by_kind(actions: tuple[A, ...]) -> list[list[A]]:
    """Group actions by class and first word; usual kinds are repeated to give them more weight."""
    kinds: dict[tuple[type[A], str], list[A]] = {}
    for action in actions:
        words = [value for value in msgspec.structs.astuple(action) if isinstance(value, str)]
        kinds.setdefault((type(action), words[0] if words else ""), []).append(action)
    if not any(cls in RARE_ACTIONS for cls, _ in kinds):
        return list(kinds.values())
    weights = {key: 1 if key[0] in RARE_ACTIONS else USUAL_WEIGHT for key in kinds}
    return [kind for key, kind in kinds.items() for _ in range(weights[key])]


def choose_by_kind(actions: tuple[A, ...], random: Random) -> A:
    """Choose a kind of action, then one action of that kind."""
    return random.choice(random.choice(group_by_kind(actions)))
