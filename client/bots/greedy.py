"""GreedyBot: the action after which its own view looks best; no look into the server's state.

One evaluation per game, in a file of its own, and one line in the table below. In a game without
one the bot plays at random. UNO is left to its advanced player, which chooses in the same way.
"""

from collections.abc import Callable, Sequence
from typing import Any

from client.bots.versatile import Versatile
from client.games.codex import bots as greedy_codex
from client.games.eriantys import bots as greedy_eriantys
from client.games.rummy import bots as greedy_rummy
from client.games.shelfie import bots as greedy_shelfie
from client.games.uno.bots import AdvancedBot
from messages import View
from messages.codex.table import CodexView
from messages.eriantys.table import EriantysView
from messages.registry import Action, AnyView
from messages.rummy.table import RummyView
from messages.shelfie.table import ShelfieView
from messages.uno.table import UnoView

Evaluate = Callable[[Any, Sequence[Action]], list[float]]
"""How good each action looks; only comparisons between the values matter."""

EVALUATIONS: dict[type[View], Evaluate] = {
    EriantysView: greedy_eriantys.evaluate,
    CodexView: greedy_codex.evaluate,
    ShelfieView: greedy_shelfie.evaluate,
    RummyView: greedy_rummy.evaluate,
}


class GreedyBot(Versatile):
    """Between equally good actions chance decides, from the seed."""

    name = "greedy"
    specialists = {UnoView: AdvancedBot}  # noqa: RUF012 - a table nobody changes

    def otherwise(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """The action with the highest value."""
        evaluate = EVALUATIONS.get(type(view))
        if evaluate is None or len(actions) == 1:
            return self._random.choice(actions)
        values = evaluate(view, actions)
        best = max(values)
        return self._random.choice(
            [a for a, value in zip(actions, values, strict=True) if value >= best]
        )
