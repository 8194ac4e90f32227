"""Typed UNO commands, in both directions."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from client.games.base import Unavailable
from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.games.uno.commands import command_text, offer, parse, unavailable_choices
from client.games.uno.text import HELP, LEGEND
from games.registry import GAMES
from games.rng import Rng
from messages.uno.actions import (
    UNO_COLORS,
    UNO_MODES,
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

VIEW = uno_view(["RED 3", "RED 7", "BLUE DRAW_2", "WILD WILD", "WILD DRAW_4"])


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("play red 7", PlayUnoCard("RED 7")),
        ("PLAY Red 7", PlayUnoCard("RED 7")),
        ("p r 7", PlayUnoCard("RED 7")),
        ("red 7", PlayUnoCard("RED 7")),
        ("b sk", PlayUnoCard("BLUE SKIP")),
        ("play yellow reverse", PlayUnoCard("YELLOW REVERSE")),
        ("play blue draw 2", PlayUnoCard("BLUE DRAW_2")),
        ("play blue draw_2", PlayUnoCard("BLUE DRAW_2")),
        ("blue draw two", PlayUnoCard("BLUE DRAW_2")),
        ("blue +2", PlayUnoCard("BLUE DRAW_2")),
        ("blue d", PlayUnoCard("BLUE DRAW_2")),
        ("play wild", PlayUnoCard("WILD WILD")),
        ("play wild wild", PlayUnoCard("WILD WILD")),
        ("play wild green", PlayUnoCard("WILD WILD", color="GREEN")),
        ("w g", PlayUnoCard("WILD WILD", color="GREEN")),
        ("play wild draw 4 green", PlayUnoCard("WILD DRAW_4", color="GREEN")),
        ("wild draw-four y", PlayUnoCard("WILD DRAW_4", color="YELLOW")),
        ("play +4 red", PlayUnoCard("WILD DRAW_4", color="RED")),
        ("play draw 4", PlayUnoCard("WILD DRAW_4")),
        ("play 2", PlayUnoCard("RED 7")),
        ("play 4 blue", PlayUnoCard("WILD WILD", color="BLUE")),
        ("play red 7 carol", PlayUnoCard("RED 7", swap=2)),
        ("play 2 BOB", PlayUnoCard("RED 7", swap=1)),
        ("play", AnswerDrawnUnoCard(play=True)),
        ("keep", AnswerDrawnUnoCard(play=False)),
        ("draw", DrawUnoCard()),
        ("d", DrawUnoCard()),
        ("uno", SayUno()),
        ("UNO", SayUno()),
        ("color blue", ChooseUnoColor("BLUE")),
        ("colour b", ChooseUnoColor("BLUE")),
        ("col b", ChooseUnoColor("BLUE")),
        ("blue", ChooseUnoColor("BLUE")),
        ("swap carol", SwapUnoHands(2)),
        ("s c", SwapUnoHands(2)),
        ("challenge yes", AnswerUnoChallenge(True)),
        ("challenge n", AnswerUnoChallenge(False)),
        ("challenge", AnswerUnoChallenge(True)),
    ],
)
def test_line_is_parsed_as_action(line: str, action: UnoAction) -> None:
    assert parse(line, VIEW, NAMES) == action


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("", "Type a command, or help."),
        ("fly", "is no command"),
        ("c blue", "can mean color, colour or challenge"),
        ("play pink 7", "is no colour"),
        ("play red", "play red 7"),
        ("play red 12", "is no card"),
        ("play red king", "is no card"),
        ("play wild draw 4 green blue", "play wild green"),
        ("play wild purple", "is no colour"),
        ("play 0", "numbers 1 to 5"),
        ("play 6", "numbers 1 to 5"),
        ("play 9999999999", "use a number"),
        ("play red 7 dora", "is no player here: use bob or carol"),
        ("draw them all", "Nothing comes after draw"),
        ("keep it", "Nothing comes after keep"),
        ("uno uno", "Nothing comes after uno"),
        ("color", "color blue"),
        ("color red blue", "color blue"),
        ("swap", "swap NAME"),
        ("swap ada", "is no player here"),
        ("challenge yes no", "challenge no"),
        ("challenge maybe", "is no answer"),
        ("\x1b[2J 💥", "is no command"),
        ("+", "is no command"),
    ],
)
def test_invalid_line_raises_a_command_error_with_reason_or_usage(line: str, help: str) -> None:
    with pytest.raises(CommandError, match=help.replace("?", r"\?")):
        parse(line, VIEW, NAMES)


def test_swap_partner_is_a_name_or_without_names_a_seat_and_card_numbers_need_a_view() -> None:
    assert parse("swap 2", VIEW) == SwapUnoHands(2)
    assert command_text(SwapUnoHands(2)) == "swap 2"
    assert command_text(SwapUnoHands(2), NAMES) == "swap carol"
    assert command_text(PlayUnoCard("RED 7", swap=1), NAMES) == "play red 7 bob"
    with pytest.raises(CommandError, match=r"is no card|is no colour"):
        parse("play 3")


@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 3])
def test_every_legal_action_of_a_random_match_survives_a_round_trip_through_text(
    players: int, mode: str
) -> None:
    game, rng = GAMES["uno"], random.Random(2)
    options = game.options(True, {"mode": mode, "target_score": 150})
    state = game.start(players, options, Rng(bytes(16))).state
    while game.result(state) is None:
        seat = rng.choice(sorted(game.active(state)))
        view, actions = game.view(state, seat), game.legal(state, seat)
        commands = ui_of(view).commands(view, NAMES)
        for action in actions:
            assert commands.parse(commands.text(action), view) == action
        plays = [a for a in actions if not isinstance(a, DrawUnoCard)]
        state = game.apply(state, seat, rng.choice(plays or actions)).state


def test_help_and_legend_fit_79_columns() -> None:
    assert max(map(len, (*HELP, *LEGEND))) <= 79


HAND = ["RED 3", "RED 7", "RED 7", "BLUE DRAW_2", "WILD WILD"]
IN_HAND = {place: PlayUnoCard(card) for place, card in enumerate(HAND, start=1)}


def test_fitting_cards_are_listed_with_their_numbers_in_the_hand_and_0_draws() -> None:
    actions = plays("RED 3", "RED 7", "WILD WILD")
    offered = offer(uno_view(HAND), actions)  # type: ignore[arg-type]
    assert offered.lines == ("  1 red 3  2 red 7  5 wild  0 draw",)
    assert offered.numbers == {**IN_HAND, 0: DrawUnoCard()}


def test_card_that_does_not_fit_is_not_listed_but_can_be_chosen_by_its_number() -> None:
    offered = offer(uno_view(HAND), [DrawUnoCard()])
    assert offered.lines == ("  0 draw",)
    assert offered.numbers[4] == PlayUnoCard("BLUE DRAW_2")


def test_seven_is_offered_once_for_all_swap_partners() -> None:
    actions = plays("RED 7", swaps=(1, 2))
    offered = offer(uno_view(HAND), actions)  # type: ignore[arg-type]
    assert offered.lines == ("  2 red 7  0 draw",)
    assert offered.numbers == {**IN_HAND, 0: DrawUnoCard()}


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
def test_drawn_card_color_swap_and_challenge_choices_are_offered_with_numbers(
    view: UnoView, actions: list[UnoAction], line: str
) -> None:
    offered = offer(view, actions, NAMES)
    assert offered.lines == (line,)
    assert set(offered.numbers.values()) == set(actions)


def test_pending_draw_is_offered_with_its_number_of_cards() -> None:
    offered = offer(uno_view(HAND, pending=4), [PlayUnoCard("BLUE DRAW_2"), DrawUnoCard()])
    assert offered.lines == ("  4 blue draw 2  0 draw 4 cards",)


def test_uno_is_offered_without_a_number_before_the_second_last_card_or_in_the_uno_window() -> None:
    before = offer(uno_view(["RED 3", "RED 7"]), [DrawUnoCard(), SayUno()])
    assert before.lines[-1] == "  uno     say it before you play your second-last card"
    now = offer(uno_view(["RED 3"], turn=1, uno_window=0), [SayUno()])
    assert now.lines == ("  uno     say it now",)
    assert now.numbers == {}


def test_card_outside_the_hand_has_no_number() -> None:
    assert offer(uno_view(HAND), [PlayUnoCard("GREEN 1")]).numbers == IN_HAND


def unavailable_in(view: UnoView, actions: Sequence[Any]) -> list[Unavailable]:
    return unavailable_choices(view, actions)


MIXED_HAND = ("RED 7", "BLUE 3", "WILD DRAW_4")


def test_unavailable_cards_say_what_would_fit_and_why_a_draw_4_is_illegal() -> None:
    assert unavailable_in(uno_view(MIXED_HAND), plays("RED 7")) == [
        ("play blue 3", "it needs red or a 5"),
        ("play wild draw 4", "you have a card of the colour"),
    ]
    view = uno_view(MIXED_HAND, top="WILD WILD", color="GREEN")
    assert unavailable_in(view, plays())[0].reason == "it needs green or a wild"
    view = uno_view(MIXED_HAND, top="GREEN 8")
    assert unavailable_in(view, plays())[0].reason == "it needs green or an 8"


def test_unavailable_cards_mention_a_pending_draw() -> None:
    view = uno_view(MIXED_HAND, top="RED DRAW_2", pending=4)
    assert unavailable_in(view, plays())[0].reason == "answer the draw, or draw 4 cards"


def test_nothing_is_unavailable_out_of_turn_or_while_a_drawn_card_is_answered() -> None:
    assert unavailable_in(uno_view(MIXED_HAND, turn=1), []) == []
    assert unavailable_in(uno_view(MIXED_HAND), [AnswerDrawnUnoCard(play=True)]) == []
