"""Rules for every question of the games that have any."""

from client.tui.phrases.moment import RULES, rules_of
from messages import SelectCloud, YourTurn
from messages.eriantys import EriantysPrompt
from messages.registry import members
from messages.uno import UnoPrompt


def test_every_question_of_both_games_has_rules_that_fit_the_screen() -> None:
    assert {*members(EriantysPrompt), *members(UnoPrompt)} <= set(RULES)
    assert all(len(line) <= 92 for lines in RULES.values() for line in lines)


def test_what_is_unknown_has_none() -> None:
    assert rules_of(SelectCloud((0,)))
    assert rules_of(YourTurn()) == ()
