"""Chance at a Rummy table: any draw, any meld or lay-off there is, then any discard.

Discarding with a meld in hand would hardly ever be right, and five players who did it would stay
below zero for ever.
"""

from collections.abc import Sequence

from client.bots.versatile import Versatile
from messages.registry import Action, AnyView
from messages.rummy.actions import DiscardRummyCard


class RandomRummyBot(Versatile):
    """It discards only when nothing can be put down."""

    def otherwise(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Any of them, discards last."""
        plays = [action for action in actions if not isinstance(action, DiscardRummyCard)]
        return self._random.choice(plays or actions)
