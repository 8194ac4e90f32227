"""What a bot remembers of an UNO round: which colours the others did not have.

Whoever draws instead of playing has nothing of the colour on the table, and who puts a wild on a
colour mostly has none of it either. Every card drawn later may be of any colour again. So for each
seat and colour there is a number: how many cards of the hand could be of this colour.
"""

from collections.abc import Callable
from typing import Any

from client.games.uno.bot_cards import is_wild
from messages import Change
from messages.uno.actions import UNO_COLORS, UnoColor
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoHandsPassed,
    UnoHandsSwapped,
    UnoRoundStarted,
    UnoView,
)

ANY = 108
"""Nothing is known: every card could be of the colour."""
OTHER = 0.76
"""The share of cards that are not of a given colour; 27 of 108 are wild or of it."""


class Memory:
    """Tell it every change; it only knows what its own seat was told."""

    def __init__(self) -> None:
        self._open: dict[int, dict[UnoColor, int]] = {}
        self._color: UnoColor | None = None

    def saw(self, view: UnoView, change: Change) -> None:
        """Something happened; the view is the one after it."""
        note = _NOTES.get(type(change))
        if note is not None:
            note(self, view, change)
        self._color = view.color

    def lacks(self, seat: int, color: UnoColor, cards: int) -> float:
        """How likely it is that a seat with so many cards has none of the colour."""
        known = self._open.get(seat)
        could_be = cards if known is None else min(known[color], cards)
        return float(OTHER**could_be)

    def forget(self) -> None:
        """Hands were dealt or have changed owners."""
        self._open.clear()

    def note_drawn(self, view: UnoView, change: UnoCardsDrawn) -> None:
        """A draw by choice says that the colour was missing; the new cards may be anything."""
        if change.reason == "CHOICE" and view.color is not None:
            self._missing(change.seat, view.color)
        known = self._open.get(change.seat)
        if known is not None:
            for color in known:
                known[color] += change.count

    def note_played(self, view: UnoView, change: UnoCardPlayed) -> None:
        """A wild says that the colour before it was missing."""
        if is_wild(change.card) and self._color is not None:
            self._missing(change.seat, self._color)

    def _missing(self, seat: int, color: UnoColor) -> None:
        self._open.setdefault(seat, dict.fromkeys(UNO_COLORS, ANY))[color] = 0


def _new_hands(memory: Memory, view: UnoView, change: Change) -> None:
    memory.forget()


_NOTES: dict[type[Change], Callable[[Memory, UnoView, Any], None]] = {
    UnoRoundStarted: _new_hands,
    UnoHandsSwapped: _new_hands,
    UnoHandsPassed: _new_hands,
    UnoCardsDrawn: Memory.note_drawn,
    UnoCardPlayed: Memory.note_played,
}
