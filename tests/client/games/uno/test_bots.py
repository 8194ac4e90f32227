"""What every UNO bot does, whatever its strategy."""

from collections.abc import Callable

import pytest

from client.bots import AdvancedBot, BasicBot, Bot, GreedyBot, RandomBot
from client.games.uno.bots import UnoBot
from messages.eriantys.actions import ChooseCloud
from messages.registry import Action
from messages.uno.actions import (
    UNO_COLORS,
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SelectUnoCard,
    SelectUnoInterrupt,
    SwapUnoHands,
)
from tests.client.games.uno.tables import plays, uno_view, with_uno
from tests.client.tables import full_view

every_bot = pytest.mark.parametrize("make", [RandomBot, BasicBot, AdvancedBot, GreedyBot])
Make = Callable[[int], Bot]

DECIDE: list[Action] = [AnswerDrawnUnoCard(play=True), AnswerDrawnUnoCard(play=False)]


@every_bot
def test_uno_is_said_before_the_second_last_card(make: Make) -> None:
    view = uno_view(["RED 1", "BLUE 9"])
    actions = plays("RED 1")
    assert make(1).choose(view, with_uno(actions)) == SayUno()
    assert make(1).choose(view, actions) == PlayUnoCard("RED 1")


@every_bot
def test_uno_is_not_said_before_drawing_but_before_a_drawn_card_is_played(make: Make) -> None:
    nothing_fits = uno_view(["GREEN 1", "BLUE 9"])
    assert make(1).choose(nothing_fits, with_uno([DrawUnoCard()])) == DrawUnoCard()
    drawn = uno_view(["RED 1", "BLUE 9"], decision="RETAIN", card="RED 1")
    assert make(1).choose(drawn, with_uno(DECIDE)) == SayUno()
    assert make(1).choose(drawn, DECIDE) == AnswerDrawnUnoCard(play=True)


@every_bot
def test_uno_is_said_when_a_hand_of_one_card_came_in_another_way(make: Make) -> None:
    view = uno_view(["RED 1"], turn=1, uno_window=0)
    assert make(1).choose(view, [SayUno()]) == SayUno()
    assert make(1).at_once(view, SelectUnoInterrupt(say_uno=True)) == SayUno()
    assert make(1).at_once(view, SelectUnoCard(cards=("RED 1",))) is None


@every_bot
def test_out_of_turn_an_uno_that_is_only_possible_is_left(make: Make) -> None:
    view = uno_view(["GREEN 1", "BLUE 9"], turn=1, mode="jump_in")
    assert make(1).choose(view, [SayUno()]) is None


@every_bot
def test_who_has_nothing_that_fits_draws(make: Make) -> None:
    assert make(1).choose(uno_view(["GREEN 1"] * 3), [DrawUnoCard()]) == DrawUnoCard()


@every_bot
def test_a_card_that_fits_is_played(make: Make) -> None:
    view = uno_view(["RED 1", "GREEN 1", "BLUE 3"])
    assert make(1).choose(view, plays("RED 1")) == PlayUnoCard("RED 1")


@every_bot
def test_every_question_has_an_answer(make: Make) -> None:
    bot = make(1)
    colors: list[Action] = [ChooseUnoColor(color) for color in UNO_COLORS]
    assert bot.choose(uno_view(["BLUE 1"] * 4, decision="COLOR"), colors) in colors
    swaps: list[Action] = [SwapUnoHands(1), SwapUnoHands(2)]
    assert bot.choose(uno_view(["BLUE 7"] * 4, decision="SWAP", card="BLUE 7"), swaps) in swaps
    answers: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    view = uno_view(["BLUE 1"] * 4, decision="CHALLENGE", pending=4)
    assert bot.choose(view, answers) in answers


@every_bot
def test_a_penalty_is_answered_with_the_same_kind(make: Make) -> None:
    view = uno_view(["RED 1", "BLUE DRAW_2", "BLUE 3"], top="RED DRAW_2", pending=2)
    assert make(1).choose(view, plays("BLUE DRAW_2")) == PlayUnoCard("BLUE DRAW_2")


def test_in_another_game_an_uno_bot_plays_at_random() -> None:
    clouds = [ChooseCloud(n) for n in range(3)]
    assert {BasicBot(n).choose(full_view(), clouds) for n in range(50)} == set(clouds)


def test_a_strategy_is_needed() -> None:
    with pytest.raises(NotImplementedError):
        UnoBot(1).choose(uno_view(["RED 1"] * 3), plays("RED 1"))
