"""What is dimmed in UNO, and the reason beside it."""

from collections.abc import Sequence
from typing import Any

from client.games.base import Unavailable
from client.games.uno.commands_closed import closed as closed_
from messages.uno.actions import AnswerDrawnUnoCard
from messages.uno.table import UnoView
from tests.client.games.uno.tables import plays, uno_view


def closed(view: UnoView, actions: Sequence[Any]) -> list[Unavailable]:
    return closed_(view, actions)


HAND = ("RED 7", "BLUE 3", "WILD DRAW_4")


def test_cards_say_what_would_fit() -> None:
    assert closed(uno_view(HAND), plays("RED 7")) == [
        ("play blue 3", "it needs red or a 5"),
        ("play wild draw 4", "you have a card of the colour"),
    ]
    view = uno_view(HAND, top="WILD WILD", color="GREEN")
    assert closed(view, plays())[0].reason == "it needs green or a wild"
    assert closed(uno_view(HAND, top="GREEN 8"), plays())[0].reason == "it needs green or an 8"


def test_a_draw_has_to_be_answered() -> None:
    view = uno_view(HAND, top="RED DRAW_2", pending=4)
    assert closed(view, plays())[0].reason == "answer the draw, or draw 4 cards"


def test_nothing_is_dimmed_when_no_card_is_asked_for() -> None:
    assert closed(uno_view(HAND, turn=1), []) == []
    assert closed(uno_view(HAND), [AnswerDrawnUnoCard(play=True)]) == []
