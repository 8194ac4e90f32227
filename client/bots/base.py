"""What a bot author writes: one class with one method."""

from collections.abc import Sequence

from messages import ServerMessage
from messages.registry import Action, AnyView, BoardChange


class Bot:
    """Subclass it and choose.

    ``view`` is all that your seat knows; ``actions`` are legal now, ready to be sent. A bot may
    build a message of its own instead; the server judges it. None leaves a choice that nobody is
    forced to make, such as an action out of turn.
    """

    name = "bot"
    """What the bot is called at the table; a number is added when the name is taken."""

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        """One of the actions."""
        raise NotImplementedError

    def saw(self, view: AnyView, change: BoardChange) -> None:
        """Something happened; ``view`` is the one after it. For bots that remember."""

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """An answer that must not be late: it is sent without asking first what is legal."""
        return None
