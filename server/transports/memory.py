"""The memory route: peers inside this process, no bytes at all.

``MemoryPeer`` lets a function react to messages, which is how computer players sit at a table.
``MemoryConnection`` offers a client's send, receive and close; most tests use it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from messages import Message
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.effects import Send

React = Callable[[Message], Iterable[AnyClientMessage]]
Soon = Callable[[Callable[[], None]], object]


class MemoryPeer:
    """Says its first words at once; later it reacts in ticks of its own, to share the loop."""

    def __init__(self, hub: Hub, react: React, soon: Soon, *, computer: bool = False) -> None:
        self._hub = hub
        self._react = react
        self._soon = soon
        self._inbox: deque[Message] = deque()
        self._closed = False
        self._pumping = True
        self._peer = hub.connect(self, "memory", computer=computer)
        self.pump()

    def answer(self, message: Message) -> None:
        """React to this message, soon."""
        self._queue((message,))

    def push(self, send: Send) -> None:
        """React to these messages, soon."""
        self._queue(send.messages)

    def _queue(self, messages: Iterable[Message]) -> None:
        if not self._inbox and not self._pumping:
            self._soon(self._run)
        self._inbox += messages

    def pump(self) -> None:
        """React to everything now, until nothing is left; for sitting down without delay."""
        while self._inbox:
            self._run()
        self._pumping = False

    def close(self) -> None:
        """The server said goodbye."""
        self._closed = True
        self._soon(lambda: self._hub.disconnect(self._peer))

    def _run(self) -> None:
        batch = len(self._inbox)
        for _ in range(batch):
            message = self._inbox[0]
            for reply in self._react(message):
                if not self._closed:
                    self._hub.receive(self._peer, reply)
            self._inbox.popleft()
        if self._inbox and not self._pumping:
            self._soon(self._run)


class MemoryConnection:
    """A client's connection to a hub in the same process."""

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
        """Say something to the server."""
        self._hub.receive(self._peer, message)

    async def receive(self) -> Message:
        """The next message; raises ConnectionResetError at the end."""
        message = await self._inbox.get()
        if message is None:
            self._inbox.put_nowait(None)
            raise ConnectionResetError("the server ended the connection")
        return message

    def close(self) -> None:
        """End it, from either side."""
        self._inbox.put_nowait(None)
        self._hub.disconnect(self._peer)
