"""RandomBot: any legal action is as good as any other."""

from collections.abc import Sequence

from client.bots.versatile import Versatile
from client.games.rummy.bots import RandomRummyBot
from client.games.uno.bots import RandomUnoBot
from messages.registry import Action, AnyView
from messages.rummy.table import RummyView
from messages.uno.table import UnoView


class RandomBot(Versatile):
    """The same seed and the same game give the same choices."""

    name = "random"
    specialists = {  # noqa: RUF012 - a table nobody changes
        UnoView: RandomUnoBot,
        RummyView: RandomRummyBot,
    }

    def otherwise(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Any of them."""
        return self._random.choice(actions)
