"""Hints: the choice of the greedy bot, always the same for the same position."""

import pytest

from client.bots.choices import WrongChoice
from client.bots.general import GreedyBot
from client.bots.hints import suggest_action
from games.base import Seating
from games.registry import GAMES
from server.match import Match


def _match(game: str) -> Match:
    rules = GAMES[game]
    seating = Seating(1, ("ada", "bob"), rules.wizards[:2])
    return Match(rules, rules.options(False, {}), seating, b"hint")


@pytest.mark.parametrize("game", GAMES)
def test_hint_is_accepted_by_the_rules_and_repeatable(game: str) -> None:
    match = _match(game)
    for _ in range(20):
        seat = min(match.waiting)
        view, actions = match.view(seat).view, match.legal(seat)
        hint = suggest_action(view, actions)
        assert hint is not None
        assert hint == suggest_action(view, actions)
        match.act(seat, hint)


def test_choice_that_cannot_be_sent_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    match = _match("uno")
    monkeypatch.setattr(GreedyBot, "choose", lambda self, view, actions: "draw")
    with pytest.raises(WrongChoice):
        suggest_action(match.view(0).view, match.legal(0))
