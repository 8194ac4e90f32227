"""The bots for every game: one plays at random, one compares actions by the game's evaluation.

A game may have its own version of each. None of them looks into the server's state.
"""

from collections.abc import Sequence

from client.bots.base import MultiGameBot
from client.games.base import BotFactory, GameUI
from client.games.registry import ui_of
from messages.registry import Action, AnyView


class RandomBot(MultiGameBot):
    """Chooses any legal action; the same seed and the same game give the same choices."""

    name = "random"

    def bot_factory_for(self, game: GameUI) -> BotFactory | None:
        return game.random_bot

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Return any of the actions."""
        return self._random.choice(actions)


class GreedyBot(MultiGameBot):
    """Chooses the action after which its own view has the highest value.

    Between equally good actions, and in a game without an evaluation, it chooses at random.
    """

    name = "greedy"

    def bot_factory_for(self, game: GameUI) -> BotFactory | None:
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
