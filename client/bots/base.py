"""The base class of bots, and the base class of bots that play every game."""

import random
from collections.abc import Sequence

from msgspec import Struct

from client.games.base import BotFactory, GameUI
from client.games.registry import ui_of
from messages import ServerMessage
from messages.registry import Action, AnyView, BoardChange


class MatchInfo(Struct, frozen=True, kw_only=True):
    """The match that a bot plays: its number, its game, and the nicknames by seat.

    ``nickname`` is that of the bot. All fields are empty before the first match.
    """

    number: int = 0
    game: str = ""
    players: tuple[str, ...] = ()
    nickname: str = ""


class Bot:
    """Base class of bots: subclass it and define ``choose``."""

    name = "bot"
    """The nickname of the bot; a number is added if the nickname is taken."""
    match = MatchInfo()
    """The current match; set when the match starts."""

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        """Return one of the legal actions, or None to decline an action out of turn.

        ``view`` is everything that the seat may know. A bot may also return an action that it built
        itself; the server checks it. None is an error if the match waits for this seat.
        """
        raise NotImplementedError

    def saw(self, view: AnyView, change: BoardChange) -> None:
        """Handle a change of the match, with the view after it. Does nothing here.

        Called after each change that the seat may see, the bot's own included. The name is in the
        past tense because the change has happened: nothing can be answered here.
        """

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """Return an urgent answer to a prompt; None means that ``choose`` is called as usual.

        The answer is sent before the legal actions are known. Returns None here.
        """
        return None


class MultiGameBot(Bot):
    """A bot for every game that delegates some games to specialised bots.

    Subclasses define ``choose_default``. Bots with the same seed make the same choices.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._random = random.Random(seed)
        self._bots: dict[str, Bot | None] = {}

    def bot_factory_for(self, game: GameUI) -> BotFactory | None:
        """Return the factory of the bot to which this game is delegated, or None.

        Returns None here; subclasses override it.
        """
        return None

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Return one of the actions, in a game that is not delegated."""
        raise NotImplementedError

    def _bot_for(self, view: AnyView) -> Bot | None:
        """Return the bot to which the game of the view is delegated; None if it is not.

        The bot is created, with the same seed, on first use, and knows the current match.
        """
        game = ui_of(view)
        if game.name not in self._bots:
            make = self.bot_factory_for(game)
            self._bots[game.name] = make(self._seed) if make else None
        bot = self._bots[game.name]
        if bot is not None:
            bot.match = self.match
        return bot

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        """Return the choice of the game's own bot, or None if it declines.

        Without such a bot, return that of ``choose_default``.
        """
        bot = self._bot_for(view)
        return self.choose_default(view, actions) if bot is None else bot.choose(view, actions)

    def saw(self, view: AnyView, change: BoardChange) -> None:
        """Pass the change to the game's own bot, if there is one."""
        bot = self._bot_for(view)
        if bot is not None:
            bot.saw(view, change)

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """Return the urgent answer of the game's own bot; None without one."""
        bot = self._bot_for(view)
        return None if bot is None else bot.at_once(view, prompt)
