"""Test that the pictures of the documentation show the current screen."""

import re

import pytest

from tests.harness.pictures import FOLDER, SIZES, picture

DOCS = FOLDER.parent


@pytest.mark.parametrize("name", SIZES)
def test_picture_is_up_to_date(name: str) -> None:
    drawn = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert picture(name) == drawn, "draw it again: python -m tests.harness.pictures"


def test_playing_page_and_readme_show_exactly_the_existing_pictures() -> None:
    pages = (DOCS / "playing.md", DOCS.parent / "README.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"pictures/([\w-]+)\.svg", text))
    assert shown == set(SIZES) == {path.stem for path in FOLDER.iterdir()}
