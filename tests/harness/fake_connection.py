"""A connection without a server: says what it is told to say, and remembers what it hears."""

import asyncio

from msgspec import UNSET, structs

from messages import ClientMessage, ListActions, ServerMessage
from messages.registry import LegalActions


class FakeServer:
    """``actions`` answers ListActions; everything else is only remembered."""

    def __init__(self, *messages: ServerMessage, actions: LegalActions | None = None) -> None:
        self.received: list[ClientMessage] = []
        self._actions = actions
        self._pushes: asyncio.Queue[ServerMessage] = asyncio.Queue()
        for message in messages:
            self._pushes.put_nowait(message)

    async def connect(self, address: str) -> "FakeServer":
        return self

    def push(self, *messages: ServerMessage) -> None:
        for message in messages:
            self._pushes.put_nowait(message)

    @property
    def empty(self) -> bool:
        """Whether everything has been received."""
        return self._pushes.empty()

    async def send(self, message: ClientMessage) -> None:
        self.received.append(structs.replace(message, id=UNSET))
        if isinstance(message, ListActions) and self._actions is not None:
            self.push(structs.replace(self._actions, reply_to=message.id))

    async def receive(self) -> ServerMessage:
        return await self._pushes.get()

    async def close(self) -> None:
        return
