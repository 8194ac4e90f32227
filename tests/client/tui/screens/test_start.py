"""Test the start screen by keys, mouse and pasted text."""

import asyncio
from pathlib import Path

import pytest
from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, Static

from client.tui.ping import Pong
from client.tui.recent_servers import Recent, save
from client.tui.screens.form import NewRoomScreen
from client.tui.screens.reader import FRAME_COLUMNS, ReaderScreen
from client.tui.screens.start import StartScreen
from client.tui.screens.start_fields import StartBody
from client.tui.start_page import ContinueOffer, ServerRow, StartChoice
from client.tui.text import start
from tests.harness.screen import run_app, serving
from tests.harness.timeouts import within

OFFER = ContinueOffer("UNO with anna", "games.example:7700", "anna-2")


async def unreachable(address: str) -> Pong | None:
    return None


class Example(App[None]):
    """An application that only asks on the start screen."""

    def __init__(self, screen: StartScreen) -> None:
        super().__init__()
        self._start = screen
        self.choices: list[StartChoice | None] = []

    def on_mount(self) -> None:
        self.push_screen(self._start, self.choices.append)


def choose(screen: StartScreen, *keys: str, paste: str = "") -> StartChoice | None:
    """Press keys on the screen and return the choice."""

    async def run() -> StartChoice | None:
        app = Example(screen)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            if paste:
                await _paste(app, pilot, paste)
            await pilot.press(*keys)
            await pilot.pause()
        return app.choices[0] if app.choices else None

    return asyncio.run(run())


async def _paste(app: Example, pilot: "Pilot[None]", text: str) -> None:
    app.screen.query_one(StartBody).post_message(events.Paste(text))
    await pilot.pause()
    await pilot.pause()


def test_enter_on_a_card_starts_a_match_here_under_the_saved_name() -> None:
    choice = choose(StartScreen(nickname="ada"), "right", "enter")
    assert choice == StartChoice("play", "ada", line="new uno", game="uno")


def test_session_to_continue_is_chosen_first_with_its_own_name() -> None:
    choice = choose(StartScreen(nickname="ada", offers=[OFFER]), "enter")
    assert choice == StartChoice("continue", "anna-2", "games.example:7700")


def test_name_is_asked_for_first_and_a_short_one_is_refused() -> None:
    assert choose(StartScreen(), "a", "enter", "enter") is None
    choice = choose(StartScreen(), *"ada", "enter", "enter")
    assert choice is not None
    assert choice.nickname == "ada"


def test_keys_pressed_at_once_after_the_name_are_not_lost() -> None:
    async def run() -> None:
        app = Example(StartScreen(servers=[ServerRow("games.example:7700")]))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*"ada")
            for key in ("enter", "down", "enter"):
                app.post_message(events.Key(key, None))
            while not app.choices:
                await pilot.pause()
        assert app.choices == [StartChoice("server", "ada", "games.example:7700")]

    asyncio.run(within(run()))


@pytest.mark.parametrize(
    ("text", "address", "line"),
    [
        ("tavolata join KITE23@games.example:7700\n", "games.example:7700", "join KITE23"),
        ("tavolata://games.example:7700/12", "games.example:7700", "join 12"),
        ("socket tcp://games.example:7700", "games.example:7700", ""),
        ("a:1, PYRO:tavolata@b:2", "a:1,PYRO:tavolata@b:2", ""),
    ],
)
def test_pasted_invitation_is_chosen_with_enter(text: str, address: str, line: str) -> None:
    choice = choose(StartScreen(nickname="ada"), "enter", paste=text)
    assert choice == StartChoice("server", "ada", address, line)


def test_server_of_the_list_and_the_tutorial_are_chosen_by_keys() -> None:
    servers = [ServerRow("games.example:7700")]
    choice = choose(StartScreen(nickname="ada", servers=servers), "down", "enter")
    assert choice == StartChoice("server", "ada", "games.example:7700")
    choice = choose(StartScreen(nickname="ada"), "right", "down", "enter")
    assert choice == StartChoice("learn", "ada", game="uno")


def test_servers_are_asked_in_the_background_and_shown_as_not_reachable() -> None:
    async def run() -> None:
        screen = StartScreen(nickname="ada", servers=[ServerRow("a:1", "…")], ping=unreachable)
        app = Example(screen)
        async with app.run_test(size=(80, 24)) as pilot:
            while start.UNREACHABLE not in str(screen.query_one("#start", Static).content):
                await pilot.pause()

    asyncio.run(run())


def test_f9_opens_the_form_for_computer_players_and_its_line_is_the_choice() -> None:
    async def run() -> None:
        app = Example(StartScreen(nickname="ada"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("right", "f9")
            while not isinstance(app.screen, NewRoomScreen):
                await pilot.pause()
            assert app.screen.state.is_local
            await pilot.press("enter")
            await pilot.pause()
        assert app.choices == [StartChoice("play", "ada", line="new uno 4")]

    asyncio.run(run())


def test_arrow_keys_reach_the_name_and_the_address_and_return() -> None:
    async def run() -> None:
        app = Example(StartScreen(nickname="ada"))
        async with app.run_test(size=(80, 24)) as pilot:
            focused = []
            for key in ("up", "down", "down", "down", "up"):
                await pilot.press(key)
                await pilot.pause()
                focused.append(app.focused.id if app.focused else "")
            assert focused == ["name", "start", "start", "address", "start"]

    asyncio.run(run())


@pytest.mark.parametrize("key", ["question_mark", "f1"])
def test_question_mark_shows_the_keys_of_this_screen_and_escape_returns(key: str) -> None:
    async def run() -> None:
        app = Example(StartScreen(nickname="ada"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, ReaderScreen)
            assert start.HELP_LINES[0] in app.screen.text
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, StartScreen)

    asyncio.run(run())


def test_help_of_the_start_screen_fits_80_columns() -> None:
    assert max(map(len, start.HELP_LINES)) <= 80 - FRAME_COLUMNS


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 15)])
def test_everything_fits_on_the_screen(size: tuple[int, int]) -> None:
    async def run() -> None:
        app = Example(StartScreen(nickname="ada", offers=[OFFER], servers=[ServerRow("a:1")]))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            if size != (60, 15):
                assert app.screen.query_one("#address", Input).region.bottom < size[1]
                assert app.screen.max_scroll_y == 0

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_friend_joins_with_the_pasted_line_of_the_waiting_room(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as ada,
        ):
            await ada.wait_for_entry("new table")
            await ada.type_line("new uno 2 private")
            await ada.wait_until(lambda: "tavolata join CODE1@" in ada.text("#page"))
            await ada.press("f7")
            await ada.wait_until(lambda: ada.app.clipboard.startswith("tavolata join CODE1@"))
            save(tmp_path / "bob.json", Recent(nickname="bob"))
            async with run_app(tmp_path, recent_path=tmp_path / "bob.json") as bob:
                await bob.wait_until(lambda: bool(bob.app.screen.query(StartBody)))
                bob.app.screen.query_one(StartBody).post_message(events.Paste(ada.app.clipboard))
                await bob.wait_until(
                    lambda: bool(bob.app.screen.query_one("#address", Input).value)
                )
                await bob.press("enter")
                await bob.wait_until(
                    lambda: bool(bob.app.screen.query("#page")) and "discards" in bob.text("#page")
                )

    asyncio.run(run())


def test_tutorial_starts_from_the_start_screen_with_its_first_note(tmp_path: Path) -> None:
    async def run() -> None:
        save(tmp_path / "recent.json", Recent(nickname="ada"))
        async with run_app(tmp_path) as user:
            await user.press("right", "down", "enter")
            await user.wait_for_entry("next: go on")
            assert "LESSON 1/" in user.text("#page")
            await user.press("escape")
            await user.wait_until(lambda: "LESSON" not in user.text("#page"))

    asyncio.run(run())
