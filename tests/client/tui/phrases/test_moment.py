"""Rules for every question of the games that have any."""

from client.tui.phrases.describe import PROMPTS
from client.tui.phrases.moment import RULES, rules_of
from messages import YourTurn
from messages.eriantys.actions import SelectCloud


def test_every_question_of_every_game_has_rules() -> None:
    assert set(PROMPTS) == set(RULES)


def test_what_is_unknown_has_none() -> None:
    assert rules_of(SelectCloud((0,)))
    assert rules_of(YourTurn()) == ()
