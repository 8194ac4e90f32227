"""The replay viewer and hints in a real browser: by number, from a file, from any seat."""

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.client.conftest import ROOT
from tests.client.web.conftest import Tables
from tests.harness.page_server import PageServer, page_server


def _run(*arguments: str) -> str:
    """Run a command of tavolata and return what it prints."""
    command = [sys.executable, "-m", "client", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def _position(page: Page) -> str:
    return page.locator(".where small").inner_text().split(".")[0]


def test_match_of_the_page_is_replayed_from_every_seat_and_by_its_link(tables: Tables) -> None:
    table = tables(lists=True)
    table.play_now("My Shelfie")
    table.play_by_clicks()
    page = table.page
    page.get_by_role("button", name="Replay").click()
    seen_by = page.get_by_role("combobox", name="Seen by")
    expect(seen_by).to_be_visible()
    seats = seen_by.locator("option").count() - 1
    assert seats >= 2
    page.keyboard.press("End")
    length = int(_position(page).split(" of ")[1])
    assert _position(page) == f"move {length} of {length}"
    page.keyboard.press("ArrowLeft")
    assert _position(page) == f"move {length - 1} of {length}"
    for seat in range(seats + 1):
        seen_by.select_option(str(seat))
        expect(page.locator("#board")).to_be_visible()
        assert _position(page) == f"move {length - 1} of {length}"
    page.get_by_role("button", name="Back to the result").click()
    expect(page.get_by_role("button", name="Replay")).to_be_visible()


def test_exported_match_is_read_in_the_page(tables: Tables, tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "match.jsonl"
    with page_server(data) as other:
        address = f"127.0.0.1:{other.socket_port}"
        _run("bot", "--server", address, "--game", "uno", "--players", "3", "--quiet")
        file.write_text(_run("export", "1", "--data", str(data)))
    page = tables().open("/r")
    page.get_by_label("File").set_input_files(file)
    expect(page.get_by_role("heading", name="Replay · UNO")).to_be_visible()
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".said")).not_to_be_empty()
    page.get_by_role("combobox", name="Seen by").select_option("0")
    expect(page.locator("#board [data-piece]").first).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("4×").click()
    expect(page.get_by_role("slider")).not_to_have_value(re.compile("^[0-3]$"))
    page.get_by_role("button", name="Another replay").click()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("hello")
    page.get_by_label("File").set_input_files(broken)
    expect(page.locator("main [role=alert]")).to_contain_text("no file of tavolata export")


def test_link_to_a_move_opens_there_and_an_unknown_match_says_why(
    tables: Tables, server: PageServer
) -> None:
    first = tables(lists=True)
    first.play_now("My Shelfie")
    first.play_by_clicks()
    first.page.get_by_role("button", name="Replay").click()
    expect(first.page.locator(".where small")).to_contain_text("Match ")
    number = first.page.locator(".where small").inner_text().rpartition("Match ")[2]
    page = first.open(f"/r/{number}#5")
    expect(page.locator(".where small")).to_contain_text("move 5 of")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{server.url}/r/{number}#6")


def test_hint_is_shown_as_a_choice_and_sent_with_enter(tables: Tables) -> None:
    table = tables()
    table.play_now("UNO")
    table.question()
    page = table.page
    page.keyboard.press("h")
    main = page.locator(".btn.main").first
    expect(main).to_be_visible()
    page.keyboard.press("Escape")
    expect(main).to_be_hidden()
    page.get_by_role("button", name="Hint").click()
    expect(main).to_be_visible()
    main.click()
    expect(page.locator("[role=log]").first).to_contain_text("You ")
