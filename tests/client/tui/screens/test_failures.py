"""Test the full screen when the server dies or other people send hostile text."""

import asyncio
import subprocess
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from client.connections import Connection, ConnectionEvent, ConnectionLost
from client.connections.text import EVENTS
from client.tui.screens.app import TavolataApp
from client.tui.screens.start import StartScreen
from client.tui.text.screen import QUIT, SERVER_ENDED
from messages import ServerMessage
from tests.harness.fake_connection import FakeServer
from tests.harness.hostile_text import hostile_messages
from tests.harness.screen import DEFAULT_SETUP, ScreenUser, local_server, run_app, serving
from tests.harness.server_process import killable, ports_of
from tests.harness.table_messages import table_messages

MID_TURN = "Move 2 more students"
HOSTILE = (
    "\x1b]0;x\x07\x1b[2J\u202e\u2066[bold red]hi[/][@click=app.bell]x[/]" + "a" + "\u0301" * 30
)


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_killed_server_empties_the_menu_and_player_continues_the_turn_after_its_restart(
    tmp_path: Path, transport: str
) -> None:
    async def play(server: "subprocess.Popen[str]", ports: dict[str, str]) -> None:
        async with run_app(tmp_path, server=ports[transport], nickname="ada") as user:
            await user.wait_for_entry("new table")
            await user.type_line("new eriantys 2 base bots 1")
            await user.choose("king")
            await user.choose("assistant")
            await user.choose("school")
            await user.wait_for_title(MID_TURN)
            server.kill()
            server.wait()
            await user.wait_for_title(EVENTS[ConnectionEvent.LOST])
            assert user.menu_labels() == []
            with killable(tmp_path / "data", *ports_of(ports)):
                await user.wait_for_title(MID_TURN)
                await user.choose("school")
                await user.wait_until(lambda: user.text("#lines").count("You moved") == 2)

    with killable(tmp_path / "data") as (server, ports):
        asyncio.run(play(server, ports))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_killed_server_is_reported_and_spectator_watches_again_after_its_restart(
    tmp_path: Path, transport: str
) -> None:
    async def play(server: "subprocess.Popen[str]", ports: dict[str, str]) -> None:
        async with (
            run_app(tmp_path, server=ports["socket"], nickname="ada") as ada,
            run_app(tmp_path, server=ports[transport], nickname="wes") as wes,
        ):
            await ada.wait_for_entry("new table")
            await ada.type_line("new eriantys 2 base bots 1")
            await ada.choose("king")
            await ada.wait_for_entry("assistant")
            await wes.choose("watch 1 (Eriantys, ada)")
            await wes.wait_for_title("Watching")
            server.kill()
            server.wait()
            await wes.wait_for_title(EVENTS[ConnectionEvent.LOST])
            with killable(tmp_path / "data", *ports_of(ports)):
                await wes.wait_for_title("Watching")
                await ada.wait_for_entry("assistant")
                await ada.type_line("assistant 10")
                await wes.wait_until(lambda: "ada played assistant 10" in wes.text("#lines"))

    with killable(tmp_path / "data") as (server, ports):
        asyncio.run(play(server, ports))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_server_that_ends_for_good_is_named_in_the_title_and_quit_ends_the_client(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with serving(ephemeral=True) as addresses, AsyncExitStack() as later:
            screen = run_app(tmp_path, server=getattr(addresses, transport), nickname="ada")
            user = await later.enter_async_context(screen)
            await user.wait_for_entry("new table")
            later = later.pop_all()
        async with later:
            await user.wait_for_title(SERVER_ENDED)
            await user.choose(QUIT)
            await user.wait_until(lambda: not user.app.is_running)

    asyncio.run(run())


def test_screen_shows_hostile_text_without_control_or_stacked_characters(tmp_path: Path) -> None:
    async def run() -> None:
        server = FakeServer(*table_messages()[:2])
        async with run_app(tmp_path, server="x", connect=server.connect) as user:
            for message in hostile_messages(HOSTILE):
                server.push(message)
                await user.wait_until(lambda: server.empty)
                await user.pilot.pause()
                _check_screen(user)
            await user.press("f2")
            await user.wait_until(lambda: "[bold red]hi" in user.text("#lines"))
            _check_screen(user)

    asyncio.run(run())


def test_connection_error_is_shown_without_control_characters(tmp_path: Path) -> None:
    async def refuse(address: str) -> Connection:
        raise ConnectionLost(HOSTILE)

    async def run() -> None:
        async with run_app(tmp_path, server="x", connect=refuse) as user:
            await user.wait_until(lambda: isinstance(user.app.screen, StartScreen))
            await user.wait_until(lambda: "[bold red]hi" in user.text("#error"))
            _check_screen(user)

    asyncio.run(run())


def _check_screen(user: ScreenUser) -> None:
    """Check every cell of the screen as it is written to the terminal."""
    for strip in user.app.screen._compositor.render_strips():
        text = "".join(segment.text for segment in strip)
        assert not set(text) & set("\x1b\x07\u202e\u2066")
        assert "\u0301" * 4 not in text


def test_defect_of_the_screen_or_of_a_message_ends_it_and_is_raised_to_the_command(
    tmp_path: Path,
) -> None:
    """Textual would print a traceback; the command reports one sentence instead."""

    class Failing(FakeServer):
        async def receive(self) -> ServerMessage:
            raise KeyError("a defect")

    async def run() -> None:
        app = TavolataApp(
            local_server,
            DEFAULT_SETUP,
            server="x",
            recent_path=tmp_path / "recent.json",
            connect=Failing().connect,
        )
        async with app.run_test() as pilot:
            while app.is_running:
                await pilot.pause()
        await app.shut_down()
        with pytest.raises(KeyError, match="a defect"):
            app.raise_failure()
        assert app.return_code == 1

    asyncio.run(run())
