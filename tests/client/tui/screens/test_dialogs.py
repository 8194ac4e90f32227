"""The form for a new match: what is chosen there, and the line that comes out."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input, Select

from client.games.registry import PLAYABLE, ui
from client.tui.lobby_dialogue import parse_new, parse_option
from client.tui.screens.dialogs import FormScreen
from games.registry import GAMES
from messages import SelectModeAndPlayers
from tests.harness.screen import Seat, at_the_screen, serving


async def opened(seat: Seat) -> FormScreen:
    await seat.choose("new match")
    await seat.until(lambda: isinstance(seat.app.screen, FormScreen))
    form = seat.app.screen
    assert isinstance(form, FormScreen)
    await seat.until(lambda: bool(seat.text("#about")))
    return form


async def open_list(seat: Seat, name: str, *keys: str) -> None:
    """Open a list of the form, move in it, and take what is highlighted."""
    seat.app.screen.query_one(f"#{name}", Select).focus()
    await seat.press("enter", *keys, "enter")


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_every_field_is_in_the_line(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada") as seat,
        ):
            form = await opened(seat)
            await open_list(seat, "game", "down")
            await seat.until(lambda: "mode=jump_in" in seat.text("#about"))
            await open_list(seat, "private", "down")
            await open_list(seat, "unwatched", "down")
            form.query_one("#options", Input).value = "mode=jump_in"
            form.query_one("#clock", Input).value = "60"
            wanted = parse_new(form.line().split()[1:], SelectModeAndPlayers(2))
            assert wanted == SelectModeAndPlayers(
                2,
                mode=True,
                game="uno",
                options={"mode": "jump_in"},
                private=True,
                bots=1,
                clock=60,
                watchers=False,
            )

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_a_private_match_shows_its_code_and_can_be_joined_with_it(
    tmp_path: Path, route: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada") as ada,
            at_the_screen(tmp_path, server=addresses.pyro, nickname="bob") as bob,
        ):
            form = await opened(ada)
            await open_list(ada, "game", "down")
            await open_list(ada, "private", "down")
            form.query_one("#bots", Input).value = "0"
            form.query_one("#bots", Input).focus()
            await ada.press("enter")
            await ada.until_title("Waiting")
            assert "join CODE1" in ada.text("#page")
            await bob.choose("private match by its code")
            await bob.type("code1")
            await bob.until(lambda: "Top card" in bob.text("#page"))

    asyncio.run(run())


def test_the_arrows_go_from_field_to_field(tmp_path: Path) -> None:
    async def run() -> None:
        async with at_the_screen(tmp_path, nickname="ada") as seat:
            await seat.press("enter")
            form = await opened(seat)
            await seat.press("up", "up", "5", "6")
            assert form.query_one("#clock", Input).value == "56"
            await seat.press("down", "down", "enter")
            await seat.choose("king")
            assert seat.main.talk.model.room
            assert seat.main.talk.model.room.clock == 56

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_escape_makes_nothing(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            at_the_screen(tmp_path, server=getattr(addresses, route), nickname="ada") as seat,
        ):
            await opened(seat)
            await seat.press("escape")
            await seat.until_offered("new match")
            assert seat.main.talk.in_lobby

    asyncio.run(run())


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_options_that_are_named_exist(game: str) -> None:
    words = ui(game).text.setup_hint.replace(",", " ").split()
    for word in words:
        if "=" in word:
            assert GAMES[game].options(False, parse_option(word))
    seats = GAMES[game].seats
    assert ui(game).text.setup_hint.startswith(f"{seats[0]} to {seats[-1]} players.")
