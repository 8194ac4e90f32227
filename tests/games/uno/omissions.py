"""The classes of UNO actions that are accepted but not listed, in the words of its page."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from games.uno.cards import CARD_BY_TEXT, DRAW_4, HAND_TEXT, NO_COLOR
from games.uno.state import State
from messages.base import Seat
from messages.uno.actions import UNO_COLORS, AnswerDrawnUnoCard, PlayUnoCard
from tests.games.settings import Omission

Listed = frozenset[Any]


def _in_own_field(action: PlayUnoCard) -> PlayUnoCard:
    """Return the play with the colour of a wild in its own field, not in the card."""
    kind, color = CARD_BY_TEXT[action.card]
    named = action.color if color == NO_COLOR else UNO_COLORS[color]
    return replace(action, card=HAND_TEXT[kind], color=named)


def _drawn(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    return isinstance(action, PlayUnoCard) and AnswerDrawnUnoCard(play=True) in listed


def _colored(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    if not isinstance(action, PlayUnoCard) or CARD_BY_TEXT[action.card][1] == NO_COLOR:
        return False
    other = _in_own_field(action)
    return other in listed or _hidden(state, seat, other, listed)


def _incomplete(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    if not isinstance(action, PlayUnoCard) or action.color or action.swap is not None:
        return False
    complete = [replace(action, color=color) for color in UNO_COLORS]
    complete += [replace(action, swap=other) for other in state.seated]
    return not listed.isdisjoint(complete)


def _needless_partner(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    return (
        isinstance(action, PlayUnoCard)
        and action.swap is not None
        and replace(action, swap=None) in listed
    )


def _hidden(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    """Cover a DRAW_4 whose legality depends on cards that the seat has not drawn yet."""
    return (
        isinstance(action, PlayUnoCard)
        and CARD_BY_TEXT[action.card][0] == DRAW_4
        and state.window == seat == state.turn
        and state.options.wd4_policy == "strict"
        and state.options.uno_penalty > 0
    )


def _says_uno(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    """Cover a play with ``say_uno`` that is listed, or in another class, without it."""
    if not isinstance(action, PlayUnoCard) or action.say_uno is UNSET:
        return False
    other = replace(action, say_uno=UNSET)
    return other in listed or any(one.covers(state, seat, other, listed) for one in OMISSIONS[1:])


OMISSIONS = (
    Omission("`sayUno` in `PlayUnoCard`", _says_uno),
    Omission("`PlayUnoCard` with the card just drawn", _drawn),
    Omission("the colour as part of the card", _colored),
    Omission("without a colour or without a partner", _incomplete),
    Omission("a partner for a seven that needs none", _needless_partner, rare=True),
    Omission("a draw 4 while your own UNO is not said", _hidden, rare=True),
)
