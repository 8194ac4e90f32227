"""Test the full-screen client from the first screen to the last, by keys, mouse and typing."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from client.connections.reconnecting import ReconnectingConnection, connect_reconnecting
from client.tui.recent_servers import Recent, load, save
from client.tui.screens import app
from client.tui.screens.app import TavolataApp
from client.tui.screens.reader import ReaderScreen
from client.tui.screens.start import StartScreen
from messages import ChatMessage, YourTurn
from messages.eriantys.table import EriantysView
from tests.client.games.eriantys.tables import full_view
from tests.harness.fake_connection import FakeServer
from tests.harness.screen import ScreenUser, is_main_screen, run_app, serving, two_users
from tests.harness.table_messages import table_messages
from tests.harness.tls import Certificates, TrustingClient, choose_server


def test_style_sheet_has_rules_for_every_breakpoint_but_the_first() -> None:
    folder = Path(app.__file__).parent
    text = "".join((folder / str(name)).read_text("utf-8") for name in TavolataApp.CSS_PATH or ())
    wider = [name for _, name in TavolataApp.HORIZONTAL_BREAKPOINTS[1:]]
    assert [name for name in wider if f".{name} " not in text] == []


async def start_match(user: ScreenUser) -> None:
    await user.wait_for_entry("new table")
    await user.type_line("new eriantys 2 expert bots 1")
    await user.choose("king")
    await user.wait_for_entry("assistant")


def test_enter_leads_from_the_first_screen_into_a_match_and_saves_the_typed_nickname(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        async with run_app(tmp_path) as user:
            assert isinstance(user.app.screen, StartScreen)
            await user.type_line("ada")
            await user.press("enter")
            await user.choose("king")
            await user.wait_for_entry("assistant")
            assert "ada (you)" in user.text("#page")
            assert user.text("#title").startswith(" ERIANTYS  ▶ YOUR TURN  Play an assistant")
            await user.press("enter")
            await user.wait_until(lambda: "You played assistant" in user.text("#lines"))
        assert load(tmp_path / "recent.json").nickname == "ada"

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_assistant_is_played_over_each_transport_and_the_address_saved(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with serving() as addresses:
            server = getattr(addresses, transport)
            async with run_app(tmp_path, server=server, nickname="ada") as user:
                await start_match(user)
                await user.type_line("assistant 9")
                await user.wait_until(lambda: "You played assistant 9." in user.text("#lines"))
                await user.press("ctrl+q", "ctrl+q")
                await user.wait_until(lambda: not user.app.is_running)
            assert load(tmp_path / "recent.json").addresses == (server,)

    asyncio.run(run())


def test_invalid_address_returns_to_the_first_screen_with_the_reason(tmp_path: Path) -> None:
    async def run() -> None:
        save(tmp_path / "recent.json", Recent(("no/where",), "ada"))
        async with run_app(tmp_path) as user:
            await user.press("down", "enter")
            await user.wait_until(lambda: "no address or invitation" in user.text("#error"))
            assert isinstance(user.app.screen, StartScreen)

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_assistant_and_student_are_chosen_by_mouse(tmp_path: Path, transport: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(
                tmp_path, (120, 36), server=getattr(addresses, transport), nickname="ada"
            ) as user,
        ):
            await start_match(user)
            await user.click("assistant")
            await user.click("island …")
            await user.wait_until(lambda: bool(user.main.conversation.chosen_words))
            await user.click("island")
            await user.wait_until(lambda: "student to island" in user.text("#lines"))

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_escape_undoes_a_part_of_a_choice_without_sending_and_clears_the_line(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as user,
        ):
            await start_match(user)
            await user.choose("assistant")
            await user.choose("island …")
            await user.wait_until(lambda: bool(user.main.conversation.chosen_words))
            await user.press("escape")
            await user.wait_for_entry("school")
            assert "You moved" not in user.text("#lines")
            await user.press("m", "o")
            await user.wait_until(lambda: user.line.value == "mo")
            await user.press("escape")
            assert user.line.value == ""

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_tab_completes_refusal_is_notified_and_unknown_command_is_only_logged(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as user,
        ):
            await start_match(user)
            await user.press("a", "s")
            await user.wait_until(lambda: user.line._suggestion == "assistant")
            await user.press("tab")
            assert user.line.value == "assistant "
            await user.press("9", "9", "enter")
            await user.wait_until(lambda: "No: " in user.text("#lines"))
            await user.wait_until(lambda: bool(user.app._notifications))
            await user.type_line("dance")
            await user.wait_until(lambda: "'dance' is no command" in user.text("#lines"))
            assert not user.app._notifications, "it hid the board, and is in the log"

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_question_mark_opens_help_escape_closes_it_and_f3_logs_a_hint(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as user,
        ):
            await start_match(user)
            await user.press("question_mark")
            await user.wait_until(lambda: isinstance(user.app.screen, ReaderScreen))
            await user.press("escape")
            await user.wait_until(lambda: is_main_screen(user.app))
            await user.press("f3")
            await user.wait_until(lambda: "A computer player would" in user.text("#lines"))

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_two_players_start_a_match_from_the_lobby_and_chat_is_unread_until_f2(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as ada,
            run_app(tmp_path, server=addresses.pyro, nickname="bob") as bob,
        ):
            await ada.wait_for_entry("new table")
            await ada.type_line("new uno 2 bots 0")
            await ada.wait_for_title(" UNO  WAITING ")
            await bob.choose("join 1 (UNO, ada)")
            await bob.wait_until(lambda: "discards" in bob.text("#page"))
            await ada.wait_until(lambda: "discards" in ada.text("#page"))
            await bob.type_line("chat [bold]hello")
            await ada.wait_until(lambda: "1 new" in ada.text("#side-title"))
            await ada.press("f2")
            await ada.wait_until(lambda: "[bob] [bold]hello" in ada.text("#lines"))
            assert "CHAT" in ada.text("#side-title")

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_spectator_sees_a_match_without_hands_and_returns_to_the_lobby(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with two_users(tmp_path, transport, "wes") as (ada, wes):
            await ada.type_line("new uno 2 bots 1")
            await ada.wait_until(lambda: "discards" in ada.text("#page"))
            await wes.choose("watch 1 (UNO, ada)")
            await wes.wait_for_title("Watching")
            assert "discards" in wes.text("#page")
            assert "YOUR HAND" not in wes.text("#page")
            await wes.choose("stop watching")
            await wes.wait_for_entry("new table")

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_spectator_sees_an_open_room_chats_and_then_sees_its_match_without_hands(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as ada,
            run_app(tmp_path, server=addresses.pyro, nickname="wes") as wes,
        ):
            await ada.wait_for_entry("new table")
            await ada.type_line("new uno 2 bots 0")
            await wes.choose("watch 1 (UNO, ada)")
            await wes.wait_for_title(" UNO  WAITING ")
            assert "┆ free" in wes.text("#page")
            await wes.type_line("chat who comes")
            await ada.wait_until(lambda: "[wes, watching] who comes" in ada.text("#lines"))
            await ada.choose("add a computer player")
            await wes.wait_for_title("Watching")
            assert "YOUR HAND" not in wes.text("#page")

    asyncio.run(run())


def test_board_that_needs_a_scroll_bar_is_the_same_after_each_redraw(tmp_path: Path) -> None:
    """The scroll bar must not change the size of the board: otherwise each redraw toggles it."""

    async def run() -> None:
        server = FakeServer(*table_messages(_three_schools()), YourTurn())
        settings = {"server": "x", "connect": server.connect}
        async with run_app(tmp_path, (120, 36), **settings) as user:
            await user.wait_until(lambda: "bag 74" in user.text("#page"))
            drawn = set()
            for _ in range(4):
                user.main.redraw()
                await user.pilot.pause()
                drawn.add(user.text("#page"))
            assert len(drawn) == 1

    asyncio.run(run())


def _three_schools() -> EriantysView:
    schools = full_view().schools
    return full_view(schools=(*schools, schools[1]))


def test_log_is_scrolled_to_the_end_after_many_lines(tmp_path: Path) -> None:
    async def run() -> None:
        messages = [ChatMessage("bob", f"line {n} of a long story") for n in range(60)]
        server = FakeServer(*table_messages(full_view()), *messages)
        async with run_app(tmp_path, server="x", connect=server.connect) as user:
            await user.wait_until(
                lambda: is_main_screen(user.app) and "line 59" in user.text("#lines")
            )
            side = user.main.query_one("#side .lines")
            await user.wait_until(lambda: side.max_scroll_y > 50 and side.is_vertical_scroll_end)

    asyncio.run(run())


def test_fingerprint_is_shown_and_logged_and_another_key_ends_on_the_first_screen(
    tmp_path: Path,
) -> None:
    certificates, server, client = Certificates(tmp_path), choose_server(), TrustingClient(tmp_path)
    address = server.address("socket")
    save(tmp_path / "recent.json", Recent((address,)))
    first, second = certificates.load("first"), certificates.load("second")

    async def connect(address: str) -> ReconnectingConnection:
        return await connect_reconnecting(client.target(address))

    async def run() -> None:
        stack = AsyncExitStack()
        await stack.enter_async_context(server.run(first))
        async with run_app(tmp_path, nickname="ada", connect=connect) as user:
            client.known.notify = user.app.add_notice
            await user.press("down", "enter")
            await user.wait_for_entry("new table")
            assert first.fingerprint in user.text("#lines")
            (notice,) = user.app._notifications
            assert first.fingerprint in notice.message
            await stack.aclose()
            async with server.run(second):
                await user.wait_until(lambda: isinstance(user.app.screen, StartScreen))
                await user.wait_until(lambda: second.fingerprint in user.text("#error"))
            assert "WARNING" in user.text("#error")
            assert not user.app._notifications

    asyncio.run(run())
