"""Types that the games of the client share: commands, choices, the visible part of a board."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from messages.base import Seat
from messages.registry import Action

Names = Sequence[str]
"""The nicknames at the table, by seat."""


class Offer(NamedTuple):
    """The choices of a player: what each number does when it is typed, and lines that list them."""

    numbers: Mapping[int, Action]
    lines: tuple[str, ...]


class Unavailable(NamedTuple):
    """A command that a player might expect but cannot use now."""

    command: str
    reason: str


def numbered(actions: Sequence[Action], text: Callable[[Any], str]) -> Offer:
    """Number the actions from 1, one per line."""
    numbers = dict(enumerate(actions, start=1))
    return Offer(numbers, tuple(f"  {n:>2}  {text(action)}" for n, action in numbers.items()))


def _no_text(view: object, action: object) -> str:
    return ""


def _nothing(view: object, actions: object) -> Sequence[Unavailable]:
    return ()


@dataclass(frozen=True)
class GameCommands:
    """The typed commands of a game. ``parse`` reverses ``text``; it raises CommandError."""

    parse: Callable[[str, Any], Action]
    text: Callable[[Any], str]
    offer: Callable[[Any, Sequence[Any]], Offer]
    help: tuple[str, ...]
    legend: tuple[str, ...] = ()
    """Explains the signs on the board."""
    explain: Callable[[Any, Any], str] = _no_text
    """Returns a few words about the result of an action."""
    unavailable: Callable[[Any, Sequence[Any]], Sequence[Unavailable]] = _nothing
    """Returns commands that are shown dimmed beside the legal actions."""


Place = tuple[int, int]
"""Steps to the right and upwards, in the units of the board."""

DIRECTIONS: dict[str, Place] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


@dataclass
class Viewport:
    """The visible part of a board that may be larger than the screen.

    By default the board decides what to show: the last change, or the action that is about to be
    chosen. Scrolling sets ``center``, looking at another player sets ``seat``; the next prompt
    resets both.
    """

    width: int = 80
    height: int = 0
    """Lines of a screen that is redrawn; 0 if the board is written line by line."""
    center: Place | None = None
    seat: Seat | None = None
    chosen: object = None
    """The action that is highlighted in the menu."""

    def reset(self) -> None:
        """Show what the board shows by default."""
        self.center = self.seat = self.chosen = None
