"""The question for a password in full screen, over both transports."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from client.connections import NotifyingConnection, Target
from client.connections.personal import Person, connect_person
from client.tui.screens.passwords import PasswordScreen
from client.tui.start_page import StartChoice
from client.tui.text.passwords import KEYS
from tests.harness.screen import ScreenUser, run_app, serving
from tests.harness.tls import Certificates, TrustingClient


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


def visible_text(user: ScreenUser) -> str:
    """Return the text of the window without frames, wrapped lines joined."""
    lines = [strip.text for strip in user.app.screen._compositor.render_strips()]
    return " ".join(" ".join(lines).replace("│", " ").split())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_fingerprint_and_the_whole_question_for_a_password_are_visible_together(
    tmp_path: Path, transport: str, size: tuple[int, int]
) -> None:
    users: list[ScreenUser] = []
    tls, client = Certificates(tmp_path).load(), TrustingClient(tmp_path)

    async def connect(address: str) -> NotifyingConnection:
        return await connect_person(client.target(address), Person(ask))

    async def ask(text: str) -> str:
        return await users[0].app.ask_password(text)

    async def run() -> None:
        async with serving(password="sesame", tls=tls.context) as addresses:
            server = getattr(addresses, transport)
            async with run_app(tmp_path, size, nickname="ada", connect=connect) as user:
                users.append(user)
                client.known.notify = user.app.add_notice
                user.app._start_conversation(StartChoice("server", "ada", server))
                await wait_for_question(user, "This server has a password.")
                await user.wait_until(lambda: KEYS in visible_text(user))
                assert "This server has a password." in visible_text(user)
                assert tls.fingerprint in visible_text(user)
                assert not user.app._notifications
                await user.press(*"sesame", "enter")
                await user.wait_for_entry("new table")
                assert tls.fingerprint in user.text("#lines")

    asyncio.run(run())
