"""RandomBot: any legal action is as good as any other."""

import random
from collections.abc import Sequence

from client.bots.base import Bot
from messages import Action, AnyView


class RandomBot(Bot):
    """The same seed and the same game give the same choices."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Any of them."""
        return self._random.choice(actions)
