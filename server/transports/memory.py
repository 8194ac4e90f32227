"""The memory transport: computer players in this process, connected without encoding messages.

The first messages are processed immediately; later ones in loop iterations of their own, so that
computer players do not delay other connections.
"""

from collections import deque
from collections.abc import Callable, Iterable

from messages import Message
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.effects import Send
from server.sessions import OUR_CLIENT, ClientKind

OnMessage = Callable[[Message], Iterable[AnyClientMessage]]
"""Receives a message of the server and returns the replies."""
CallSoon = Callable[[Callable[[], None]], object]
"""Schedules a callback, like ``loop.call_soon``."""


class MemoryPeer:
    """The connection of one computer player; it connects to the hub when it is created."""

    def __init__(
        self, hub: Hub, on_message: OnMessage, call_soon: CallSoon, client: ClientKind = OUR_CLIENT
    ) -> None:
        self._hub = hub
        self._on_message = on_message
        self._call_soon = call_soon
        self._inbox: deque[Message] = deque()
        self._closed = False
        self._processes_immediately = True
        self._peer = hub.connect(self, "memory", client)
        self._process_all()

    def answer(self, message: Message) -> None:
        """Add the answer of the server to the inbox; see ``_enqueue_received``."""
        self._enqueue_received((message,))

    def push(self, send: Send) -> None:
        """Add pushed messages of the server to the inbox; see ``_enqueue_received``."""
        self._enqueue_received(send.messages)

    def _enqueue_received(self, messages: Iterable[Message]) -> None:
        """Add messages to the inbox and schedule their processing, once for all that wait.

        Nothing is scheduled while ``_process_all`` runs, because it processes them immediately.
        """
        if not self._inbox and not self._processes_immediately:
            self._call_soon(self._process_batch)
        self._inbox += messages

    def _process_all(self) -> None:
        """Process the inbox until it is empty, so that the computer player joins without delay.

        From then on, messages are processed in loop iterations of their own.
        """
        while self._inbox:
            self._process_batch()
        self._processes_immediately = False

    def close(self) -> None:
        """Send no more replies, and disconnect from the hub in a later loop iteration."""
        self._closed = True
        self._call_soon(lambda: self._hub.disconnect(self._peer))

    def _process_batch(self) -> None:
        """Pass the messages in the inbox to the player and its replies to the hub.

        Messages that arrive meanwhile wait for another batch, which is scheduled here unless
        ``_process_all`` runs.
        """
        for _ in range(len(self._inbox)):
            message = self._inbox[0]
            for reply in self._on_message(message):
                if not self._closed:
                    self._hub.receive(self._peer, reply)
            self._inbox.popleft()
        if self._inbox and not self._processes_immediately:
            self._call_soon(self._process_batch)
