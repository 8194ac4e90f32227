"""Calls of functions of a game whose failure must not end the screen, and their stored results."""

from collections.abc import Callable
from typing import Any, TypeVar

from client.tui.log import Log
from client.tui.text import screen

T = TypeVar("T")


class GameCalls:
    """Calls functions of a game for one conversation; a failure is written to its log.

    The functions may come from a game pack, and get whatever the server has sent.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._has_failed = False
        """True once a function of a game has failed in this match."""
        self._remembered: dict[str, tuple[tuple[object, ...], Any]] = {}
        """The last result of each function that is slow, with the objects that it depends on."""

    def start_match(self) -> None:
        """Report the next failure, too."""
        self._has_failed = False

    def attempt(self, function: Callable[[], T], otherwise: T) -> T:
        """Return the result of a function; ``otherwise`` if it fails.

        The first failure of a match is written to the log.
        """
        try:
            return function()
        except Exception as error:
            if not self._has_failed:
                self._has_failed = True
                self._log.append(screen.drawing_failed(type(error).__name__))
            return otherwise

    def remember(self, name: str, key: tuple[object, ...], function: Callable[[], T]) -> T:
        """Return the stored result of a function if its key has the same objects as then.

        Otherwise call the function, store its result under ``name`` and return it. Views are
        compared by identity, because the comparison of their fields would be slow.
        """
        stored = self._remembered.get(name)
        if stored is None or any(old is not new for old, new in zip(stored[0], key, strict=True)):
            stored = self._remembered[name] = (key, function())
        result: T = stored[1]
        return result
