"""What is offered at an UNO table."""

import pytest

from client.games.uno.commands_offer import offer
from messages.uno.actions import (
    UNO_COLORS,
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SwapUnoHands,
    UnoAction,
)
from messages.uno.table import UnoView
from tests.client.games.uno.tables import NAMES, plays, uno_view

HAND = ["RED 3", "RED 7", "RED 7", "BLUE DRAW_2", "WILD WILD"]
IN_HAND = {place: PlayUnoCard(card) for place, card in enumerate(HAND, start=1)}


def test_cards_have_the_numbers_of_the_hand_and_0_draws() -> None:
    actions = plays("RED 3", "RED 7", "WILD WILD")
    found = offer(uno_view(HAND), actions)  # type: ignore[arg-type]
    assert found.lines == ("  1 red 3  2 red 7  5 wild  0 draw",)
    assert found.numbers == {**IN_HAND, 0: DrawUnoCard()}


def test_the_number_of_a_card_that_does_not_fit_is_for_the_server_to_judge() -> None:
    found = offer(uno_view(HAND), [DrawUnoCard()])
    assert found.lines == ("  0 draw",)
    assert found.numbers[4] == PlayUnoCard("BLUE DRAW_2")


def test_a_seven_is_one_card_however_many_partners_there_are() -> None:
    actions = plays("RED 7", swaps=(1, 2))
    found = offer(uno_view(HAND), actions)  # type: ignore[arg-type]
    assert found.lines == ("  2 red 7  0 draw",)
    assert found.numbers == {**IN_HAND, 0: DrawUnoCard()}


@pytest.mark.parametrize(
    ("view", "actions", "line"),
    [
        (
            uno_view(HAND, decision="RETAIN", card="RED 3"),
            [AnswerDrawnUnoCard(play=True), AnswerDrawnUnoCard(play=False)],
            "  1 play  0 keep",
        ),
        (
            uno_view(HAND, decision="COLOR"),
            [ChooseUnoColor(color) for color in UNO_COLORS],
            "  1 color red  2 color yellow  3 color green  4 color blue",
        ),
        (
            uno_view(HAND, 3, 1, decision="SWAP", card="RED 7"),
            [SwapUnoHands(1), SwapUnoHands(2)],
            "  1 swap bob (3 cards)  2 swap carol (1 card)",
        ),
        (
            uno_view(HAND, decision="CHALLENGE"),
            [AnswerUnoChallenge(False), AnswerUnoChallenge(True)],
            "  0 challenge no  1 challenge yes",
        ),
    ],
)
def test_every_question(view: UnoView, actions: list[UnoAction], line: str) -> None:
    found = offer(view, actions, NAMES)
    assert found.lines == (line,)
    assert set(found.numbers.values()) == set(actions)


def test_what_waits_to_be_drawn_is_counted() -> None:
    found = offer(uno_view(HAND, pending=4), [PlayUnoCard("BLUE DRAW_2"), DrawUnoCard()])
    assert found.lines == ("  4 blue draw 2  0 draw 4 cards",)


def test_uno_is_offered_with_the_right_urgency() -> None:
    before = offer(uno_view(["RED 3", "RED 7"]), [DrawUnoCard(), SayUno()])
    assert before.lines[-1] == "  uno     say it before you play your second-last card"
    now = offer(uno_view(["RED 3"], turn=1, uno_window=0), [SayUno()])
    assert now.lines == ("  uno     say it now",)
    assert now.numbers == {}


def test_a_card_that_is_not_in_the_hand_has_no_number() -> None:
    assert offer(uno_view(HAND), [PlayUnoCard("GREEN 1")]).numbers == IN_HAND
