"""What people type at an UNO table."""

import random

import pytest

from client.games.uno.commands import parse, text
from client.games.uno.text_typing import HELP, LEGEND
from client.tui.commands import CommandError, commands_of
from games.registry import GAMES
from games.rng import Rng
from messages.uno.actions import (
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
from tests.client.games.uno.tables import NAMES, uno_view

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
def test_commands(line: str, action: UnoAction) -> None:
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
def test_nonsense_is_explained(line: str, help: str) -> None:
    with pytest.raises(CommandError, match=help.replace("?", r"\?")):
        parse(line, VIEW, NAMES)


def test_without_names_seats_have_numbers() -> None:
    assert parse("swap 2", VIEW) == SwapUnoHands(2)
    assert text(SwapUnoHands(2)) == "swap 2"
    assert text(SwapUnoHands(2), NAMES) == "swap carol"
    assert text(PlayUnoCard("RED 7", swap=1), NAMES) == "play red 7 bob"
    with pytest.raises(CommandError, match=r"is no card|is no colour"):
        parse("play 3")


@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 3])
def test_every_action_of_a_match_can_be_typed(players: int, mode: str) -> None:
    game, choices = GAMES["uno"], random.Random(2)
    options = game.options(True, {"mode": mode, "target_score": 150})
    state = game.start(players, options, Rng(bytes(16))).state
    while game.result(state) is None:
        seat = choices.choice(sorted(game.active(state)))
        view, actions = game.view(state, seat), game.legal(state, seat)
        commands = commands_of(view, NAMES)
        for action in actions:
            assert commands.parse(commands.text(action), view) == action
        plays = [a for a in actions if not isinstance(a, DrawUnoCard)]
        state = game.apply(state, seat, choices.choice(plays or actions)).state


def test_help_fits_the_screen() -> None:
    assert max(map(len, (*HELP, *LEGEND))) <= 79
