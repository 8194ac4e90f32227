"""Test that the pictures of the documentation show the current screen."""

import re

import pytest

from tests.harness.pictures import FOLDER, KEYS, PICTURES, picture

DOCS = FOLDER.parent


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_up_to_date(name: str) -> None:
    drawn = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert picture(name) == drawn, "draw it again: python -m tests.harness.pictures"


@pytest.mark.parametrize("game", KEYS)
def test_page_of_each_game_has_its_picture(game: str) -> None:
    assert f"../pictures/{game}-120x36.svg" in (DOCS / "games" / f"{game}.md").read_text("utf-8")


def test_playing_page_and_readme_show_exactly_the_existing_pictures() -> None:
    pages = (DOCS / "playing.md", DOCS.parent / "README.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"pictures/([\w-]+)\.svg", text))
    assert shown == set(PICTURES) == {path.stem for path in FOLDER.glob("*.svg")}
