"""The pages about the games name what there is: options, commands and computer players."""

from pathlib import Path

import pytest

from client.bots.strategies import STRATEGIES_BY_GAME
from client.tui.phrases import eriantys_typing, uno_typing
from games.registry import GAMES
from games.uno.state import Options
from messages.uno import UNO_MODES, UNO_WILD_POLICIES

PAGES = sorted((Path(__file__).parents[2] / "docs" / "games").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_page_is_about_a_game_and_its_computer_players(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {GAMES[page.stem].title}\n")
    for strategy in STRATEGIES_BY_GAME[page.stem]:
        assert f"`{strategy}`" in text


@pytest.mark.parametrize(
    ("game", "help_lines"), [("eriantys", eriantys_typing.HELP), ("uno", uno_typing.HELP)]
)
def test_a_page_has_every_command_of_the_help(game: str, help_lines: tuple[str, ...]) -> None:
    text = _page(game)
    for line in help_lines:
        verb = line.split()[0]
        assert line.startswith(" ") or f"`{verb}" in text, line


def test_the_page_of_uno_has_every_option() -> None:
    text = _page("uno")
    for name in (*Options.__struct_fields__, *UNO_MODES, *UNO_WILD_POLICIES):
        assert f"`{name}`" in text, name


def _page(game: str) -> str:
    (page,) = [page for page in PAGES if page.stem == game]
    return page.read_text(encoding="utf-8")
