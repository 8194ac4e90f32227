"""Which part of a board somebody looks at, where a board may be larger than the screen.

A sight follows the game: it shows where something happened last, or what is about to be chosen.
Scrolling holds it at a place, and looking at another player's things turns it there, until the
player is asked something again.
"""

from dataclasses import dataclass

from messages.base import Seat

Place = tuple[int, int]
"""Steps to the right and upwards, as the board counts them."""

WAYS: dict[str, Place] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


@dataclass
class Sight:
    """``at`` is the middle of what is shown, ``seat`` whose things; None: as the game wants it."""

    width: int = 80
    height: int = 0
    """Lines that a screen has for the board and that are drawn again; 0: it is written down."""
    at: Place | None = None
    seat: Seat | None = None
    chosen: object = None
    """The action that would be sent by the next key."""

    def follow(self) -> None:
        """Look at what matters again."""
        self.at = self.seat = self.chosen = None
