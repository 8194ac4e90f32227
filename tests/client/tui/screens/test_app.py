"""The full-screen client from the first screen to the last, by keys, mouse and typing."""

import asyncio
from pathlib import Path

import pytest

from client.tui.recent_servers import Recent, load, save
from client.tui.screens import app
from client.tui.screens.app import TavolataApp
from client.tui.screens.dialogs import ConnectScreen, HelpScreen
from messages import ChatMessage, YourTurn
from messages.eriantys.table import EriantysView
from tests.client.games.eriantys.tables import full_view
from tests.harness.fake_connection import FakeServer
from tests.harness.screen import Seat, at_the_screen, on_main, serving, two_screens
from tests.harness.table_messages import table_messages


def test_the_style_sheet_lies_beside_the_module_and_has_styles_for_every_width() -> None:
    assert isinstance(TavolataApp.CSS_PATH, str)
    sheet = Path(app.__file__).parent / TavolataApp.CSS_PATH
    text = sheet.read_text(encoding="utf-8")
    wider = [name for _, name in TavolataApp.HORIZONTAL_BREAKPOINTS[1:]]
    assert [name for name in wider if f".{name} " not in text] == []


async def to_the_table(seat: Seat) -> None:
    await seat.choose("new match")
    await seat.until(lambda: not on_main(seat.app))
    await seat.press("enter")
    await seat.choose("king")
    await seat.until_offered("assistant")


def test_from_the_first_screen_to_the_table_with_enter_alone(tmp_path: Path) -> None:
    async def run() -> None:
        async with at_the_screen(tmp_path) as seat:
            assert isinstance(seat.app.screen, ConnectScreen)
            await seat.press("enter")
            await seat.until_title("Choose a nickname")
            await seat.type("ada")
            await to_the_table(seat)
            assert "ada (you)" in seat.text("#page")
            assert seat.text("#title").startswith("Your turn: Play an assistant")
            await seat.press("enter")
            await seat.until(lambda: "You played assistant" in seat.text("#lines"))
        assert load(tmp_path / "recent.json").nickname == "ada"

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_each_route_leads_to_the_same_screen(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with serving() as addresses:
            server = getattr(addresses, route)
            async with at_the_screen(tmp_path, server=server, nickname="ada") as seat:
                await to_the_table(seat)
                await seat.type("assistant 9")
                await seat.until(lambda: "You played assistant 9." in seat.text("#lines"))
                await seat.press("ctrl+q")
                await seat.until(lambda: not seat.app.is_running)
            assert load(tmp_path / "recent.json").addresses == (server,)

    asyncio.run(run())


def test_a_wrong_address_comes_back_with_the_reason(tmp_path: Path) -> None:
    async def run() -> None:
        save(tmp_path / "recent.json", Recent(("nowhere",)))
        async with at_the_screen(tmp_path) as seat:
            await seat.press("down", "enter")
            await seat.until(lambda: "is no server address" in seat.text("#trouble"))
            assert isinstance(seat.app.screen, ConnectScreen)

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_the_mouse_alone_moves_a_student(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(
                tmp_path, (120, 36), server=getattr(addresses, route), nickname="ada"
            ) as seat,
        ):
            await to_the_table(seat)
            await seat.click("assistant")
            await seat.click("island …")
            await seat.until(lambda: bool(seat.main.talk.path))
            await seat.click("island")
            await seat.until(lambda: "student to island" in seat.text("#lines"))

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_escape_goes_back_and_nothing_was_sent(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada") as seat,
        ):
            await to_the_table(seat)
            await seat.choose("assistant")
            await seat.choose("island …")
            await seat.until(lambda: bool(seat.main.talk.path))
            await seat.press("escape")
            await seat.until_offered("school")
            assert "You moved" not in seat.text("#lines")
            await seat.press("m", "o")
            await seat.until(lambda: seat.line.value == "mo")
            await seat.press("escape")
            assert seat.line.value == ""

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_typing_is_completed_and_a_slip_is_explained(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada") as seat,
        ):
            await to_the_table(seat)
            await seat.press("a", "s")
            await seat.until(lambda: seat.line._suggestion == "assistant")
            await seat.press("tab")
            assert seat.line.value == "assistant "
            await seat.press("9", "9", "enter")
            await seat.until(lambda: "No: " in seat.text("#lines"))
            await seat.until(lambda: bool(seat.app._notifications))
            await seat.type("dance")
            await seat.until(lambda: "'dance' is no command" in seat.text("#lines"))
            assert not seat.app._notifications, "it hid the board, and is in the log"

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_the_rules_of_the_moment_are_one_key_away(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada") as seat,
        ):
            await to_the_table(seat)
            await seat.press("question_mark")
            await seat.until(lambda: isinstance(seat.app.screen, HelpScreen))
            await seat.press("escape")
            await seat.until(lambda: on_main(seat.app))
            await seat.press("f3")
            await seat.until(lambda: "A computer player would" in seat.text("#lines"))

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_two_people_see_each_other_in_the_lobby_and_talk(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada") as ada,
            at_the_screen(tmp_path, server=addresses.pyro, nickname="bob") as bob,
        ):
            await ada.until_offered("new match")
            await ada.type("new uno 2 bots 0")
            await ada.until(lambda: "uno" in ada.text("#page"))
            await bob.choose("join 1 (uno, ada)")
            await bob.until(lambda: "Top card" in bob.text("#page"))
            await ada.until(lambda: "Top card" in ada.text("#page"))
            await bob.type("chat [bold]hello")
            await ada.until(lambda: "1 new" in ada.text("#side-title"))
            await ada.press("f2")
            await ada.until(lambda: "[bob] [bold]hello" in ada.text("#lines"))
            assert "CHAT" in ada.text("#side-title")

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_a_game_of_others_is_watched(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with two_screens(tmp_path, route, "wes") as (ada, wes):
            await ada.type("new uno 2 bots 1")
            await ada.until(lambda: "Top card" in ada.text("#page"))
            await wes.choose("watch 1 (uno, ada)")
            await wes.until_title("Watching")
            assert "Top card" in wes.text("#page")
            assert "Your hand" not in wes.text("#page")
            await wes.choose("watch no more")
            await wes.until_offered("new match")

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_a_table_is_watched_while_it_fills_and_when_it_plays(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada") as ada,
            at_the_screen(tmp_path, server=addresses.pyro, nickname="wes") as wes,
        ):
            await ada.until_offered("new match")
            await ada.type("new uno 2 bots 0")
            await wes.choose("watch 1 (uno, ada)")
            await wes.until_title("Waiting")
            assert "(free)" in wes.text("#page")
            await wes.type("chat who comes")
            await ada.until(lambda: "[wes, watching] who comes" in ada.text("#lines"))
            await ada.choose("add a computer player")
            await wes.until_title("Watching")
            assert "Your hand" not in wes.text("#page")

    asyncio.run(run())


def test_a_board_that_is_too_high_for_frames_does_not_flicker(tmp_path: Path) -> None:
    """The scroll bar must not change what is drawn, or it comes and goes with every drawing."""

    async def run() -> None:
        server = FakeServer(*table_messages(_three_schools()), YourTurn())
        settings = {"server": "x", "connect": server.connect}
        async with at_the_screen(tmp_path, (120, 36), **settings) as seat:
            await seat.until(lambda: "bag 74" in seat.text("#page"))
            seen = set()
            for _ in range(4):
                seat.main.draw()
                await seat.pilot.pause()
                seen.add(seat.text("#page"))
            assert len(seen) == 1

    asyncio.run(run())


def _three_schools() -> EriantysView:
    schools = full_view().schools
    return full_view(schools=(*schools, schools[1]))


def test_the_end_of_the_log_is_seen_when_much_comes_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        story = [ChatMessage("bob", f"line {n} of a long story") for n in range(60)]
        server = FakeServer(*table_messages(full_view()), *story)
        async with at_the_screen(tmp_path, server="x", connect=server.connect) as seat:
            await seat.until(lambda: on_main(seat.app) and "line 59" in seat.text("#lines"))
            side = seat.main.query_one("#side")
            await seat.until(lambda: side.max_scroll_y > 50 and side.is_vertical_scroll_end)

    asyncio.run(run())
