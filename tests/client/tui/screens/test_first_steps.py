"""From the first screen to a full table, over both routes: address, nickname, seats, wizards."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import OptionList

from client.tui.recent_servers import load
from client.tui.screens.dialogs import ConnectScreen
from tests.harness.screen import Seat, at_the_screen, serving, two_screens

pytestmark = pytest.mark.parametrize("route", ["socket", "pyro"])


def test_an_address_is_typed_once_and_chosen_the_next_time(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with serving() as addresses:
            server = getattr(addresses, route)
            async with at_the_screen(tmp_path) as seat:
                assert isinstance(seat.app.screen, ConnectScreen)
                await seat.press("tab", *server, "enter")
                await seat.until_title("Choose a nickname")
                assert load(tmp_path / "recent.json").addresses == (server,)
                await seat.type("ada")
                await seat.until_offered("new match")
                await seat.press("ctrl+q")
                await seat.until(lambda: not seat.app.is_running)
            async with at_the_screen(tmp_path) as seat:
                await seat.pilot.click(OptionList, offset=(4, 2))
                await seat.choose("ada")
                await seat.until_offered("new match")

    asyncio.run(run())


def test_a_nickname_that_is_refused_is_asked_for_again(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with two_screens(tmp_path, route, "ada") as (_, bob):
            await bob.until(lambda: _refused(bob, "Somebody here has this nickname"))
            await bob.type("x")
            await bob.until(lambda: bob.text("#lines").count("No: ") == 2)
            await bob.type("bob")
            await bob.until_offered("new match")

    asyncio.run(run())


def _refused(seat: Seat, why: str) -> bool:
    return "Choose a nickname" in seat.text("#title") and why in seat.text("#lines")


def test_a_table_is_enlarged_and_started_by_its_host(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada") as ada,
        ):
            await ada.until_offered("new match")
            await ada.type("new uno 3 bots 1")
            await ada.choose("change the number of seats")
            await ada.type("4")
            await ada.until(lambda: ada.text("#page").count("(free)") == 2)
            await ada.choose("start with those who are here")
            await ada.until(lambda: "Top card" in ada.text("#page"))

    asyncio.run(run())


def test_a_wizard_that_somebody_has_is_shown_and_cannot_be_chosen(
    tmp_path: Path, route: str
) -> None:
    async def run() -> None:
        async with two_screens(tmp_path, route, "bob") as (ada, bob):
            await ada.type("new eriantys 2 base bots 0")
            await bob.choose("join 1 (eriantys, ada)")
            await ada.choose("king")
            await bob.until(lambda: _taken(bob) == {"king": "taken by ada"})
            await bob.type("king")
            await bob.until(lambda: "Choose one of the wizards still free" in bob.text("#lines"))
            await bob.choose("sage")
            await bob.until(lambda: "bob (you)" in bob.text("#page"))

    asyncio.run(run())


def _taken(seat: Seat) -> dict[str, str]:
    return {entry.label: entry.why for entry in seat.main.entries if entry.why}
