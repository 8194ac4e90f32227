"""BasicBot, for UNO: the legal card with the most points, wilds last; the colour it holds most."""

from collections.abc import Sequence

from client.games.uno.bot_cards import favourite_color, is_wild, points_of, without
from client.games.uno.bots import UnoBot
from messages.registry import Action
from messages.uno.actions import PlayUnoCard
from messages.uno.table import UnoView


class BasicBot(UnoBot):
    """Gets rid of points and thinks no further; it never jumps in and never challenges."""

    name = "basic"

    def play(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action:
        """Between cards of the same worth, and between partners of a seven, chance decides."""
        card = self._card(list(dict.fromkeys(play.card for play in plays)))
        if is_wild(card):
            color = favourite_color(without(view.hand, card))
            return PlayUnoCard(card, color=color)
        return self._random.choice([play for play in plays if play.card == card])

    def _card(self, cards: Sequence[str]) -> str:
        plain = [card for card in cards if not is_wild(card)]
        most = max(map(points_of, plain or cards))
        return self._random.choice([card for card in plain or cards if points_of(card) == most])
