"""Test that the descriptions of the games agree with their rules and fit their places."""

import re

import pytest

from games.registry import GAMES
from messages.description import GameDescription
from messages.errors import Refusal
from messages.registry import DESCRIPTIONS

pytestmark = pytest.mark.parametrize("game", DESCRIPTIONS)


def test_title_and_numbers_of_players_are_those_of_the_rules(game: str) -> None:
    described = DESCRIPTIONS[game]
    assert described.title == GAMES[game].title
    assert list(described.seats) == list(GAMES[game].seats)
    assert described.usual_players in described.seats


def test_every_option_is_described_with_its_default_and_accepted_values(game: str) -> None:
    described = DESCRIPTIONS[game].options
    usual = GAMES[game].options(False, {})
    for option in described:
        assert getattr(usual, option.name) == option.default
        assert option.default in option.values
        for value in option.values:
            GAMES[game].options(False, {option.name: value})
    if described:
        with pytest.raises(Refusal) as refusal:
            GAMES[game].options(False, {"no_such_option": True})
        names = re.findall(r"\w+", refusal.value.text.partition("there are")[2])
        assert sorted(names) == sorted(option.name for option in described)


def test_texts_fit_the_cards_of_the_start_screen(game: str) -> None:
    described = DESCRIPTIONS[game]
    assert len(described.short_title) <= 10
    assert len(described.tagline) <= 10
    assert len(described.signs) <= 8
    assert len(described.summary) <= 3
    assert all(len(line) <= 19 for line in described.summary)


def test_game_without_a_description_has_its_name_and_any_number_of_players(game: str) -> None:
    unknown = GameDescription(title=game)
    assert unknown.short_title == game
    assert unknown.seats[-1] == 10
