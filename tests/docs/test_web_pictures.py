"""Test that the pictures of the browser client exist, are small and are shown."""

import re

import pytest

from tests.harness.web_pictures import FOLDER, PICTURES

DOCS = FOLDER.parents[1]
MOST_BYTES = 85_000


@pytest.mark.parametrize("name", PICTURES)
def test_picture_exists_and_is_small(name: str) -> None:
    picture = (FOLDER / f"{name}.webp").read_bytes()
    assert picture[:4] + picture[8:12] == b"RIFFWEBP", "draw it again: make pictures"
    assert len(picture) <= MOST_BYTES


def test_documentation_shows_exactly_the_existing_pictures() -> None:
    pages = (DOCS / "web.md", DOCS.parent / "README.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"pictures/web/([\w-]+)\.webp", text))
    assert shown == set(PICTURES) == {path.stem for path in FOLDER.iterdir()}


def test_readme_shows_a_picture_of_the_page() -> None:
    assert "docs/pictures/web/" in (DOCS.parent / "README.md").read_text(encoding="utf-8")
