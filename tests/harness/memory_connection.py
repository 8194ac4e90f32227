"""A client's connection to a hub in the same process."""

import asyncio

from messages import Message
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.effects import Send


class MemoryConnection:
    """A client's connection to a hub in the same process."""

    transport_name = "test"

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._inbox: asyncio.Queue[Message | None] = asyncio.Queue()
        self._peer = hub.connect(self, "memory")

    def answer(self, message: Message) -> None:
        """Queue a message for ``receive``."""
        self._inbox.put_nowait(message)

    def push(self, send: Send) -> None:
        """Queue messages for ``receive``."""
        for message in send.messages:
            self._inbox.put_nowait(message)

    async def send(self, message: AnyClientMessage) -> None:
        """Send a message to the server."""
        self._hub.receive(self._peer, message)

    async def receive(self) -> Message:
        """Return the next message; raise ConnectionResetError at the end."""
        message = await self._inbox.get()
        if message is None:
            self._inbox.put_nowait(None)
            raise ConnectionResetError("the server ended the connection")
        return message

    def close(self) -> None:
        """End the connection, from either side."""
        self._inbox.put_nowait(None)
        self._hub.disconnect(self._peer)
