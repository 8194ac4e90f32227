"""RandomBot: any legal action is as good as any other."""

from collections.abc import Sequence

from client.bots.base import MultiGameBot
from client.games.base import BotFactory, GameUI
from messages.registry import Action, AnyView


class RandomBot(MultiGameBot):
    """The same seed and the same game give the same choices."""

    name = "random"

    def own_bot(self, game: GameUI) -> BotFactory | None:
        """See MultiGameBot."""
        return game.random_bot

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Return any of the actions."""
        return self._random.choice(actions)
