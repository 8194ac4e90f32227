"""The memory transport: peers inside this process, without bytes.

``MemoryPeer`` calls a function for each message, which is how computer players take part.
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
CallSoon = Callable[[Callable[[], None]], object]


class MemoryPeer:
    """Reacts to the first messages at once, later in turns of its own, to share the loop."""

    def __init__(self, hub: Hub, react: React, soon: CallSoon, *, computer: bool = False) -> None:
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
        """React to everything now, until nothing is left; so that it joins without delay."""
        while self._inbox:
            self._run()
        self._pumping = False

    def close(self) -> None:
        """The server ends the connection."""
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
