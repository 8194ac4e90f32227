"""Hints: the choice of the greedy bot, always the same for the same position."""

import subprocess
import sys

import pytest

from client.bots.choices import WrongChoice
from client.bots.general import GreedyBot
from client.bots.hints import suggest_action
from games.base import Seating
from games.registry import GAMES
from server.match import Match
from tests.client.conftest import ROOT


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


FIRST_HINTS = """
import sys
from games.registry import GAMES
from server.cli import COMPUTERS
from tests.client.bots.test_hints import _match

for game in GAMES:
    match = _match(game)
    seat = min(match.waiting)
    view, actions = match.view(seat).view, match.legal(seat)
    before = set(sys.modules)
    assert COMPUTERS.suggest(view, actions) is not None
    print(game, *(set(sys.modules) - before))
"""


def test_first_hint_of_each_game_imports_nothing_on_the_event_loop() -> None:
    """A process of its own: here other tests have imported everything."""
    command = [sys.executable, "-c", FIRST_HINTS]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.splitlines() == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_there_is_no_hint_without_a_legal_action(game: str) -> None:
    match = _match(game)
    assert suggest_action(match.view(min(match.waiting)).view, ()) is None


def test_choice_that_cannot_be_sent_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    match = _match("uno")
    monkeypatch.setattr(GreedyBot, "choose", lambda self, view, actions: "draw")
    with pytest.raises(WrongChoice):
        suggest_action(match.view(0).view, match.legal(0))
