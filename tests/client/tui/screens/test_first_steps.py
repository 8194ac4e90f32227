"""Test the way into a match over both transports: address, nickname, seats, wizards."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from client.tui.recent_servers import load
from client.tui.screens.start import StartScreen
from client.tui.text import screen
from tests.harness.screen import ScreenUser, run_app, serving, two_users

pytestmark = pytest.mark.parametrize("transport", ["socket", "pyro"])


def test_typed_address_and_nickname_are_saved_and_offered_at_the_next_start(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with serving() as addresses:
            server = getattr(addresses, transport)
            async with run_app(tmp_path) as user:
                assert isinstance(user.app.screen, StartScreen)
                await user.type_line("ada")
                await user.press(*server, "enter")
                await user.wait_for_entry("new table")
                assert load(tmp_path / "recent.json").addresses == (server,)
                await user.press("ctrl+q")
                await user.wait_until(lambda: not user.app.is_running)
            async with run_app(tmp_path) as user:
                assert user.app.screen.query_one("#name", Input).value == "ada"
                await user.press("down", "enter")
                await user.wait_for_entry("new table")

    asyncio.run(run())


def test_taken_and_invalid_nicknames_are_refused_until_a_valid_one_opens_the_lobby(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with two_users(tmp_path, transport, "ada") as (_, bob):
            await bob.wait_until(
                lambda: _is_nickname_refused(bob, "Somebody here has this nickname")
            )
            await bob.wait_until(lambda: bob.line.value == "ada")
            assert "Somebody here has this nickname" in bob.text("#page")
            assert bob.line.placeholder == screen.TYPE_NICKNAME
            await bob.press("ctrl+u")
            await bob.type_line("x")
            await bob.wait_until(lambda: bob.text("#lines").count("No: ") == 2)
            await bob.wait_until(lambda: bob.line.value == "x")
            await bob.press("ctrl+u")
            await bob.type_line("bob")
            await bob.wait_for_entry("new table")
            assert bob.line.placeholder == screen.KEYS

    asyncio.run(run())


def _is_nickname_refused(user: ScreenUser, reason: str) -> bool:
    return "Choose a nickname" in user.text("#title") and reason in user.text("#lines")


def test_host_adds_a_seat_and_starts_the_match_with_free_seats(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as ada,
        ):
            await ada.wait_for_entry("new table")
            await ada.type_line("new uno 3 bots 1 hard")
            await ada.choose("change the number of seats")
            await ada.type_line("4")
            await ada.wait_until(lambda: ada.text("#page").count("┆ free") == 2)
            await ada.choose("start with those who are here")
            await ada.wait_until(lambda: "discards" in ada.text("#page"))

    asyncio.run(run())


def test_taken_wizard_is_disabled_and_refused_when_typed_and_another_starts_the_match(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with two_users(tmp_path, transport, "bob") as (ada, bob):
            await ada.type_line("new eriantys 2 base bots 0")
            await bob.choose("join 1 (Eriantys, ada)")
            await ada.choose("king")
            await bob.wait_until(lambda: _disabled_entries(bob) == {"king": "taken by ada"})
            await bob.type_line("king")
            await bob.wait_until(lambda: "'king' is no free wizard" in bob.text("#lines"))
            await bob.choose("sage")
            await bob.wait_until(lambda: "bob (you)" in bob.text("#page"))

    asyncio.run(run())


def _disabled_entries(user: ScreenUser) -> dict[str, str]:
    return {
        entry.label: entry.disabled_reason for entry in user.main.entries if entry.disabled_reason
    }
