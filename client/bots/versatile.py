"""A bot for every game that leaves some games to a bot made for them."""

import random
from collections.abc import Callable, Mapping, Sequence

from client.bots.base import Bot
from messages import ServerMessage, View
from messages.registry import Action, AnyView, BoardChange


class Versatile(Bot):
    """Subclass it and choose ``otherwise``. The same seed makes the same choices."""

    specialists: Mapping[type[View], Callable[[int | None], Bot]] = {}

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._bots = {view: make(seed) for view, make in self.specialists.items()}

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        """What the specialist of the game chooses, if there is one."""
        bot = self._bots.get(type(view))
        return self.otherwise(view, actions) if bot is None else bot.choose(view, actions)

    def otherwise(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """One of the actions in any other game."""
        raise NotImplementedError

    def saw(self, view: AnyView, change: BoardChange) -> None:
        """The specialist may remember it."""
        bot = self._bots.get(type(view))
        if bot is not None:
            bot.saw(view, change)

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """The specialist may have an answer ready."""
        bot = self._bots.get(type(view))
        return None if bot is None else bot.at_once(view, prompt)
