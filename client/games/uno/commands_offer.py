"""What can be done now in UNO, in few lines. A card has the number it has in the hand, 0 draws."""

from collections.abc import Sequence

from client.games.base import Offer
from client.games.layout import rows
from client.games.text import card_count
from client.games.uno.commands import Names, text
from client.games.uno.text_cards import card_name
from client.games.uno.text_typing import UNO_LINE, UNO_NOW
from messages.uno.actions import (
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SwapUnoHands,
    UnoAction,
)
from messages.uno.table import UnoView


def offer(view: UnoView, actions: Sequence[UnoAction], names: Names = ()) -> Offer:
    """The numbers that may be typed, and the lines to show."""
    numbers = _numbers(view, actions)
    shown = rows(f"{n} {_label(view, action, names)}" for n, action in numbers.items())
    lines = tuple(shown) if numbers else ()
    if any(isinstance(action, SayUno) for action in actions):
        lines += (UNO_NOW if view.uno_window == view.seat else UNO_LINE,)
    return Offer(_hand(view, actions) | numbers, lines)


def _hand(view: UnoView, actions: Sequence[UnoAction]) -> dict[int, UnoAction]:
    """While a card is asked for, all cards by their place: why one does not fit the server says."""
    if not any(isinstance(action, PlayUnoCard | DrawUnoCard) for action in actions):
        return {}
    return {place: PlayUnoCard(card) for place, card in enumerate(view.hand, start=1)}


def _numbers(view: UnoView, actions: Sequence[UnoAction]) -> dict[int, UnoAction]:
    """Cards by their place in the hand; what does nothing special is 0; all else from 1."""
    playable = [a.card for a in actions if isinstance(a, PlayUnoCard)]
    cards = [card for card in dict.fromkeys(playable) if card in view.hand]
    numbers: dict[int, UnoAction] = {view.hand.index(c) + 1: PlayUnoCard(c) for c in cards}
    for action in actions:
        match action:
            case (
                DrawUnoCard() | AnswerDrawnUnoCard(play=False) | AnswerUnoChallenge(challenge=False)
            ):
                numbers[0] = action
            case PlayUnoCard() | SayUno():
                continue
            case _:
                numbers[max(numbers, default=0) + 1] = action
    return numbers


def _label(view: UnoView, action: UnoAction, names: Names) -> str:
    match action:
        case PlayUnoCard():
            return card_name(action.card)
        case DrawUnoCard() if view.pending:
            return f"draw {card_count(view.pending)}"
        case SwapUnoHands():
            return f"{text(action, names)} ({card_count(view.players[action.seat].cards)})"
    return text(action, names)
