"""Codex Naturalis' dialect: the hand of a player, as the client keeps it.

At a placement the client removes all cards from the hand whose two face numbers are those of the
placed card. So each hidden card of a hand has a placeholder of its own, and the placement of a
hidden card names its placeholder.
"""

from collections.abc import Iterable
from itertools import count
from typing import NamedTuple

from messages.codex.cards import CODEX_CARDS


class Placeholder(NamedTuple):
    """Stands for a card with this back; ``number`` distinguishes cards with equal backs."""

    back: str
    number: int = 0


class ClientHand:
    """The cards of a hand: cards that the client has seen, and placeholders for hidden ones.

    Placeholders depend only on backs, which are public, and never on the cards themselves.
    """

    def __init__(self, backs: Iterable[str] = (), known: Iterable[str] = ()) -> None:
        self.placeholders: list[Placeholder] = []
        self._known = list(known)
        for back in backs:
            self.add_hidden(back)

    def add_hidden(self, back: str) -> Placeholder:
        """Add a card of which the client sees the back; return its placeholder."""
        free = (Placeholder(back, number) for number in count())
        added = next(placeholder for placeholder in free if placeholder not in self.placeholders)
        self.placeholders.append(added)
        return added

    def add_known(self, card: str) -> None:
        """Add a card that the client has seen."""
        self._known.append(card)

    def remove(self, card: str) -> Placeholder | None:
        """Remove a card that was placed; return its placeholder, or None if it had none.

        Of equal backs the first placeholder is removed. Raises KeyError for an unknown card.
        """
        if card in self._known:
            self._known.remove(card)
            return None
        back = CODEX_CARDS[card].back_text
        found = next((hidden for hidden in self.placeholders if hidden.back == back), None)
        if found is not None:
            self.placeholders.remove(found)
        return found
