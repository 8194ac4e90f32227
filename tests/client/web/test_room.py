"""The waiting room and the table of several people in the browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.client.web.conftest import Tables
from tests.harness.web_table import create_table

HOSTILE = [
    "<img src=x onerror=document.title='hacked'>",
    "<script>document.title='hacked'</script>",
    "{@html 1}&lt;b&gt;\u202eright to left\u202c",
]


def test_two_pages_meet_by_link_choose_wizards_and_play(tables: Tables) -> None:
    host, guest = tables(lists=True), tables(lists=True)
    link = create_table(host.page, "Eriantys")
    assert re.fullmatch(rf"{re.escape(host.url)}/j/\w{{6}}", link)
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("radio", name=re.compile("Sage")).check(force=True)
    taken = guest.page.get_by_role("radio", name=re.compile("Sage"))
    expect(taken).to_be_disabled()
    guest.page.get_by_role("radio", name=re.compile("Witch")).check(force=True)
    host.page.get_by_role("button", name="Start now").click()
    for page in (host.page, guest.page):
        expect(page.locator("#board")).to_be_visible()
    expect(host.page.locator(".strip .seat")).to_have_count(2)
    asked = host if host.page.locator("#ask:not(.wait)").count() else guest
    asked.question()


def test_host_fills_seats_removes_a_computer_player_and_changes_their_number(
    tables: Tables,
) -> None:
    page = tables().page
    create_table(page, "UNO", seats="4")
    page.get_by_role("button", name="Fill with computer players").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Everybody is here")
    page.get_by_role("button", name=re.compile("^Remove")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for one more")
    page.get_by_role("radio", name="3").check(force=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("Everybody is here")


def test_rematch_starts_at_the_same_table(tables: Tables) -> None:
    table = tables(lists=True)
    table.play_now("Nim")
    table.play_by_clicks()
    table.page.get_by_role("button", name="Rematch").click()
    expect(table.page.locator("#board")).to_be_visible()
    table.play_by_clicks()
    expect(table.page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_in_chat_and_in_names_of_tables_stays_text(tables: Tables, text: str) -> None:
    host, guest = tables(), tables()
    link = create_table(host.page, "UNO", name=text[:40])
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_label("Write to the table").fill(text)
    host.page.get_by_role("button", name="Send").click()
    line = guest.page.get_by_role("log").locator("li.say")
    expect(line).to_contain_text(text.replace("\u202e", "").replace("\u202c", "")[:20])
    assert line.locator("img, script, b b").count() == 0
    for page in (host.page, guest.page):
        assert "hacked" not in page.title()


def test_spectator_sees_no_hand_and_cannot_choose(tables: Tables) -> None:
    player, spectator = tables(lists=True), tables(lists=True)
    player.play_now("UNO")
    player.question()
    name = player.page.locator(".strip .seat b").first.inner_text()
    watch = spectator.page.get_by_role("button", name=re.compile(f"Watch.*{name}"))
    watch.click()
    expect(spectator.page.get_by_text("Watching UNO")).to_be_visible()
    hand = spectator.page.locator("dl.small div", has_text=re.compile("^Hand"))
    expect(hand.filter(has_text="none")).to_have_count(1)
    assert spectator.legal.count() == 0
