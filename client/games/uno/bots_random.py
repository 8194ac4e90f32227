"""Chance at an UNO table: any card that fits, any colour; a drawn card that fits is played."""

from collections.abc import Sequence

from client.games.uno.bots import UnoBot
from messages.registry import Action
from messages.uno.actions import UNO_COLORS, PlayUnoCard, UnoColor
from messages.uno.table import UnoView


class RandomUnoBot(UnoBot):
    """It draws only when nothing fits, and like every computer player it calls UNO."""

    def play(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action:
        """Any card first, so that a wild with its four colours is not likelier than others."""
        card = self._random.choice(list(dict.fromkeys(play.card for play in plays)))
        return self._random.choice([play for play in plays if play.card == card])

    def jump_in(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action | None:
        """Every second time."""
        return self._random.choice([None, plays[0]])

    def color(self, view: UnoView) -> UnoColor:
        """Any colour."""
        return self._random.choice(UNO_COLORS)

    def challenges(self, view: UnoView) -> bool:
        """Every second time."""
        return self._random.random() < 0.5
