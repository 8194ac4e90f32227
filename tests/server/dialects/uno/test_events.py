"""What a player sees of a game as lines, without any server (server.dialects.uno.events)."""

from itertools import count

import pytest

from games.base import Step
from games.rng import Rng
from games.uno import UNO
from games.uno.state import Options, State
from games.uno.view import view
from messages.uno.actions import UnoMode
from messages.uno.table import (
    UnoCardsDrawn,
    UnoChange,
    UnoDirectionChanged,
    UnoHandTaken,
    UnoPileReshuffled,
    UnoStepStarted,
    UnoTurnLost,
)
from server.dialects.uno.events import (
    change_lines,
    information,
    maybe_news,
    maybe_question,
    turn_order,
)
from tests.games.uno.tables import table

NAMES = ("a", "b", "c", "d")


def _dealt(symbol: str, mode: UnoMode = "normal") -> Step[State]:
    """A first round of three whose turned-up card has this symbol."""
    for number in count():
        step = UNO.start(3, Options(mode=mode), Rng(number.to_bytes(8, "big")))
        if view(step.state, 0).top.split()[1] == symbol:
            return step
    raise AssertionError


@pytest.mark.parametrize(
    ("symbol", "mode", "expected"),
    [
        ("5", "normal", []),
        ("0", "seven_o", []),
        ("7", "seven_o", []),
        ("SKIP", "normal", ["BTS|FIRST"]),
        ("REVERSE", "normal", ["BRS|false"]),
        ("DRAW_2", "normal", ["BDC|FIRST", "BDC|FIRST", "BTS|FIRST"]),
        ("DRAW_2", "progressive", []),
        ("WILD", "normal", []),
    ],
)
def test_the_turned_up_card_is_told_at_the_start(
    symbol: str, mode: UnoMode, expected: list[str]
) -> None:
    step = _dealt(symbol, mode)
    first = NAMES[(step.state.dealer + 1) % 3]
    told = [line for change in step.changes for line in change_lines(change, NAMES)]
    assert told == ["RST", *(line.replace("FIRST", first) for line in expected)]


def test_players_are_listed_from_the_one_on_turn_in_the_direction_of_play() -> None:
    state = table("RED 2", "RED 3", "RED 4", "RED 5", turn=2)
    assert turn_order(view(state, 0)) == [2, 3, 0, 1]
    state = table("RED 2", "RED 3", "RED 4", "RED 5", turn=2, clockwise=False)
    assert turn_order(view(state, 0)) == [2, 1, 0, 3]
    state = table("RED 2", "", "RED 4", "RED 5", seated=(0, 2, 3), turn=2, clockwise=False)
    assert turn_order(view(state, 0)) == [2, 0, 3]


def test_an_empty_hand_is_an_empty_field() -> None:
    state = table("", "RED 3", top="GREEN 6", turn=1)
    assert information(view(state, 0), NAMES) == "BGI|GREEN 6||b:1:0;a:0:0|false"


@pytest.mark.parametrize(
    ("decision", "question"),
    [("RETAIN", "DPC|RED 2"), ("COLOR", "AC"), ("SWAP", "AC7"), ("CHALLENGE", "ACH")],
)
def test_a_question_is_for_the_one_who_decides(decision: str, question: str) -> None:
    card = 2 if decision == "RETAIN" else -1
    state = table("RED 2, RED 3", "BLUE 3", decision=decision, card=card)
    assert maybe_question(view(state, 0), NAMES) == maybe_news(view(state, 0), NAMES) == question
    assert maybe_question(view(state, 1), NAMES) is None
    assert maybe_news(view(state, 1), NAMES) is None


def test_a_turn_is_news_for_everybody_and_a_question_for_one() -> None:
    state = table("RED 2, RED 3", "BLUE 3")
    assert maybe_news(view(state, 1), NAMES) == "BGI|RED 1|BLUE 3|a:2:0;b:1:0|false"
    assert maybe_question(view(state, 1), NAMES) is None
    over = table("RED 2", "BLUE 3", decision="OVER", turn=-1)
    assert maybe_news(view(over, 0), NAMES) is None


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (UnoCardsDrawn(1, 3, "PENALTY"), ["BDC|b"] * 3),
        (UnoTurnLost(2, "TIMEOUT"), ["BTS|c"]),
        (UnoDirectionChanged(True), ["BRS|true"]),
        (UnoHandTaken(0, ("RED 2",)), []),
        (UnoPileReshuffled(20), []),
        (UnoStepStarted(0, "PLAY"), []),
    ],
)
def test_changes(change: UnoChange, lines: list[str]) -> None:
    assert change_lines(change, NAMES) == lines
