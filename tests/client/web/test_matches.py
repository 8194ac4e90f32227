"""Complete matches of every game in the browser: by clicks, by keys only, and by taps."""

import re

import pytest
from playwright.sync_api import expect

from tests.client.web.conftest import Tables
from tests.harness.web_person import PEOPLE, TITLES

QUICK = {
    "Eriantys": "clicks",
    "UNO": "keys",
    "Codex Naturalis": "taps",
    "My Shelfie": "keys",
    "Rummy 500": "taps",
}
"""The style in which each game is played in every test run; the others are long tests."""
RESULT = re.compile("win|Nobody")


def play_match(tables: Tables, title: str, style: str, seed: int = 1) -> None:
    """Create a table with one computer player, play, and expect the result."""
    kind = PEOPLE[style]
    table = tables(size=kind.size)
    person = kind(table.page, seed)
    person.sit_down(title)
    assert person.play() > 0
    expect(table.page.get_by_role("heading", level=1)).to_have_text(RESULT)


@pytest.mark.parametrize("title", TITLES)
def test_match_of_each_game_is_played_to_its_end(tables: Tables, title: str) -> None:
    play_match(tables, title, QUICK[title])


@pytest.mark.soak
@pytest.mark.parametrize("style", PEOPLE)
@pytest.mark.parametrize("title", TITLES)
def test_match_is_played_to_its_end_in_each_style(tables: Tables, title: str, style: str) -> None:
    play_match(tables, title, style, seed=2)
