"""Test the form for a new table by keys and mouse, and the command that it returns."""

import asyncio
from pathlib import Path

import pytest

from client.tui.screens.form import NewRoomScreen
from client.tui.screens.zone_view import ZoneView
from tests.harness.screen import ScreenUser, run_app, serving


async def open_form(user: ScreenUser) -> NewRoomScreen:
    await user.choose("new table")
    await user.wait_until(lambda: isinstance(user.app.screen, NewRoomScreen))
    form = user.app.screen
    assert isinstance(form, NewRoomScreen)
    return form


async def go_to(user: ScreenUser, form: NewRoomScreen, *zone: str) -> None:
    """Move the cursor of the form to a field."""
    while form.state.cursor != ("game",):
        await user.press("up")
    while form.state.cursor != zone:
        await user.press("down")


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_private_table_waits_for_a_friend_who_joins_with_the_shown_code(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as ada,
            run_app(tmp_path, server=addresses.pyro, nickname="bob") as bob,
        ):
            form = await open_form(ada)
            await go_to(ada, form, "game")
            await ada.press("right")
            await go_to(ada, form, "seats")
            await ada.press("left", "left")
            await go_to(ada, form, "join")
            await ada.press("right")
            assert form.build_command() == "new uno 2 private"
            await ada.press("enter")
            await ada.wait_until(lambda: "CODE1@" in ada.text("#page"))
            assert ada.main.conversation.model.room
            assert ada.main.conversation.model.room.bots == 0
            await bob.choose("private table by its code")
            await bob.type_line("code1")
            await bob.wait_until(lambda: "discards" in bob.text("#page"))

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_hard_computer_player_is_seated_and_the_match_starts(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as user,
        ):
            form = await open_form(user)
            await go_to(user, form, "game")
            await user.press("right")
            await go_to(user, form, "seats")
            await user.press("left", "left")
            await go_to(user, form, "seat", "0")
            await user.press("left")
            assert form.build_command() == "new uno 2 bots 1 hard"
            await user.press("enter")
            await user.wait_until(lambda: "discards" in user.text("#page"))

    asyncio.run(run())


def test_click_sets_a_value_and_the_button_opens_the_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=addresses.socket, nickname="ada") as user,
        ):
            form = await open_form(user)
            view = form.query_one(ZoneView)
            form.on_zone_view_clicked(ZoneView.Clicked(("seat", "0", "medium")))
            assert form.build_command().endswith("bots 1 medium")
            rows = str(view.content).splitlines()
            row = next(n for n, line in enumerate(rows) if "Make the table" in line)
            await user.pilot.click(ZoneView, offset=(10, row))
            await user.choose("king")

    asyncio.run(run())


def test_wrong_number_of_seats_is_explained_in_the_form(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=addresses.socket, nickname="ada") as user,
        ):
            form = await open_form(user)
            await go_to(user, form, "seats")
            await user.press("left")
            assert "Eriantys is for 2 to 4 players." in user.text("#form")

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_refusal_of_the_server_is_shown_when_the_form_is_opened_again(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as user,
        ):
            await user.wait_for_entry("new table")
            await user.type_line("new uno 2 clock 4000")
            await user.wait_for_title("Choose the settings")
            await open_form(user)
            assert "The clock gives 5 to 3600 seconds" in user.text("#form")

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
