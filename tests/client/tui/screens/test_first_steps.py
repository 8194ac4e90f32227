"""From the first screen to a full table, over both routes: address, nickname, seats, wizards."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import OptionList

from client.tui.recent_servers import load
from client.tui.screens.dialogs import ConnectScreen
from tests.harness.screen import ScreenUser, run_app, serving, two_users

pytestmark = pytest.mark.parametrize("route", ["socket", "pyro"])


def test_an_address_is_typed_once_and_chosen_the_next_time(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with serving() as addresses:
            server = getattr(addresses, route)
            async with run_app(tmp_path) as user:
                assert isinstance(user.app.screen, ConnectScreen)
                await user.press("tab", *server, "enter")
                await user.wait_for_title("Choose a nickname")
                assert load(tmp_path / "recent.json").addresses == (server,)
                await user.type_line("ada")
                await user.wait_for_entry("new table")
                await user.press("ctrl+q")
                await user.wait_until(lambda: not user.app.is_running)
            async with run_app(tmp_path) as user:
                await user.pilot.click(OptionList, offset=(4, 2))
                await user.choose("ada")
                await user.wait_for_entry("new table")

    asyncio.run(run())


def test_a_nickname_that_is_refused_is_asked_for_again(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with two_users(tmp_path, route, "ada") as (_, bob):
            await bob.wait_until(lambda: _refused(bob, "Somebody here has this nickname"))
            await bob.type_line("x")
            await bob.wait_until(lambda: bob.text("#lines").count("No: ") == 2)
            await bob.type_line("bob")
            await bob.wait_for_entry("new table")

    asyncio.run(run())


def _refused(user: ScreenUser, why: str) -> bool:
    return "Choose a nickname" in user.text("#title") and why in user.text("#lines")


def test_a_table_is_enlarged_and_started_by_its_host(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, route), nickname="ada") as ada,
        ):
            await ada.wait_for_entry("new table")
            await ada.type_line("new uno 3 bots 1")
            await ada.choose("change the number of seats")
            await ada.type_line("4")
            await ada.wait_until(lambda: ada.text("#page").count("(free)") == 2)
            await ada.choose("start with those who are here")
            await ada.wait_until(lambda: "Top card" in ada.text("#page"))

    asyncio.run(run())


def test_a_wizard_that_somebody_has_is_shown_and_cannot_be_chosen(
    tmp_path: Path, route: str
) -> None:
    async def run() -> None:
        async with two_users(tmp_path, route, "bob") as (ada, bob):
            await ada.type_line("new eriantys 2 base bots 0")
            await bob.choose("join 1 (eriantys, ada)")
            await ada.choose("king")
            await bob.wait_until(lambda: _taken(bob) == {"king": "taken by ada"})
            await bob.type_line("king")
            await bob.wait_until(
                lambda: "Choose one of the wizards still free" in bob.text("#lines")
            )
            await bob.choose("sage")
            await bob.wait_until(lambda: "bob (you)" in bob.text("#page"))

    asyncio.run(run())


def _taken(user: ScreenUser) -> dict[str, str]:
    return {
        entry.label: entry.disabled_reason for entry in user.main.entries if entry.disabled_reason
    }
