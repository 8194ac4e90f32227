"""A match in the browser: by clicks, by keys, by touch, and after interruptions."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, TimeoutError, expect

from tests.client.web.conftest import Tables
from tests.harness.web_table import PHONE

NIM = "Nim"
RESULT = re.compile("win")


@pytest.mark.parametrize("title", [NIM, "My Shelfie"])
def test_match_is_played_to_its_end_on_the_generic_board_by_clicks(
    tables: Tables, title: str
) -> None:
    table = tables(lists=True)
    table.play_now(title)
    assert table.play_by_clicks() > 0
    expect(table.page.get_by_role("heading", level=1)).to_have_text(RESULT)
    expect(table.page.get_by_text("The seed shown now has the hash")).to_be_visible()


def test_match_is_played_to_its_end_by_keys(tables: Tables) -> None:
    table = tables(lists=True)
    table.play_now(NIM)
    table.page.locator("#board").wait_for()
    while table.page.locator("#board").count() > 0:
        if table.legal.count() > 0:
            table.page.keyboard.press("1")
    expect(table.page.get_by_role("heading", level=1)).to_have_text(RESULT)


def test_match_is_played_to_its_end_by_taps(tables: Tables) -> None:
    table = tables(lists=True, size=PHONE)
    table.play_now(NIM)
    table.page.locator("#board").wait_for()
    armed = 0
    while table.page.locator("#board").count() > 0:
        main = table.page.locator(".acts .main")
        if main.count() > 0:
            armed += 1  # a tap only shows what would be sent; the main button sends it
            _tap(main)
        elif table.legal.count() > 0:
            _tap(table.legal.first)
    assert armed > 0
    expect(table.page.get_by_role("heading", level=1)).to_have_text(RESULT)


def _tap(target: Locator) -> None:
    """Tap at once; the button may have gone, because the others go on playing."""
    with suppress(TimeoutError):
        target.tap(timeout=1000)


def test_reload_asks_the_same_question_again(tables: Tables) -> None:
    table = tables(lists=True)
    table.play_now("UNO")
    question = table.question()
    hand = table.page.locator("section.field", has_text="Hand").inner_text()
    table.page.reload()
    assert table.question() == question
    assert table.page.locator("section.field", has_text="Hand").inner_text() == hand


def test_second_tab_takes_the_seat_and_the_first_can_take_it_back(tables: Tables) -> None:
    table = tables(lists=True)
    first = table.page
    table.play_now("UNO")
    table.question()
    second = table.open()
    second.get_by_role("button", name="Return").click()
    expect(second.locator("#board")).to_be_visible()
    expect(first.get_by_text("You play in another tab")).to_be_visible()
    first.get_by_role("button", name="Play here").click()
    expect(first.get_by_text("You play in another tab")).to_be_hidden()
    expect(first.locator("#ask:not(.wait)")).to_be_visible()
    expect(second.get_by_text("You play in another tab")).to_be_visible()


def test_back_asks_before_the_seat_is_given_up(tables: Tables) -> None:
    table = tables(lists=True)
    table.play_now("UNO")
    table.question()
    table.page.go_back()
    expect(table.page.get_by_role("dialog")).to_contain_text("Really leave?")
    table.page.get_by_role("button", name="Stay").click()
    expect(table.page.locator("#board")).to_be_visible()
    table.page.go_back()
    table.page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    expect(table.page.get_by_role("button", name="Create a table")).to_be_visible()


def test_keys_and_rules_are_shown_from_their_beginning(tables: Tables) -> None:
    table = tables()
    table.play_now("My Shelfie")
    table.question()
    table.page.keyboard.press("?")
    expect(table.page.get_by_role("heading", name="Keys and rules")).to_be_in_viewport()
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_role("dialog")).to_be_hidden()


CHANGE_NEXT_ACTION = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    WebSocket.prototype.send = send;
    send.call(this, text.replace(/"count":\\d+/, '"count":99'));
  };
}"""


def test_refused_action_is_shown_and_the_board_stays_usable(tables: Tables) -> None:
    """The action is changed on its way, because the page offers legal ones only."""
    table = tables(lists=True)
    table.play_now(NIM)
    table.question()
    page = table.page
    table.legal.first.wait_for()
    page.evaluate(CHANGE_NEXT_ACTION)
    for _step in ("heap", "count"):
        page.keyboard.press("1")
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(table.legal.first).to_be_visible()


def test_replay_shows_the_first_and_the_last_view(tables: Tables) -> None:
    table = tables(lists=True)
    table.play_now(NIM)
    table.play_by_clicks()
    page = table.page
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Replay")
    first = page.locator("#board").inner_text()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="One move on")).to_be_visible()
    assert page.locator("#board").inner_text() != first
    page.keyboard.press("Home")
    assert page.locator("#board").inner_text() == first
