"""GreedyBot: the action after which its own view looks best, as the game evaluates it.

In a game without an evaluation the bot plays at random. It never looks into the server's state.
"""

from collections.abc import Sequence

from client.bots.base import MultiGameBot
from client.games.base import BotFactory, GameUI
from client.games.registry import ui_of
from messages.registry import Action, AnyView


class GreedyBot(MultiGameBot):
    """Between equally good actions it chooses at random, from the seed."""

    name = "greedy"

    def own_bot(self, game: GameUI) -> BotFactory | None:
        """See MultiGameBot."""
        return game.greedy_bot

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Return the action with the highest value."""
        evaluate = ui_of(view).evaluate
        if evaluate is None or len(actions) == 1:
            return self._random.choice(actions)
        values = evaluate(view, actions)
        best = max(values)
        return self._random.choice(
            [a for a, value in zip(actions, values, strict=True) if value >= best]
        )
