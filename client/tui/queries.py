"""Commands that show something and send nothing: help, rules, parts of the game, chats, time."""

from collections.abc import Callable
from functools import partial

from client.connections import ConnectionEvent
from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.model import Model
from client.tui import display
from client.tui.chats import ChatHistory
from client.tui.countdown import Countdown
from client.tui.text import screen, typing
from client.tui.turn_history import TurnHistory
from messages import Message

Query = Callable[[str], list[str]]
"""Returns the lines to show; its argument is the rest of the typed line. Raises CommandError."""


class Queries:
    """Answers commands from the model, the chats and the countdown.

    ``clock`` returns the time in seconds.
    """

    def __init__(self, model: Model, clock: Callable[[], float]) -> None:
        self._model = model
        self._clock = clock
        self._chats = ChatHistory()
        self.countdown = Countdown()
        self.history = TurnHistory()
        """The changes since the last turn of the user."""

    def on_message(self, message: Message | ConnectionEvent) -> None:
        """Update chats, countdown and history; the model must have received the message before.

        A connection event is for the chats only.
        """
        self._chats.on_message(self._model, message)
        if not isinstance(message, ConnectionEvent):
            self.countdown.on_message(self._model, message, self._clock())
            self.history.on_message(self._model, message)

    @property
    def commands(self) -> dict[str, Query]:
        """The function for each command; in a match also for the name of each part of the game."""
        view = self._model.view if self._model.phase == "playing" else None
        parts = {} if view is None else ui_of(view).parts
        return {
            **{part: partial(self._show_part, part) for part in parts},
            "help": self._show_help,
            "?": self._show_help,
            "rules": partial(display.show_rules, self._model),
            "scores": lambda rest: display.read_scores(self._model),
            "since": self._show_recap,
            "show": self._show,
            "stats": lambda rest: display.show_part(self._model, "stats"),
            "open": self._chats.show,
            "timer": self._show_timer,
        }

    def _show_help(self, rest: str) -> list[str]:
        """Return the commands that can be typed now and the legend of the board."""
        return [*display.render_help(self._model), *display.render_legend(self._model)]

    def _show_part(self, part: str, rest: str) -> list[str]:
        """Return a part of the game. Raises CommandError if the line has more words."""
        if rest:
            raise CommandError(screen.unknown_command(f"{part} {rest}"))
        return display.show_part(self._model, part)

    def _show(self, rest: str) -> list[str]:
        """Return the part of the game that ``rest`` names; without a name, the names of all parts.

        If ``rest`` begins with one of SHOWN_COMMANDS, return the answer to that command. Raises
        CommandError for an unknown part, for a part outside a match, and if that command raises it.
        """
        word, _, more = rest.partition(" ")
        if word.lower() in display.SHOWN_COMMANDS:
            return self.commands[word.lower()](more.strip())
        return display.show_part(self._model, rest)

    def _show_recap(self, rest: str) -> list[str]:
        """Return the changes since the user's last turn, or a line that says that there are none.

        Raises CommandError outside a match.
        """
        if self._model.view is None:
            raise CommandError(typing.NO_MATCH)
        return display.read_changes(self._model, self.history.changes) or [screen.NOTHING_CHANGED]

    def _show_timer(self, rest: str) -> list[str]:
        """Return the time left for the decision, or that there is no limit.

        Raises CommandError outside a match.
        """
        if self._model.phase != "playing":
            raise CommandError(typing.NO_MATCH)
        seconds = self.countdown.seconds_left(self._model, self._clock())
        if seconds is None:
            return [typing.NO_TIME_LIMIT]
        return [screen.timer_line(self._model, seconds)]
