"""Accessibility of the pages, checked by axe-core in both themes, on a desktop and on a phone."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.client.web.conftest import Tables
from tests.harness.axe import SIZES, sideways, violations
from tests.harness.web_table import PHONE

SMALL_TARGETS = """() => [...document.querySelectorAll("button, input, select, a[href]")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => !element.matches(".skip, .seg input, .wizard input, [type=radio]"))
  .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
  .filter(([, box]) => box.height < 44 || box.width < 44)
  .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""


def check(page: Page) -> None:
    """Assert that a page has no violation and no sideways scrolling, in both themes."""
    for theme in ("dark", "light"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert violations(page) == []
    assert sideways(page) <= 0


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_start_page_settings_and_new_table_have_no_violation(
    tables: Tables, size: ViewportSize
) -> None:
    page = tables(size=size).page
    expect(page.get_by_role("heading", name="UNO")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Settings").click()
    check(page)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Create a table").click()
    page.get_by_label("Game").select_option(label="UNO")
    page.get_by_text("Rules of the match").click()
    check(page)
    page.get_by_role("button", name="Create the table").click()
    expect(page.get_by_role("textbox", name="Invitation link")).to_be_visible()
    check(page)
    if size is PHONE:
        assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_table_and_result_have_no_violation(tables: Tables, size: ViewportSize) -> None:
    table = tables(size=size, lists=True)
    table.play_now("Nim")
    table.question()
    check(table.page)
    if size is PHONE:
        assert table.page.evaluate(SMALL_TARGETS) == []
    table.page.keyboard.press("?")
    expect(table.page.get_by_role("dialog")).to_be_visible()
    check(table.page)
    table.page.keyboard.press("Escape")
    table.play_by_clicks()
    expect(table.page.get_by_role("button", name="Rematch")).to_be_visible()
    check(table.page)
    table.page.get_by_role("button", name="Replay").click()
    check(table.page)


@pytest.mark.parametrize("title", ["Eriantys", "UNO", "Codex Naturalis", "My Shelfie", "Rummy 500"])
def test_generic_board_of_every_game_has_no_violation(tables: Tables, title: str) -> None:
    table = tables(lists=True)
    table.play_now(title)
    table.question()
    check(table.page)


def test_own_turn_is_announced_and_changes_are_in_a_log(tables: Tables) -> None:
    table = tables(lists=True)
    table.play_now("Nim")
    question = table.question()
    live = table.page.locator("#ask [aria-live=polite]")
    expect(live).to_contain_text(question)
    expect(table.page.locator("[aria-live=assertive]", has_text="Your turn")).to_have_count(1)
    table.play_by_clicks(1)
    expect(table.page.get_by_role("log").locator("li").first).to_be_visible()
