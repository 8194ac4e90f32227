"""Tests of the values that the methods of a bot return."""

from typing import Any

import pytest

from client.bots.base import Bot
from client.bots.choices import WrongChoice, check_choice, method_name, show_action
from messages.eriantys.actions import ChooseCloud, MoveStudent, PlayAssistantCard
from messages.rummy.actions import LayRummyMeld
from messages.uno.actions import DrawUnoCard
from tests.client.games.eriantys.tables import full_view
from tests.client.games.rummy.tables import rummy_view

OFFERED = (ChooseCloud(0), ChooseCloud(1))


async def _choose_later() -> ChooseCloud:
    return ChooseCloud(0)


def check(choice: object) -> Any:
    return check_choice("MyBot.choose", choice, full_view(), OFFERED)


def test_method_name_has_the_class_of_the_bot() -> None:
    class MyBot(Bot):
        pass

    assert method_name(MyBot(), "choose") == "MyBot.choose"


def test_offered_action_and_own_action_of_the_same_game_are_returned() -> None:
    assert check(OFFERED[1]) is OFFERED[1]
    assert check(ChooseCloud(7)) == ChooseCloud(7)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("ChooseCloud", "returned 'ChooseCloud' of type str: return one of the actions"),
        ({"cloud": 1}, "of type dict"),
        (0, "returned 0 of type int"),
        (ChooseCloud, "returned the class ChooseCloud: return an instance"),
        (DrawUnoCard(), "returned DrawUnoCard, an action of uno, in a match of eriantys"),
        (PlayAssistantCard("three"), "returned PlayAssistantCard with card_value='three'"),  # type: ignore[arg-type]
        (PlayAssistantCard(object()), "returned PlayAssistantCard with card_value=<object"),  # type: ignore[arg-type]
    ],
)
def test_wrong_choice_is_explained_with_bot_and_method(choice: object, words: str) -> None:
    with pytest.raises(WrongChoice) as raised:
        check(choice)
    assert str(raised.value).startswith("MyBot.choose returned ")
    assert words in str(raised.value)
    assert "$" not in str(raised.value), "no path of msgspec"


def test_coroutine_is_closed_and_explained() -> None:
    with pytest.raises(WrongChoice, match=r"MyBot\.choose is asynchronous: define it with def"):
        check(_choose_later())


def test_lists_in_an_own_action_become_tuples() -> None:
    meld = LayRummyMeld(["SK", "HK", "DK"])  # type: ignore[arg-type]
    checked = check_choice("MyBot.choose", meld, rummy_view(["SK"]), ())
    assert hash(checked) == hash(LayRummyMeld(("SK", "HK", "DK")))


def test_action_is_shown_without_id_and_defaults() -> None:
    action = MoveStudent(move_to="SCHOOL", color="RED", id=4)
    assert show_action(action) == "MoveStudent(move_to='SCHOOL', color='RED')"
