"""The replay viewer in a real browser: by number, from a file, from any seat, with all hands."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from games.registry import GAMES
from messages import SelectModeAndPlayers
from server.history.replay_file import replay_file
from tests.client.conftest import ROOT
from tests.client.web.conftest import Tables
from tests.harness.axe import sideways, violations
from tests.harness.finished_matches import finished_match
from tests.harness.page_server import PageServer, page_server
from tests.harness.web_table import DESKTOP, PHONE


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


OPTIONS: dict[str, dict[str, bool | int | str]] = {
    "uno": {"target_score": 60},
    "rummy500": {"target": 60},
}
EVERYBODY = "all hands"


def _finished(game: str, folder: Path) -> tuple[Path, dict[str, Any]]:
    """Play a match of three; return its replay file and what is in it."""
    setup = SelectModeAndPlayers(3, game=game, options=OPTIONS.get(game, {}))
    body = replay_file(finished_match(setup), 1, GAMES)
    file = folder / "replay.json"
    file.write_bytes(body)
    return file, msgspec.json.decode(body)


@pytest.mark.parametrize("lists", [False, True], ids=["drawn", "lists"])
@pytest.mark.parametrize("game", ["uno", "codex", "shelfie", "rummy500"])
def test_all_hands_of_a_finished_match_are_shown_in_one_view(
    tables: Tables, tmp_path: Path, game: str, lists: bool
) -> None:
    file, replay = _finished(game, tmp_path)
    page = tables(lists=lists, size=PHONE if game == "codex" else DESKTOP).open("/r")
    page.get_by_label("File").set_input_files(file)
    hands = page.get_by_role("region", name="All hands")
    expect(page.locator("#board")).to_be_visible()
    expect(hands).to_have_count(0)
    page.get_by_role("combobox", name="Seen by").select_option(label=EVERYBODY)
    for key, views in (("Home", replay["views"]), ("End", replay["lastViews"])):
        page.keyboard.press(key)
        for name, view in zip(replay["players"]["playerNicknames"], views, strict=False):
            own = hands.get_by_role("group", name=f"Only {name} saw")
            expect(own).to_be_visible()
            if game in ("uno", "rummy500") and not lists:
                expect(own.locator("li")).to_have_count(len(view["hand"]))
            elif game == "codex" and not lists:
                objectives = 1 if view["objective"] else len(view["offer"])
                expect(own.locator("li")).to_have_count(len(view["hand"]) + objectives)
            elif game == "shelfie" and not lists and key == "Home":
                expect(own.get_by_role("img", name="secret goal: 0 of 6")).to_be_visible()
            elif lists and key == "Home":
                expect(own.locator("dt").first).to_be_visible()
    assert violations(page) == []
    assert sideways(page) <= 0


def test_game_without_hidden_parts_offers_no_view_of_all_hands(
    tables: Tables, tmp_path: Path
) -> None:
    file, _ = _finished("eriantys", tmp_path)
    page = tables().open("/r")
    page.get_by_label("File").set_input_files(file)
    seen_by = page.get_by_role("combobox", name="Seen by")
    expect(seen_by.locator("option", has_text="a spectator")).to_have_count(1)
    expect(seen_by.locator("option", has_text=EVERYBODY)).to_have_count(0)


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
