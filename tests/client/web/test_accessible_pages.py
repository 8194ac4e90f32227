"""Every page and every board: axe-core and contrast in both themes and both palettes."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.client.web.conftest import Tables
from tests.harness.axe import SIZES, sideways, violations
from tests.harness.contrast import low_contrast
from tests.harness.web_look import take_back
from tests.harness.web_person import PEOPLE, TITLES
from tests.harness.web_table import DESKTOP, PHONE, WebTable

LOOKS = [(theme, palette) for theme in ("dark", "light") for palette in ("usual", "cb")]
QUICK_SIZES = {title: DESKTOP if index % 2 else PHONE for index, title in enumerate(TITLES)}


@pytest.fixture(scope="module")
def canvas(browser: Browser) -> Iterator[Page]:
    """A blank page that reads pictures."""
    page = browser.new_page()
    yield page
    page.close()


def check(page: Page, canvas: Page) -> None:
    """Assert that a page has no violation, no weak text and no sideways scrolling."""
    problems = []
    for theme, palette in LOOKS:
        page.evaluate(
            "(look) => Object.assign(document.documentElement.dataset, look)",
            {"theme": theme, "palette": palette},
        )
        problems += [f"{theme} {palette} {text}" for text in low_contrast(page, canvas)]
        if palette == "usual":
            problems += [f"{theme} {text}" for text in violations(page)]
    assert not problems, "\n".join(problems)
    assert sideways(page) <= 0


def check_board(table: WebTable, canvas: Page, title: str, size: ViewportSize) -> None:
    """Check the drawn board of a game: the first question, and some moves later."""
    table.page.emulate_media(reduced_motion="reduce")  # a moving piece has no place to measure
    person = PEOPLE["taps" if size is PHONE else "clicks"](table.page)
    table.play_now(title)
    table.question()
    check(table.page, canvas)
    person.play(15)
    take_back(table.page)
    if table.page.locator("#board").count() > 0:
        check(table.page, canvas)


@pytest.mark.parametrize("title", TITLES)
def test_board_of_every_game(tables: Tables, canvas: Page, title: str) -> None:
    size = QUICK_SIZES[title]
    check_board(tables(size=size), canvas, title, size)


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("title", TITLES)
def test_board_of_every_game_on_both_sizes(
    tables: Tables, canvas: Page, title: str, size: ViewportSize
) -> None:
    check_board(tables(size=size), canvas, title, size)


def test_pages_before_a_match(tables: Tables, canvas: Page) -> None:
    """Start, name, settings, new table, waiting room with its rules, invitation."""
    host, guest = tables().page, tables(size=PHONE).page
    expect(host.get_by_role("heading", name="UNO")).to_be_visible()
    check(host, canvas)
    host.get_by_role("button", name=re.compile("change your name")).click()
    check(host, canvas)
    host.keyboard.press("Escape")
    host.get_by_role("button", name="Settings").click()
    check(host, canvas)
    host.get_by_role("button", name="Done").click()
    host.get_by_role("button", name="Create a table").click()
    host.get_by_label("Game", exact=True).select_option(label="UNO")
    host.get_by_text("Rules of the match").click()
    check(host, canvas)
    host.get_by_label("Game", exact=True).select_option(label="Eriantys")
    host.get_by_role("button", name="Create the table").click()
    link = host.get_by_role("textbox", name="Invitation link").input_value()
    check(host, canvas)
    host.get_by_role("button", name="Rules").click()
    expect(host.get_by_role("dialog")).to_be_visible()
    check(host, canvas)
    guest.goto(link)
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    check(guest, canvas)


def test_dialogs_of_a_match_result_and_replay(tables: Tables, canvas: Page) -> None:
    table = tables(lists=True)
    table.play_now("Nim")
    table.question()
    page = table.page
    for opened in ("Keys and rules", "Leave the table"):
        page.get_by_role("button", name=opened).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        check(page, canvas)
        page.keyboard.press("Escape")
    table.play_by_clicks()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    check(page, canvas)
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Replay")
    check(page, canvas)
