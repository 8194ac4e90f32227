"""The question for a password in full screen, over both transports."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from client.connections import NotifyingConnection, Target
from client.connections.personal import Person, connect_person
from client.tui.screens.passwords import PasswordScreen
from client.tui.start_page import StartChoice
from tests.harness.screen import ScreenUser, run_app, serving


async def wait_for_question(user: ScreenUser, text: str) -> None:
    await user.wait_until(
        lambda: (
            isinstance(user.app.screen, PasswordScreen)
            and user.app.screen.is_mounted
            and bool(user.app.screen.query("#password"))
            and text in user.text("#password-text")
        )
    )


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_missing_password_is_asked_for_hidden_and_a_wrong_one_again(
    tmp_path: Path, transport: str
) -> None:
    users: list[ScreenUser] = []

    async def connect(address: str) -> NotifyingConnection:
        return await connect_person(Target(address), Person(ask))

    async def ask(text: str) -> str:
        return await users[0].app.ask_password(text)

    async def run() -> None:
        async with serving(password="sesame") as addresses:
            server = getattr(addresses, transport)
            async with run_app(tmp_path, nickname="ada", connect=connect) as user:
                users.append(user)
                user.app._start_conversation(StartChoice("server", "ada", server))
                await wait_for_question(user, "This server has a password.")
                assert user.app.screen.query_one("#password", Input).password
                await user.press(*"wrong", "enter")
                await wait_for_question(user, "wrong")
                await user.press(*"sesame", "enter")
                await user.wait_for_entry("new table")

    asyncio.run(run())
