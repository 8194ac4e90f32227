"""The class that a bot author subclasses, and bots that play every game."""

import random
from collections.abc import Sequence

from client.games.base import BotFactory, GameUI
from client.games.registry import ui_of
from messages import ServerMessage
from messages.registry import Action, AnyView, BoardChange


class Bot:
    """Subclass it and choose.

    ``view`` is all that your seat knows; ``actions`` are legal now, ready to be sent. A bot may
    build a message of its own instead; the server judges it. None leaves a choice that nobody is
    forced to make, such as an action out of turn.
    """

    name = "bot"
    """The name of the bot at the table; a number is added when the name is taken."""

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        """Return one of the actions."""
        raise NotImplementedError

    def saw(self, view: AnyView, change: BoardChange) -> None:
        """Called after each change, with the view after it. For bots that remember."""

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """Return an answer that must not be late: it is sent without asking what is legal."""
        return None


class MultiGameBot(Bot):
    """A bot for every game that leaves some games to a bot of their own.

    Subclass it and define ``choose_default``. The same seed makes the same choices.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._random = random.Random(seed)
        self._bots: dict[str, Bot | None] = {}

    def bot_factory_for(self, game: GameUI) -> BotFactory | None:
        """Return what makes the bot that plays this game instead, if there is one."""
        return None

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Return one of the actions in a game without a bot of its own."""
        raise NotImplementedError

    def _bot_for(self, view: AnyView) -> Bot | None:
        game = ui_of(view)
        if game.name not in self._bots:
            make = self.bot_factory_for(game)
            self._bots[game.name] = make(self._seed) if make else None
        return self._bots[game.name]

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        bot = self._bot_for(view)
        return self.choose_default(view, actions) if bot is None else bot.choose(view, actions)

    def saw(self, view: AnyView, change: BoardChange) -> None:
        bot = self._bot_for(view)
        if bot is not None:
            bot.saw(view, change)

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        bot = self._bot_for(view)
        return None if bot is None else bot.at_once(view, prompt)
