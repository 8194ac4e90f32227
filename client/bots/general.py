"""The strategies that play every game: ``random`` and ``greedy``.

A game may replace each of them by a bot of its own. They use only views, never the state of the
server.
"""

from collections.abc import Sequence

from client.bots.base import MultiGameBot
from client.games.base import BotFactory, GameUI
from client.games.registry import ui_of
from messages.registry import Action, AnyView


class RandomBot(MultiGameBot):
    """Choose a legal action at random."""

    name = "random"

    def bot_factory_for(self, game: GameUI) -> BotFactory | None:
        """Return the factory of the game's own random bot, or None."""
        return game.random_bot

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Return one of the actions at random."""
        return self._random.choice(actions)


class GreedyBot(MultiGameBot):
    """Choose the action with the highest value by the evaluation of the game.

    Choose at random between actions of equal value, and in a game without an evaluation.
    """

    name = "greedy"

    def bot_factory_for(self, game: GameUI) -> BotFactory | None:
        """Return the factory of the game's own greedy bot, or None."""
        return game.greedy_bot

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Return an action with the highest value, a random one of several.

        If the game has no evaluation, return any action at random. A single action is returned
        without an evaluation.
        """
        evaluate = ui_of(view).evaluate
        if evaluate is None or len(actions) == 1:
            return self._random.choice(actions)
        values = evaluate(view, actions)
        best = max(values)
        return self._random.choice(
            [a for a, value in zip(actions, values, strict=True) if value >= best]
        )
