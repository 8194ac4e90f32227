"""What the pages point to is there: other pages, pictures, and files of the source."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
SOURCE = re.compile(r"`((?:messages|games|server|client|tests|benchmarks|docs)/[\w/.]+)`")

every_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text("utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@every_page
def test_files_that_are_named_are_there(page: Path) -> None:
    named = SOURCE.findall(page.read_text("utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_front_page_leads_to_every_page() -> None:
    front = {(ROOT / link).resolve() for link in LINK.findall(PAGES[0].read_text("utf-8"))}
    assert [page.name for page in PAGES[2:] if page not in front] == []
