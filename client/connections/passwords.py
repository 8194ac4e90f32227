"""A connection that asks the user for the server's password when it is missing or wrong.

The question is asked in a task, so that the client can go on to receive and to read input.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from itertools import count

from msgspec import UNSET, structs

from client.connections.base import ConnectionEvent, ConnectionLost, NotifyingConnection
from client.connections.text import PASSWORD_NEEDED
from messages import lobby, play
from messages.base import ClientMessage, ServerMessage
from messages.errors import ErrorCode

AskPassword = Callable[[str], Awaitable[str]]
"""Shows a text and returns the password that the user types; empty if the user gives up."""


class PasswordPromptConnection:
    """Adds the password to each ChooseNickname; ``ask`` is called if the server needs another."""

    def __init__(self, inner: NotifyingConnection, password: str, ask: AskPassword) -> None:
        self._inner = inner
        self._password = password
        self._ask = ask
        self._is_needed = False
        """True if the greeting of the server has said so."""
        self._choice: lobby.ChooseNickname | None = None
        """The last ChooseNickname, until it is answered."""
        self._first_id: int | None = None
        """The id of that message when it was sent first."""
        self._has_given_up = False
        """True if the user typed no password; then the refusal is delivered."""
        self._ids = count(random.getrandbits(40) + 2**41)
        self._asking: asyncio.Task[None] | None = None

    async def send(self, message: ClientMessage) -> None:
        """Send a message; add the password to ChooseNickname. Raises ConnectionLost.

        A ChooseNickname without an id gets one. If the server needs a password and none is known,
        return at once: a task asks for it and sends the message then.
        """
        if not isinstance(message, lobby.ChooseNickname):
            await self._inner.send(message)
            return
        if message.id is UNSET:
            message = structs.replace(message, id=next(self._ids))
        assert isinstance(message.id, int)
        self._choice, self._first_id = message, message.id
        if self._is_needed and not self._password:
            self._ask_and_send(PASSWORD_NEEDED)
        else:
            await self._inner.send(structs.replace(message, password=self._password))

    async def receive(self) -> ServerMessage | ConnectionEvent:
        """Return the next message; after a refused password start to ask for another and wait on.

        If the user gives up, the refusal is returned. The answer to ChooseNickname has the id of
        the first attempt. Raises ConnectionLost.
        """
        while True:
            received = await self._inner.receive()
            if isinstance(received, lobby.RequestNickname):
                self._is_needed = received.password is True
            choice = self._choice
            if isinstance(received, ConnectionEvent) or choice is None:
                return received
            if received.reply_to != choice.id:
                return received
            if not self._refuses_password(received):
                self._choice = None
                return structs.replace(received, reply_to=self._first_id)
            assert isinstance(received, play.Error)
            self._password = ""
            self._choice = structs.replace(choice, id=next(self._ids))
            self._ask_and_send(received.message)

    async def close(self) -> None:
        """Close the connection; a pending question is cancelled."""
        if self._asking is not None:
            self._asking.cancel()
        await self._inner.close()

    def _refuses_password(self, answer: ServerMessage) -> bool:
        """Return whether an answer to ChooseNickname refuses the password that was sent.

        False if the server needs no password or the user has given up. True also for a banned
        nickname, which has the same error code; the user is then asked again without need.
        """
        return (
            self._is_needed
            and not self._has_given_up
            and isinstance(answer, play.Error)
            and answer.error is ErrorCode.NOTALLOWED
        )

    def _ask_and_send(self, text: str) -> None:
        """Start a task that asks for the password and sends the pending ChooseNickname with it."""
        self._asking = asyncio.create_task(self._send_with_password(text))

    async def _send_with_password(self, text: str) -> None:
        """Ask for the password and send the pending ChooseNickname with it, also if it is empty.

        An empty password means that the user gives up. If the connection is lost, ``receive``
        reports it.
        """
        self._password = await self._ask(text)
        self._has_given_up = not self._password
        assert self._choice is not None
        try:
            await self._inner.send(structs.replace(self._choice, password=self._password))
        except ConnectionLost:
            return
