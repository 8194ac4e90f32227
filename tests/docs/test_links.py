"""Checks links between pages, and names of source files on pages."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
INDEXES = (ROOT / "README.md", ROOT / "docs" / "decisions" / "README.md")
"""Every page is linked from one of these."""
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
SOURCE = re.compile(r"`((?:messages|games|server|client|tests|benchmarks|docs)/[\w/.]+)`")

every_page = pytest.mark.parametrize(
    "page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES]
)


@every_page
def test_targets_of_the_local_links_of_a_page_exist(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text("utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@every_page
def test_source_files_named_on_a_page_exist(page: Path) -> None:
    named = SOURCE.findall(page.read_text("utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_page_is_linked_from_an_index() -> None:
    linked = {
        (index.parent / link).resolve()
        for index in INDEXES
        for link in LINK.findall(index.read_text("utf-8"))
    }
    assert [page.name for page in PAGES if page not in linked | {INDEXES[0]}] == []
