"""The connection that asks for a password that is missing or wrong."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from client.connections.passwords import PasswordPromptConnection
from client.connections.reconnecting import connect_reconnecting
from client.connections.text import PASSWORD_NEEDED
from messages import ChooseNickname, Error, RequestNickname, SessionOpened
from messages.base import ServerMessage
from tests.harness.fake_connection import FakeServer
from tests.harness.screen import serving
from tests.harness.timeouts import within


class User:
    """Answers questions with these passwords, in this order."""

    def __init__(self, *passwords: str) -> None:
        self._passwords = list(passwords)
        self.questions: list[str] = []

    async def ask(self, text: str) -> str:
        self.questions.append(text)
        return self._passwords.pop(0)


@asynccontextmanager
async def protected_server(transport: str) -> AsyncIterator[str]:
    async with serving(password="open sesame") as addresses:
        yield addresses.socket if transport == "socket" else addresses.pyro


async def choose_ada(server: str, user: User, password: str = "") -> ServerMessage:
    """Choose the nickname ada with the id 5; return the answer or the new session."""
    connection = PasswordPromptConnection(await connect_reconnecting(server), password, user.ask)
    try:
        assert isinstance(await connection.receive(), RequestNickname)
        await connection.send(ChooseNickname("ada", id=5))
        answer = await connection.receive()
        assert isinstance(answer, ServerMessage)
        assert answer.reply_to == 5
        if isinstance(answer, Error):
            return answer
        opened = await connection.receive()
        assert isinstance(opened, ServerMessage)
        return opened
    finally:
        await connection.close()


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_missing_password_is_asked_for_and_a_wrong_one_again(transport: str) -> None:
    async def run() -> None:
        user = User("wrong", "open sesame")
        async with protected_server(transport) as server:
            assert isinstance(await choose_ada(server, user), SessionOpened)
        first, second = user.questions
        assert first == PASSWORD_NEEDED
        assert "wrong" in second

    asyncio.run(within(run()))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_given_password_is_used_without_a_question(transport: str) -> None:
    async def run() -> None:
        user = User()
        async with protected_server(transport) as server:
            assert isinstance(await choose_ada(server, user, "open sesame"), SessionOpened)
        assert user.questions == []

    asyncio.run(within(run()))


def test_user_who_gives_up_receives_the_refusal() -> None:
    async def run() -> None:
        async with protected_server("socket") as server:
            assert isinstance(await choose_ada(server, User("")), Error)

    asyncio.run(within(run()))


def test_server_without_a_password_causes_no_question() -> None:
    async def run() -> None:
        user = User()
        async with serving() as addresses:
            assert isinstance(await choose_ada(addresses.socket, user), SessionOpened)
        assert user.questions == []

    asyncio.run(within(run()))


def test_pending_question_is_cancelled_when_the_connection_is_closed() -> None:
    async def run() -> None:
        is_asked, is_cancelled = asyncio.Event(), asyncio.Event()

        async def ask(text: str) -> str:
            is_asked.set()
            try:
                await asyncio.Event().wait()
            finally:
                is_cancelled.set()
            return ""

        server = FakeServer(RequestNickname(password=True))
        connection = PasswordPromptConnection(server, "", ask)
        await connection.receive()
        await connection.send(ChooseNickname("ada"))
        await is_asked.wait()
        await connection.close()
        await is_cancelled.wait()
        assert server.received == []

    asyncio.run(within(run()))
