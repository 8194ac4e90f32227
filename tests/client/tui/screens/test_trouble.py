"""What may go wrong while the screen is open: a dead server, people who write strange things."""

import asyncio
import subprocess
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from client.connections import Connection, ConnectionEvent, ConnectionLost
from client.connections.text import EVENTS
from client.tui.screens.dialogs import ConnectScreen
from client.tui.text.screen import OVER, QUIT
from tests.harness.fake_connection import FakeServer
from tests.harness.hostile_text import evil_messages
from tests.harness.screen import Seat, at_the_screen, serving
from tests.harness.server_process import killable, ports_of
from tests.harness.table_messages import table_messages

MID_TURN = "Your turn: Move 2 more students"
EVIL = "\x1b]0;x\x07\x1b[2J\u202e\u2066[bold red]hi[/][@click=app.bell]x[/]" + "a" + "\u0301" * 30


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_a_server_killed_in_mid_turn_and_started_again_is_only_a_notice(
    tmp_path: Path, route: str
) -> None:
    async def play(server: "subprocess.Popen[str]", ports: dict[str, str]) -> None:
        async with at_the_screen(tmp_path, server=ports[route], nickname="ada") as seat:
            await seat.until_offered("new match")
            await seat.type("new eriantys 2 base bots 1")
            await seat.choose("king")
            await seat.choose("assistant")
            await seat.choose("school")
            await seat.until_title(MID_TURN)
            server.kill()
            server.wait()
            await seat.until_title(EVENTS[ConnectionEvent.LOST])
            assert seat.labels() == []
            with killable(tmp_path / "data", *ports_of(ports)):
                await seat.until_title(MID_TURN)
                await seat.choose("school")
                await seat.until(lambda: seat.text("#lines").count("You moved") == 2)

    with killable(tmp_path / "data") as (server, ports):
        asyncio.run(play(server, ports))


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_who_watches_a_match_watches_on_when_the_server_is_back(tmp_path: Path, route: str) -> None:
    async def play(server: "subprocess.Popen[str]", ports: dict[str, str]) -> None:
        async with (
            at_the_screen(tmp_path, server=ports["socket"], nickname="ada") as ada,
            at_the_screen(tmp_path, server=ports[route], nickname="wes") as wes,
        ):
            await ada.until_offered("new match")
            await ada.type("new eriantys 2 base bots 1")
            await ada.choose("king")
            await ada.until_offered("assistant")
            await wes.choose("watch 1 (eriantys, ada)")
            await wes.until_title("Watching")
            server.kill()
            server.wait()
            await wes.until_title(EVENTS[ConnectionEvent.LOST])
            with killable(tmp_path / "data", *ports_of(ports)):
                await wes.until_title("Watching")
                await ada.until_offered("assistant")
                await ada.type("assistant 10")
                await wes.until(lambda: "ada played assistant 10" in wes.text("#lines"))

    with killable(tmp_path / "data") as (server, ports):
        asyncio.run(play(server, ports))


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_a_server_that_ends_for_good_is_not_waited_for(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with serving(passing=True) as addresses, AsyncExitStack() as later:
            screen = at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada")
            seat = await later.enter_async_context(screen)
            await seat.until_offered("new match")
            later = later.pop_all()
        async with later:
            await seat.until_title(OVER)
            await seat.choose(QUIT)
            await seat.until(lambda: not seat.app.is_running)

    asyncio.run(run())


def test_nothing_anybody_writes_reaches_the_terminal_as_a_command(tmp_path: Path) -> None:
    async def run() -> None:
        server = FakeServer(*table_messages()[:2])
        async with at_the_screen(tmp_path, server="x", connect=server.connect) as seat:
            for message in evil_messages(EVIL):
                server.push(message)
                await seat.until(lambda: server.empty)
                await seat.pilot.pause()
                _check(seat)
            await seat.press("f2")
            await seat.until(lambda: "[bold red]hi" in seat.text("#lines"))
            _check(seat)

    asyncio.run(run())


def test_why_there_is_no_connection_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    async def refuse(address: str) -> Connection:
        raise ConnectionLost(EVIL)

    async def run() -> None:
        async with at_the_screen(tmp_path, server="x", connect=refuse) as seat:
            await seat.until(lambda: isinstance(seat.app.screen, ConnectScreen))
            await seat.until(lambda: "[bold red]hi" in seat.text("#trouble"))
            _check(seat)

    asyncio.run(run())


def _check(seat: Seat) -> None:
    """Every cell of the screen, as it goes to the terminal."""
    for strip in seat.app.screen._compositor.render_strips():
        text = "".join(segment.text for segment in strip)
        assert not set(text) & set("\x1b\x07\u202e\u2066")
        assert "\u0301" * 4 not in text
