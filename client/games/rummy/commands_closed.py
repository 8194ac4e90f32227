"""What cannot be done now in Rummy 500 though one might wish to, and why."""

from collections.abc import Sequence

from client.games.base import Unavailable
from client.games.rummy.commands import text
from client.games.rummy.text_cards import card_name
from client.games.rummy.text_typing import FIRST_LAY, NO_USE
from messages.rummy.actions import RummyAction, TakeRummyDiscard
from messages.rummy.table import RummyView


def closed(view: RummyView, actions: Sequence[RummyAction]) -> list[Unavailable]:
    """Cards of the pile that would be of no use; the discard before a card that is owed."""
    if view.seat is None or view.turn != view.seat:
        return []
    if view.decision == "DRAW":
        rest = [take for card in view.discard if (take := TakeRummyDiscard(card)) not in actions]
        return [Unavailable(text(take), NO_USE) for take in rest]
    if view.owed is not None:
        return [Unavailable("discard", FIRST_LAY.format(card=card_name(view.owed)))]
    return []
