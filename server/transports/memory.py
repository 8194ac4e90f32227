"""The memory transport: computer players inside this process, without bytes."""

from collections import deque
from collections.abc import Callable, Iterable

from messages import Message
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.effects import Send
from server.sessions import OUR_CLIENT, ClientKind

React = Callable[[Message], Iterable[AnyClientMessage]]
CallSoon = Callable[[Callable[[], None]], object]


class MemoryPeer:
    """Reacts to the first messages at once, later in turns of its own, to share the loop."""

    def __init__(
        self, hub: Hub, react: React, soon: CallSoon, client: ClientKind = OUR_CLIENT
    ) -> None:
        self._hub = hub
        self._react = react
        self._soon = soon
        self._inbox: deque[Message] = deque()
        self._closed = False
        self._pumping = True
        self._peer = hub.connect(self, "memory", client)
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
