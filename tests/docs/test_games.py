"""Test that the pages of the games list all options, commands and strategies."""

from pathlib import Path

import pytest

from client.games.registry import ui, ui_of
from games.registry import GAMES
from games.rng import Rng
from messages.uno.actions import UNO_MODES, UNO_WILD_POLICIES

PAGES = sorted((Path(__file__).parents[2] / "docs" / "games").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_page_has_the_title_and_strategies_of_its_game(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {GAMES[page.stem].title}\n")
    for strategy in ui(page.stem).strategies:
        assert f"`{strategy}`" in text


def test_every_game_has_a_page() -> None:
    assert {page.stem for page in PAGES} == GAMES.keys()


@pytest.mark.parametrize("name", GAMES)
def test_page_lists_every_command_of_the_help(name: str) -> None:
    text, game = _page(name), GAMES[name]
    start = game.start(game.seats[0], game.options(False, {}), Rng(bytes(16)))
    view = game.view(start.state, 0)
    for line in ui_of(view).commands(view, ()).help:
        verb = line.split()[0]
        assert line.startswith(" ") or f"`{verb}" in text, line


@pytest.mark.parametrize("game", [name for name in GAMES if name != "eriantys"])
def test_page_lists_every_option_of_its_game(game: str) -> None:
    text = _page(game)
    for name in GAMES[game].options(False, {}).__struct_fields__:
        assert f"`{name}`" in text, name


def test_uno_page_lists_all_modes_and_wild_policies() -> None:
    for name in (*UNO_MODES, *UNO_WILD_POLICIES):
        assert f"`{name}`" in _page("uno"), name


def _page(game: str) -> str:
    (page,) = [page for page in PAGES if page.stem == game]
    return page.read_text(encoding="utf-8")
