"""Test the form for a new room and the command that it returns."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input, Select

from client.games.registry import PLAYABLE, ui
from client.tui.lobby_dialogue import parse_new, parse_option
from client.tui.screens.dialogs import NewRoomScreen
from games.registry import GAMES
from messages import SelectModeAndPlayers
from tests.harness.screen import ScreenUser, run_app, serving


async def open_form(user: ScreenUser) -> NewRoomScreen:
    await user.choose("new table")
    await user.wait_until(lambda: isinstance(user.app.screen, NewRoomScreen))
    form = user.app.screen
    assert isinstance(form, NewRoomScreen)
    await user.wait_until(lambda: bool(user.text("#about")))
    return form


async def choose_in_list(user: ScreenUser, name: str, *keys: str) -> None:
    """Open a list of the form, press the keys and choose the highlighted value."""
    user.app.screen.query_one(f"#{name}", Select).focus()
    await user.press("enter", *keys, "enter")


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_command_of_the_form_contains_game_options_privacy_spectators_and_clock(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as user,
        ):
            form = await open_form(user)
            await choose_in_list(user, "game", "down")
            await user.wait_until(lambda: "mode=jump_in" in user.text("#about"))
            await choose_in_list(user, "private", "down")
            await choose_in_list(user, "unwatched", "down")
            form.query_one("#options", Input).value = "mode=jump_in"
            form.query_one("#clock", Input).value = "60"
            setup = parse_new(form.build_command().split()[1:], SelectModeAndPlayers(2))
            assert setup == SelectModeAndPlayers(
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


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_private_room_from_the_form_shows_its_code_and_can_be_joined_with_it(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as ada,
            run_app(tmp_path, server=addresses.pyro, nickname="bob") as bob,
        ):
            form = await open_form(ada)
            await choose_in_list(ada, "game", "down")
            await choose_in_list(ada, "private", "down")
            form.query_one("#bots", Input).value = "0"
            form.query_one("#bots", Input).focus()
            await ada.press("enter")
            await ada.wait_for_title("Waiting")
            assert "join CODE1" in ada.text("#page")
            await bob.choose("private table by its code")
            await bob.type_line("code1")
            await bob.wait_until(lambda: "Top card" in bob.text("#page"))

    asyncio.run(run())


def test_arrow_keys_move_between_fields_and_enter_opens_a_room_with_the_typed_clock(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        async with run_app(tmp_path, nickname="ada") as user:
            await user.press("enter")
            form = await open_form(user)
            await user.press("up", "up", "5", "6")
            assert form.query_one("#clock", Input).value == "56"
            await user.press("down", "down", "enter")
            await user.choose("king")
            assert user.main.conversation.model.room
            assert user.main.conversation.model.room.clock == 56

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_escape_closes_the_form_and_returns_to_the_lobby(tmp_path: Path, transport: str) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as user,
        ):
            await open_form(user)
            await user.press("escape")
            await user.wait_for_entry("new table")
            assert user.main.conversation.shows_room_list

    asyncio.run(run())


@pytest.mark.parametrize("game", PLAYABLE)
def test_setup_hint_starts_with_the_player_range_and_its_options_exist(game: str) -> None:
    words = ui(game).text.setup_hint.replace(",", " ").split()
    for word in words:
        if "=" in word:
            assert GAMES[game].options(False, parse_option(word))
    seats = GAMES[game].seats
    assert ui(game).text.setup_hint.startswith(f"{seats[0]} to {seats[-1]} players.")
