"""A client connection without a server: delivers given messages and records sent ones."""

import asyncio

from msgspec import UNSET, structs

from messages import ClientMessage, ListActions, ServerMessage
from messages.registry import LegalActions


class FakeServer:
    """Records all messages of the client; answers only ListActions, with ``actions``."""

    def __init__(self, *messages: ServerMessage, actions: LegalActions | None = None) -> None:
        self.received: list[ClientMessage] = []
        self._actions = actions
        self._pushes: asyncio.Queue[ServerMessage] = asyncio.Queue()
        for message in messages:
            self._pushes.put_nowait(message)

    async def connect(self, address: str) -> "FakeServer":
        """Return this object; passed to the client instead of ``connect``."""
        return self

    def push(self, *messages: ServerMessage) -> None:
        """Queue messages for ``receive``."""
        for message in messages:
            self._pushes.put_nowait(message)

    @property
    def empty(self) -> bool:
        """True if all messages have been received."""
        return self._pushes.empty()

    async def send(self, message: ClientMessage) -> None:
        self.received.append(structs.replace(message, id=UNSET))
        if isinstance(message, ListActions) and self._actions is not None:
            self.push(structs.replace(self._actions, reply_to=message.id))

    async def receive(self) -> ServerMessage:
        return await self._pushes.get()

    async def close(self) -> None:
        return
