"""Cards that cannot be played now, and why."""

from collections.abc import Sequence

from client.games.base import Unavailable
from client.games.text import card_count
from client.games.uno import text_typing as phrases
from client.games.uno.text_cards import card_name
from messages.uno.actions import AnswerDrawnUnoCard, PlayUnoCard, UnoAction
from messages.uno.table import UnoView


def closed(view: UnoView, actions: Sequence[UnoAction]) -> list[Unavailable]:
    """The rest of the hand while a card is asked for."""
    if view.decision != "PLAY" or view.turn != view.seat:
        return []
    if any(isinstance(action, AnswerDrawnUnoCard) for action in actions):
        return []
    fits = {action.card for action in actions if isinstance(action, PlayUnoCard)}
    rest = dict.fromkeys(card for card in view.hand if card not in fits)
    return [Unavailable(f"play {card_name(card)}", _why(view, card)) for card in rest]


def _why(view: UnoView, card: str) -> str:
    if view.pending:
        return phrases.ANSWER_DRAW.format(cards=card_count(view.pending))
    if card.startswith("WILD"):
        return phrases.OWN_COLOR
    what = _symbol(view.top)
    if view.color:
        what = phrases.COLOR_OR.format(color=view.color.lower(), symbol=what)
    return phrases.NEEDS.format(what=what)


def _symbol(card: str) -> str:
    symbol = card.partition(" ")[2]
    if symbol in ("WILD", "DRAW_4"):
        return phrases.A_WILD
    return phrases.AN_EIGHT if symbol == "8" else f"a {card_name(f'ANY {symbol}')[4:]}"
